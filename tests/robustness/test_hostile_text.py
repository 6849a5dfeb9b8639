"""Hostile text in every field: refused, or kept to the letter and shown harmlessly."""

import csv
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.render.tables import FORMULA
from ledger.service import Ledger
from ledger.store import Anything, CommitDraft, EventDraft, random_id
from ledger.text import is_fit

Call = Callable[..., Any]

UNFIT = {
    "escape": "\x1b[31mred",
    "bell": "\a",
    "line feed": "one\ntwo",
    "return": "one\rtwo",
    "tab": "one\ttwo",
    "delete": "\x7f",
    "C1": "\x9b31m",
    "bidi override": "\u202egnp.exe",
    "bidi isolate": "\u2066x",
    "line separator": "one\u2028two",
    "half a sign": "\ud83d",
}
LETTERS = {
    "quotes": """she said "no" and 'never' \\ `id` $HOME""",
    "emoji": "🧛🏽‍♀️ drinks 🩸",
    "formula": "=1+1",
    "more formulas": "@SUM(A1:A9)",
    "format": "100 %s %d {0} {who!r}",
    "sql": "'; DROP TABLE events; --",
    "markup": "[bold red]x[/] [link=https://example.org]y[/link] [/]",
    "long": "ä" * 10_000,
    "semicolon": "one; two # three",
    "blanks": "  two  blanks  ",
    "combining": "Zoë/Zoe\u0308",
}
# a field: what stands before the text, and what behind it
FIELDS: dict[str, tuple[list[str], list[str]]] = {
    "note": (["note", "Vera"], []),
    "--note": (["feed", "Vera", "1", "--note"], []),
    "--by": (["feed", "Vera", "1", "--by"], []),
    "--key": (["feed", "Vera", "1", "--key"], []),
    "armour": (["wear", "Vera"], ["bashing=1"]),
    "--for": (["spend", "Vera", "1", "blood", "--for"], []),
    "--from": (["gain", "Vera", "1", "willpower", "--from"], []),
    "--ruling": (["kill", "Vera", "--ruling"], []),
    "--because": (["void", "3", "--because"], []),
    "name": (["add"], ["vampire", "humanity=7", "stamina=3"]),
    "who": (["feed"], ["1"]),
    "pool": (["spend", "Vera", "1"], []),
    "trait": (["set", "Vera"], ["humanity=7"]),
    "setting": (["rule"], []),
    "date": (["feed", "Vera", "1", "--at"], []),
    "journal": (["run"], []),
    "import": (["import"], []),
    "backup": (["backup"], []),
    "status": (["status"], []),
    "status --at": (["status", "--at"], []),
    "--known-at": (["status", "--known-at"], []),
    "period": (["history", "-p"], []),
    "--campaign": (["--campaign"], ["status"]),
    "--branch": (["--branch"], ["status"]),
    "--db": (["--db"], ["status"]),
    "verb": ([], []),
    "option": (["status", "--"], []),
    "assert": (["assert", "Vera"], []),
    "amend": (["amend", "3"], []),
    "campaign": (["init"], ["--start", "1998-10-31"]),
    "calendar": (["init", "Other", "--start", "1998-10-31", "--calendar"], []),
}
KEPT = ("note", "--note", "--by", "--key", "armour", "--for", "--from", "name", "campaign")
LONGEST_NAME = 100


@pytest.fixture(scope="session")
def played(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory, begin: Callable[..., None]
) -> Path:
    """A store with a campaign, to be copied."""
    path = tmp_path_factory.mktemp("played") / "campaign.db"
    shutil.copy(sqlite_template, path)
    begin(str(path), "Vera")
    return path


@pytest.fixture
def alley(played: Path, tmp_path: Path) -> Path:
    """A store with a campaign."""
    return Path(shutil.copy(played, tmp_path / "campaign.db"))


def is_harmless(text: str) -> bool:
    """No sign by which a terminal does anything but show it, line feeds apart."""
    return not [sign for sign in text.replace("\n", "") if not is_fit(sign)]


FILES = ("--db", "journal", "import", "backup")  # whose names may hold anything


@pytest.mark.parametrize("unfit", UNFIT)
@pytest.mark.parametrize("field", [field for field in FIELDS if field not in FILES])
def test_unfit_text_is_refused(call: Call, alley: Path, field: str, unfit: str) -> None:
    """A sign that moves a cursor or turns a line is refused everywhere, and never echoed."""
    before = alley.read_bytes()
    first, last = FIELDS[field]
    answer = call(*first, UNFIT[unfit], *last)
    assert answer.code in {1, 2, 3}, answer
    assert answer.out == ""
    assert is_harmless(answer.err), answer.err
    assert alley.read_bytes() == before


@pytest.mark.parametrize("unfit", UNFIT)
@pytest.mark.parametrize("field", FILES)
def test_the_name_of_a_file_is_shown_safely(
    call: Call, alley: Path, field: str, unfit: str
) -> None:
    """A file may be called anything, but no name of one reaches the terminal unmarked."""
    assert alley.exists()
    first, last = FIELDS[field]
    answer = call(*first, UNFIT[unfit], *last)
    assert is_harmless(answer.out), answer.out
    assert is_harmless(answer.err), answer.err


@pytest.mark.parametrize("unfit", [name for name in UNFIT if name not in {"line feed", "return"}])
def test_unfit_text_in_a_journal_is_refused(call: Call, alley: Path, unfit: str) -> None:
    """A journal is no way around it, comments and notes included."""
    before = alley.read_bytes()
    for line in ("note Vera 'TEXT'", "feed Vera 1 --by 'TEXT'", "feed Vera 1 ; TEXT"):
        raw = line.replace("TEXT", UNFIT[unfit]).encode(errors="surrogatepass")
        answer = call("run", "-", typed=raw)
        assert answer.code == 1, (line, answer)
        assert is_harmless(answer.err), answer.err
    assert alley.read_bytes() == before


def exports(call: Call, *words: str) -> tuple[str, Any]:
    answer, history = call(*words, "export"), call(*words, "-O", "json", "history")
    assert answer.code == history.code == 0
    return answer.out, json.loads(history.out)


@pytest.mark.parametrize("kind", LETTERS)
@pytest.mark.parametrize("field", KEPT)
def test_text_is_kept_to_the_letter(call: Call, alley: Path, field: str, kind: str) -> None:
    """What may be written comes out of export, import, export and history as it went in."""
    text, (first, last) = LETTERS[kind], FIELDS[field]
    if field in {"name", "armour"}:
        text = text.strip()[:LONGEST_NAME]
    if field == "campaign":
        alley.unlink()
    else:
        call("spend", "Vera", "1", "willpower")
    answer = call(*first, text, *last)
    assert (answer.code, answer.err) == (0, ""), answer
    kept, history = exports(call)
    assert call("--db", "copy.db", "import", "-", typed=kept.encode()).code == 0
    assert exports(call, "--db", "copy.db") == (kept, history)
    assert call("--db", "copy.db", "verify") == (0, "", "")
    quoted = json.dumps(text, ensure_ascii=False)[1:-1]
    assert quoted in kept or json.dumps(quoted, ensure_ascii=False)[1:-1] in kept


@pytest.mark.parametrize("kind", list(LETTERS))
def test_a_journal_export_brings_it_back(call: Call, alley: Path, kind: str) -> None:
    """A note goes through a journal unchanged, whatever quotes and comments it looks like."""
    assert alley.exists()
    assert call("note", "Vera", LETTERS[kind]).code == 0
    assert call("feed", "Vera", "1", "--by", LETTERS[kind], "--note", LETTERS[kind]).code == 0
    journal = call("export", "--format", "journal").out
    assert call("--db", "copy.db", "run", "-", typed=journal.encode()).code == 0
    rows, copied = (
        json.loads(call("--db", store, "-O", "json", "history").out)
        for store in ("campaign.db", "copy.db")
    )
    kept = ("at", "who", "type", "by", "note")
    assert [[row[key] for key in kept] for row in rows] == [
        [row[key] for key in kept] for row in copied
    ]


@pytest.mark.parametrize("sign", ["=", "+", "-", "@"])
def test_no_cell_is_a_formula(call: Call, alley: Path, sign: str) -> None:
    """No text begins a CSV cell with a sign from which a spreadsheet would calculate."""
    assert alley.exists()
    evil = f'{sign}HYPERLINK("http://example.org";"x")'
    name = f"{sign}1+1"
    lines = (
        ["add", "--", name, "vampire", "humanity=7", "stamina=3"],
        ["note", "Vera", "--", evil],
        ["feed", "Vera", "1", f"--by={evil}", f"--note={evil}", f"--key={evil}"],
        ["wear", "--", "Vera", evil, "bashing=1"],
    )
    for line in lines:
        assert call(*line).code == 0, line
    asked = (
        ["export", "--format", "csv"],
        ["-O", "csv", "history"],
        ["-O", "csv", "history", "--effects"],
        ["-O", "csv", "log"],
        ["-O", "csv", "characters"],
        ["-O", "csv", "due"],
    )
    for words in asked:
        answer = call(*words)
        assert answer.code == 0, (words, answer)
        for row in csv.reader(io.StringIO(answer.out)):
            assert not [cell for cell in row if cell.startswith(FORMULA)], (words, row)


@pytest.fixture
def smuggled(alley: Path) -> Path:
    """A store into which somebody has written escape sequences past the rules, chain and all."""
    evil = "\x1b]0;owned\a\x1b[2J\u202e\x9b31m"
    with Ledger.open(str(alley), "write") as ledger, ledger.writing() as writer:
        branch = writer.branch(writer.campaigns()[0])
        at = branch.clock
        body = json.dumps({"text": evil}).encode()
        add = json.dumps({"traits": {"humanity": 7, "stamina": 3}}).encode()
        wear = json.dumps({"name": evil, "bashing": 1}).encode()
        events = (
            EventDraft(kind="vampire.add", schema=1, at=at, who=evil, body=add),
            EventDraft(
                kind="vampire.note", schema=1, at=at, who=evil, by=evil, note=evil, body=body
            ),
            EventDraft(kind="vampire.wear", schema=1, at=at, who=evil, body=wear),
        )
        draft = CommitDraft(
            id=random_id(),
            line=evil,
            key=evil,
            by=evil,
            reason=evil,
            recorded_at=0,
            clock=at,
            events=events,
        )
        writer.append(branch, [draft], Anything())
        writer.create_campaign(evil, 0)
    return alley


@pytest.mark.parametrize(
    "line",
    [
        "status",
        "history",
        "history --effects",
        "due",
        "log",
        "characters",
        "campaigns",
        "db status",
        "verify",
        "export --format csv",
        "status Nobody",
        "note Nobody x",
        "-O csv history",
        "undo",
        "--campaign Nobody status",
    ],
)
def test_what_was_smuggled_in_reaches_no_terminal(call: Call, smuggled: Path, line: str) -> None:
    """Escape sequences in a store from elsewhere are shown as marks, on both outputs."""
    assert smuggled.exists()
    named = [] if "--campaign" in line else ["--campaign", "The Alley"]
    answer = call(*named, *line.split())
    assert is_harmless(answer.out), answer.out
    assert is_harmless(answer.err), answer.err


@pytest.mark.parametrize("line", ["status", "history", "log", "export"])
def test_json_escapes_what_was_smuggled_in(call: Call, smuggled: Path, line: str) -> None:
    """JSON quotes every control character that ASCII has."""
    assert smuggled.exists()
    form = [] if line == "export" else ["-O", "json"]
    answer = call("--campaign", "The Alley", *form, line)
    assert answer.code == 0
    assert not set(answer.out) & {"\x1b", "\a"}


def test_several_campaigns_are_listed_harmlessly(call: Call, smuggled: Path) -> None:
    """The question which campaign is meant shows no escape sequence either."""
    assert smuggled.exists()
    answer = call("status")
    assert answer.code == 1
    assert is_harmless(answer.err), answer.err


def test_markup_is_text(call: Call, alley: Path) -> None:
    """Square brackets in a name are no colours, even where colours are shown."""
    assert alley.exists()
    name = "[red]Ann[/red]"
    assert call("add", name, "vampire", "humanity=7", "stamina=3").code == 0
    plain = call("--color", "never", "status", name).out
    assert name in plain
    assert call("--color", "always", "status", name).out.count(name) == plain.count(name)
