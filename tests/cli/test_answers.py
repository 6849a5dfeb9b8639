"""How commands answer: as what, where to, in which colours, and through which pager."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cli.render.tables import csv_lines, plain_lines
from cli.render.terminal import has_color, has_pager

if TYPE_CHECKING:
    from tests.cli.conftest import Program, Refuses

READING = {
    "status": ("status",),
    "history": ("history",),
    "history of one": ("history", "Kincaid", "--effects"),
    "due": ("due",),
    "log": ("log",),
    "characters": ("characters",),
    "campaigns": ("campaigns",),
    "stats": ("stats",),
    "explain": ("explain", "Veronica"),
    "timeline": ("timeline",),
    "what-if": ("what-if", "--without", "5"),
    "branches": ("branch", "list"),
    "day": ("calendar", "day"),
    "days": ("calendar", "show"),
    "span": ("calendar", "between", "1998-10-31", "1999-10-31"),
    "the same day": ("calendar", "convert", "now", "--to", "julian"),
    "rules": ("rules", "list"),
    "rule": ("rules", "show", "wod.dazed"),
}
ESCAPE = "\x1b"
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture
def hurt(alley: Program) -> Program:
    """Two vampires after an evening and a night."""
    alley.journal(
        "hit Veronica 5 lethal --by Kincaid --soak 1 ; [bold]the alley[/bold] :skull:",
        "note Kincaid '=cmd|calc'",
        "advance 2d",
    )
    return alley


@pytest.mark.parametrize("command", READING)
def test_every_reading_command_answers_other_programs(hurt: Program, command: str) -> None:
    """JSON is one document, ndjson a document a line, CSV rows of equal length with a header."""
    words = READING[command]
    json.loads(hurt.ok("-O", "json", *words))
    lines = hurt.ok("-O", "ndjson", *words).splitlines()
    assert lines
    assert all(isinstance(json.loads(line), dict) for line in lines)
    rows = list(csv.reader(io.StringIO(hurt.ok("-O", "csv", *words))))
    assert len(rows) > 1
    assert len({len(row) for row in rows}) == 1
    assert len(set(rows[0])) == len(rows[0])
    assert hurt.ok(*words, "-O", "csv") == hurt.ok("-O", "csv", *words)


def test_lines_are_the_rows_of_the_document(hurt: Program) -> None:
    """ndjson has what JSON has."""
    lines = hurt.ok("history", "-O", "ndjson").splitlines()
    assert [json.loads(line) for line in lines] == hurt.json("history")


def test_rows_of_a_table_have_the_id_of_the_event(hurt: Program) -> None:
    """A row of CSV is found again with `history id:…`."""
    rows = list(csv.DictReader(io.StringIO(hurt.ok("history", "-O", "csv"))))
    assert [row["id"] for row in rows] == [row["id"] for row in hurt.json("history")]
    assert hurt.json("history", f"id:{rows[3]['id']}")[0]["position"] == int(rows[3]["position"])


def test_only_what_is_a_history_is_a_journal(hurt: Program, refuses: Refuses) -> None:
    """`-O journal` gives lines that can be run; of a sheet there are none."""
    journal = hurt.ok("-O", "journal", "history")
    assert journal == hurt.ok("export", "--format", "journal")
    assert journal == hurt.ok("-O", "journal", "export")
    assert "no journal" in refuses(2, "-O", "journal", "status").err


def test_output_of_one_line_of_a_journal_is_its_own(hurt: Program) -> None:
    """-O behind a command holds for this command."""
    shown = hurt.journal("due -O csv", "due")
    assert shown.startswith("at,who,what,rule,certain\n")
    assert "\nat                   in" in shown


# Files -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["in front", "behind"])
def test_an_answer_goes_into_a_file(hurt: Program, place: str) -> None:
    """-o FILE has what would have been printed, and nothing else is said."""
    printed = hurt.ok("history", "-O", "csv")
    words = ("-o", "rows.csv")
    said = (
        (*words, "history", "-O", "csv")
        if place == "in front"
        else ("history", "-O", "csv", *words)
    )
    (hurt.folder / "rows.csv").write_text("what was there before\n")
    assert hurt.ok(*said) == ""
    assert (hurt.folder / "rows.csv").read_text(encoding="utf-8") == printed


@pytest.mark.parametrize(
    "words", [("-o", "archive.jsonl", "export"), ("export", "-o", "archive.jsonl")]
)
def test_an_archive_goes_into_a_file(hurt: Program, words: tuple[str, ...]) -> None:
    """Bytes too."""
    printed = hurt.ok("export")
    assert hurt.ok(*words) == ""
    assert (hurt.folder / "archive.jsonl").read_text(encoding="utf-8") == printed


def test_a_refused_command_makes_no_file(hurt: Program, refuses: Refuses) -> None:
    """What was in the file stays, and nothing is left beside it."""
    (hurt.folder / "rows.csv").write_text("what was there before\n")
    before = sorted(hurt.folder.iterdir())
    refuses(1, "history", "whom:x", "-o", "rows.csv")
    refuses(1, "-o", "rows.csv", "status", "Nobody")
    refuses(2, "history", "-o", "rows.csv", "--wrong")
    assert (hurt.folder / "rows.csv").read_text() == "what was there before\n"
    assert sorted(hurt.folder.iterdir()) == before
    assert hurt.ok("due").startswith("at ")


@pytest.mark.usefixtures("hurt")
def test_a_file_that_cannot_be_made_is_refused(refuses: Refuses) -> None:
    """In one line, with its name."""
    assert "no/such/rows.csv" in refuses(1, "history", "-o", "no/such/rows.csv").err


@pytest.mark.parametrize("name", ["campaign.db", "./campaign.db", "linked", "campaign.db-wal"])
@pytest.mark.parametrize(
    "before_name, behind",
    [
        (("history", "-o"), ()),
        (("report", "-o"), ()),
        (("-o",), ("export",)),
        (("-o",), ("hit", "Kincaid", "1", "lethal")),
    ],
)
def test_an_answer_never_overwrites_a_store(
    hurt: Program,
    refuses: Refuses,
    name: str,
    before_name: tuple[str, ...],
    behind: tuple[str, ...],
) -> None:
    """A slip of the finger would cost the whole campaign."""
    (hurt.folder / "linked").symlink_to(hurt.store)
    (hurt.folder / "campaign.db-wal").touch()
    before = hurt.rows()
    assert "belongs to a store" in refuses(1, *before_name, name, *behind).err
    assert hurt.rows() == before
    assert hurt.ok("verify") == ""


def test_an_answer_goes_through_a_pipe(hurt: Program) -> None:
    """What is no regular file is written to, not replaced: a pipe, /dev/null, /dev/stdout."""
    printed, pipe = hurt.ok("history"), hurt.folder / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True)
    assert hurt.ok("history", "-o", "pipe") == ""
    assert reader.communicate(timeout=30)[0] == printed
    assert pipe.is_fifo()


def test_an_answer_goes_behind_a_link(hurt: Program) -> None:
    """The link stays one."""
    (hurt.folder / "linked").symlink_to("rows.csv")
    assert hurt.ok("history", "-o", "linked") == ""
    assert (hurt.folder / "linked").is_symlink()
    assert (hurt.folder / "rows.csv").read_text(encoding="utf-8") == hurt.ok("history")


# Texts that could do harm ------------------------------------------------------------------------

HARMFUL = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\uff1d1", "\r=1", "\n=1")


@pytest.mark.parametrize("text", HARMFUL)
def test_no_text_is_a_formula(text: str) -> None:
    """A spreadsheet shows what somebody wrote, and reckons nothing."""
    (_, row) = list(csv.reader(csv_lines([{"note": text}], ("note",))))
    assert row[0].startswith("'")


def test_numbers_and_dates_are_left_alone() -> None:
    """A penalty is a number, and a date before Christ a date."""
    values = {"penalty": -1, "at": "-0043-03-15 11:00:00", "who": "Ann, the elder", "none": None}
    (_, row) = list(csv.reader(csv_lines([values], tuple(values))))
    assert row == ["-1", "-0043-03-15 11:00:00", "Ann, the elder", ""]


@pytest.mark.parametrize("output", ["text", "csv"])
def test_no_text_moves_the_cursor(output: str) -> None:
    """Controls, line feeds and signs that turn the direction are shown as what they are not."""
    row = {"note": f"a{ESCAPE}[2Jb\nc\u202ed"}
    lines = csv_lines([row], ("note",)) if output == "csv" else plain_lines([row], ("note",))
    assert "".join(lines).removeprefix("note").strip() == "a\ufffd[2Jb\ufffdc\ufffdd"


def test_wide_signs_take_two_columns() -> None:
    """Columns stand below each other in any script."""
    rows = [{"who": "吸血鬼", "n": 1}, {"who": "Vera", "n": 2}]
    assert list(plain_lines(rows, ("who", "n"))) == ["who     n", "吸血鬼  1", "Vera    2"]


# Colours and pagers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flag", "environment", "terminal", "colored"),
    [
        ("always", {"NO_COLOR": "1"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": ""}, True, True),
        ("auto", {"FORCE_COLOR": "1"}, False, True),
        ("auto", {"FORCE_COLOR": "0"}, True, False),
        ("auto", {"FORCE_COLOR": ""}, False, False),
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"TERM": "dumb"}, True, False),
    ],
)
def test_who_decides_about_colour(
    flag: str, environment: dict[str, str], terminal: bool, colored: bool
) -> None:
    """The flag, then NO_COLOR, then FORCE_COLOR, then whether a terminal looks."""
    assert has_color(flag, environment, terminal=terminal) is colored


@pytest.mark.parametrize("command", ["status", "history", "characters"])
def test_colour_where_it_is_wanted(
    hurt: Program, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """A pipe gets colours only if it is told to; brackets in a note are no colours."""
    assert ESCAPE not in hurt.ok(command)
    assert ESCAPE in hurt.ok("--color", "always", command)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert ESCAPE in hurt.ok(command)
    assert ESCAPE not in hurt.ok("--color", "never", command)
    monkeypatch.setenv("NO_COLOR", "1")
    assert ESCAPE not in hurt.ok(command)
    if command == "history":
        assert "[bold]the alley[/bold] :skull:" in hurt.ok(command)


def test_who_decides_about_a_pager() -> None:
    """Only a terminal has one, and PAGER or the flag may decline it."""
    for flag, terminal in product((True, False), repeat=2):
        for pager, wanted in (("less", True), ("", False), ("cat", False), (None, True)):
            environment = {} if pager is None else {"PAGER": pager}
            expected = flag and terminal and wanted
            assert has_pager(flag, environment, terminal=terminal) is expected


@pytest.mark.parametrize(
    ("pager", "words", "paged"),
    [
        ("sed s/^/paged:/", ("rules", "list"), True),
        ("sed s/^/paged:/", ("--no-pager", "rules", "list"), False),
        ("", ("rules", "list"), False),
        ("sed s/^/paged:/", ("--version",), False),
        ("sed s/^/paged:/", ("characters",), False),
    ],
)
def test_a_long_answer_on_a_terminal_is_paged(
    hurt: Program,
    quiet_environment: dict[str, str],
    pager: str,
    words: tuple[str, ...],
    paged: bool,
) -> None:
    """On a real terminal, through the program that PAGER names; a short answer is just there."""
    environment = {**quiet_environment, "PAGER": pager, "TERM": "xterm"}
    command = str(Path(sys.executable).parent / "campaign")
    shown = on_a_terminal([command, "--db", str(hurt.store), *words], environment)
    assert ("paged:" in shown) is paged
    assert len(shown) > 10


def on_a_terminal(words: list[str], environment: dict[str, str]) -> str:
    """What a command shows on a terminal of its own."""
    mine, theirs = pty.openpty()
    with subprocess.Popen(
        words, env=environment, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as child:
        os.close(theirs)
        shown = b""
        while more := _read(mine):
            shown += more
        child.wait()
    os.close(mine)
    return shown.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other end is closed
        return b""


def test_a_terminal_of_any_width_holds_a_history(
    hurt: Program, quiet_environment: dict[str, str]
) -> None:
    """No line is longer than the terminal: what does not fit goes on below."""
    environment = {**quiet_environment, "TERM": "xterm", "COLUMNS": "50", "PAGER": "cat"}
    command = str(Path(sys.executable).parent / "campaign")
    for words in (("history",), ("log",), ("due",)):
        shown = on_a_terminal([command, "--db", str(hurt.store), *words], environment)
        lines = [ANSI.sub("", line).rstrip("\r") for line in shown.split("\n")]
        assert max(map(len, lines)) <= 50
        whole = [line for line in lines if re.match(r"\d{4}-\d\d-\d\d", line)]
        assert all(re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", line) for line in whole)
