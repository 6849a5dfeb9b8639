"""`shell`: the prompt on a terminal, and lines without one."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.completing import PLACES, POOLS
from cli.desk import Desk
from cli.main import PROGRAM
from cli.prompt import Words, remembered, shown_prompt
from ledger.rules import SYSTEMS
from ledger.rules.mortal import POOLS as MORTAL
from ledger.rules.mutant.character import POOLS as MUTANT
from ledger.rules.request.heroism import POOL
from ledger.rules.request.locations import HUMANOID
from ledger.rules.vampire.blood import POOLS as VAMPIRE

Program = Any


class Terminal:
    """A terminal on which somebody types; what is printed goes where the program prints."""

    def __init__(self, program: Program, keys: PipeInput) -> None:
        self.program = program
        self.keys = keys

    def __call__(self, typed: str) -> Any:
        self.keys.send_text(typed)
        return self.program("shell")


@pytest.fixture
def terminal(alley: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Terminal]:
    """A terminal beside the two vampires."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("cli.shell.on_a_terminal", lambda: True)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        yield Terminal(alley, keys)


CTRL_D, UP = "\x04", "\x1b[A"
PASTED = "\x1b[200~{}\x1b[201~"


@pytest.mark.parametrize("leaving", ["exit\r", "quit\r", CTRL_D, "feed\x03exit\r"])
def test_it_is_left_in_good_order(terminal: Terminal, leaving: str) -> None:
    """`exit`, `quit` and ctrl-d leave; ctrl-c gives up only the line."""
    answer = terminal(leaving)
    assert (answer.code, answer.out, answer.err) == (0, "", "")


def test_lines_are_commands(terminal: Terminal) -> None:
    """The same lines as in a journal: dates in front, comments behind."""
    answer = terminal("[+1h] hit Kincaid 3 lethal ; a knife\rstatus Kincaid\rexit\r")
    assert answer.err == ""
    assert "XXX...." in answer.out
    assert '"a knife"' in terminal.program.ok("-O", "json", "history")


def test_errors_are_told_and_the_prompt_goes_on(terminal: Terminal) -> None:
    """A wrong word ends nothing but its line, and nothing of the line is recorded."""
    answer = terminal("hit Kincaid x\rfoo\rfeed Nobody 1\r'\rspend Kincaid 1 blood\rexit\r")
    assert answer.code == 0
    told = answer.err.splitlines()
    assert [line.startswith("campaign: ") for line in told] == [True] * 4
    assert "column 13" in told[0]
    assert "blood 10 → 9" in answer.out


def test_a_pasted_journal_is_all_or_nothing(terminal: Terminal) -> None:
    """Many lines at once are one transaction, as with `run`."""
    before = terminal.program.rows()
    bad = "feed Kincaid 1\nfeed Nobody 1"
    answer = terminal(f"{PASTED.format(bad)}\rexit\r")
    assert "pasted:2:1: nobody is called 'Nobody'" in answer.err
    assert terminal.program.rows() == before
    good = "spend Kincaid 1 blood\n\n; a comment\nspend Kincaid 2 blood\n"
    answer = terminal(f"{PASTED.format(good)}\rstatus Kincaid\rexit\r")
    assert "recorded 2 commands, 2 events" in answer.out
    assert "blood 7/10" in answer.out


def test_after_a_journal_commands_speak_again(terminal: Terminal) -> None:
    """What a journal does quietly, the next line tells."""
    pasted = PASTED.format("spend Kincaid 1 blood\nspend Kincaid 1 blood")
    assert "blood 8 → 7" in terminal(f"{pasted}\rspend Kincaid 1 blood\rexit\r").out


def test_lines_are_remembered(terminal: Terminal) -> None:
    """The last line comes back with a key, in a later session too, and is nobody else's to read."""
    terminal("spend Kincaid 1 blood\rexit\r")
    answer = terminal(f"{UP}{UP}\rexit\r")
    assert "blood 9 → 8" in answer.out
    (kept,) = (terminal.program.store.parent / "state").rglob("history")
    assert kept.stat().st_mode & 0o077 == 0


def test_no_place_to_remember_is_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where no folder can be made, a session remembers its own lines only."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert list(remembered().load_history_strings()) == []


def test_a_campaign_begins_at_the_prompt(
    campaign: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The prompt is there before there is a store, and finds it when there is."""
    typed = 'status\ninit "New" --start 1998-10-31\nadd Vera vampire stamina=2 humanity=7\nstatus\n'
    monkeypatch.setenv("HOME", str(campaign.store.parent))
    answer = campaign("shell", typed=typed)
    assert "campaign.db" in answer.err
    assert "Vera  vampire  active" in answer.out
    assert answer.code == 3


@pytest.mark.parametrize("first", ["init New --start 1998-10-31 --dry-run", "demo"])
@pytest.mark.parametrize("option", [(), ("--db", "campaign.db")])
def test_what_is_tried_in_memory_leaves_the_session_where_it_was(
    campaign: Program, first: str, option: tuple[str, ...]
) -> None:
    """What is recorded afterwards is in the store."""
    typed = f"{first}\ninit New --start 1998-10-31\nadd Vera mortal stamina=2\n"
    assert campaign(*option, "shell", typed=typed).err == ""
    assert [row["name"] for row in campaign.json("campaigns")] == ["New"]
    assert campaign.sheet("Vera")["system"] == "mortal"


def test_a_session_stays_in_its_campaign(alley: Program) -> None:
    """Whatever another terminal begins; what is begun at the prompt goes on there."""
    lines = ["note Kincaid here", "run elsewhere.journal", "note Kincaid still"]
    lines += ["init Third --start 1998-10-31", "add Vera mortal stamina=2", "status Vera"]
    other = "init Other --start 1998-10-31\nadd Zoe mortal stamina=2\n"
    (alley.folder / "elsewhere.journal").write_text(other)
    answer = alley("shell", typed="\n".join(lines))
    assert (answer.code, answer.err) == (0, "")
    assert "Vera  mortal  active" in answer.out
    notes = alley.json("--campaign", "The Alley", "history", "type:note")
    assert [row["note"] or row["data"]["text"] for row in notes] == ["here", "still"]


@pytest.mark.parametrize(
    "typed, code, says",
    [
        ("status\n", 0, ""),
        ("", 0, ""),
        ("exit\nfoo\n", 0, ""),
        ("status", 0, ""),
        ("help\nhelp hit\n? status\n", 0, ""),
        ("help foo\n", 1, "no command 'foo'"),
        ("foo\nstatus\n", 1, "no command 'foo'"),
        ("shell\n", 1, "shell cannot stand"),
        ("hit\n", 1, "Missing argument"),
        ("rules\n", 1, ""),
        (b"feed Kincaid 1 ; \xff\nstatus\n", 1, "UTF-8"),
        ("note Kincaid \x1b[31m\n", 1, "control character"),
    ],
)
def test_without_a_terminal_it_reads_lines(
    alley: Program, typed: str | bytes, code: int, says: str
) -> None:
    """Each line by itself; the code is that of the first that failed, and never a traceback."""
    answer = alley("shell", typed=typed)
    assert answer.code == code, answer
    assert says in answer.err
    assert "Traceback" not in answer.err
    assert "\x1b" not in answer.err


@pytest.mark.usefixtures("alley")
def test_a_journal_knows_no_shell(refuses: Any) -> None:
    """A prompt cannot stand in a journal."""
    assert "cannot stand in a journal" in refuses(1, "run", "-", typed="shell\n").err


def test_another_terminal_may_write_meanwhile(
    alley: Program, quiet_environment: dict[str, str]
) -> None:
    """The store stays open, and yet each line sees what somebody else has just recorded."""
    shell = subprocess.Popen(
        [sys.executable, "-u", "-m", "cli.main", "shell"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**quiet_environment, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert shell.stdin is not None
    assert shell.stdout is not None

    def blood() -> str:
        assert shell.stdin is not None
        assert shell.stdout is not None
        shell.stdin.write("status Kincaid\n")
        shell.stdin.flush()
        return next(line for line in shell.stdout if "blood" in line)

    assert "blood 10/10" in blood()
    alley.ok("spend", "Kincaid", "4", "blood")
    assert "blood 6/10" in blood()
    shell.stdin.write("spend Kincaid 1 blood\n")
    shell.stdin.close()
    assert shell.wait(timeout=60) == 0
    shell.stdout.close()
    assert alley.sheet("Kincaid")["pools"]["blood"]["now"] == 5


class Screen:
    """What a pseudo-terminal shows."""

    def __init__(self, master: int) -> None:
        self.master = master
        self.shown = ""

    def until(self, wanted: str, limit: float = 60) -> None:
        """Read on until something stands there; what comes behind it is for the next time."""
        ends = time.monotonic() + limit
        while wanted not in self.shown:
            assert time.monotonic() < ends, self.shown
            if select.select([self.master], [], [], 1)[0]:
                self.shown += os.read(self.master, 65536).decode(errors="replace")
                self.shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.shown)
        self.shown = self.shown.partition(wanted)[2]


def test_a_real_terminal(alley: Program, quiet_environment: dict[str, str]) -> None:
    """In a pseudo-terminal: the date in the prompt goes on, Tab completes, ctrl-d leaves."""
    master, slave = pty.openpty()
    environment = {
        **quiet_environment,
        "TERM": "xterm",
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "XDG_STATE_HOME": str(alley.store.parent / "state"),
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }
    command = [sys.executable, "-m", "cli.main", "shell"]
    shell = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
    )
    os.close(slave)
    screen = Screen(master)
    screen.until("The Alley 1998-10-31 21:00:00>")
    os.write(master, b"adv\t")
    screen.until("advance")
    os.write(master, b" 3h\r")
    screen.until("The Alley 1998-11-01 00:00:00>")
    os.write(master, b"foo\r")
    screen.until("no command 'foo'")
    screen.until("The Alley 1998-11-01 00:00:00>")
    os.write(master, b"\x04")
    assert shell.wait(timeout=60) == 0
    os.close(master)
    assert alley.json("status")["at"] == "1998-11-01 00:00:00"


# Completion ----------------------------------------------------------------------------------------


@pytest.fixture
def complete(alley: Program) -> Callable[[str], list[str]]:
    """What the prompt offers behind a line."""
    alley.journal(
        "add 'Old Tom' mutant stamina=2 rage=3",
        "add Fahir request STR=10 CON=10 SIZ=10 INT=10 POW=10 DEX=10 CHA=10 resilience=40 "
        "persistence=40 hero_points=2",
    )
    words = Words(PROGRAM, Desk(store=str(alley.store)), ("exit", "help"))

    def offered(line: str) -> list[str]:
        found = words.get_completions(Document(line), CompleteEvent())
        return [
            line[: len(line) + completion.start_position] + completion.text for completion in found
        ]

    return offered


@pytest.mark.parametrize(
    "line, offered",
    [
        ("sta", ["stats", "status"]),
        ("ex", ["exert", "explain", "export", "exit"]),
        ("status Ki", ["status Kincaid"]),
        ("[1998-11-01] feed Ve", ["[1998-11-01] feed Veronica"]),
        ("feed Veronica,Ki", ["feed Veronica,Kincaid"]),
        ("status Old", ['status "Old Tom"']),
        ('status "Old T', ['status "Old Tom"']),
        ("spend Veronica 1 ", ["spend Veronica 1 blood", "spend Veronica 1 willpower"]),
        ("spend Fahir 1 ", ["spend Fahir 1 hero_points"]),
        (
            "hit Fahir 3 --location 'left",
            ['hit Fahir 3 --location "left leg"', 'hit Fahir 3 --location "left arm"'],
        ),
        ("hit Fahir 3 --loc", ["hit Fahir 3 --location"]),
        ("rules show vampire.bash", ["rules show vampire.bashing.halved"]),
        ("hospital Veronica ad", ["hospital Veronica admit"]),
        ("[1998", []),
        ("feed Veronica 1 ; a no", []),
        ("status Nobody", []),
        ("foo ", []),
        ("help expl", ["help explain"]),
    ],
)
def test_the_prompt_offers_what_fits(
    complete: Callable[[str], list[str]], line: str, offered: list[str]
) -> None:
    """Verbs, options, names, pools of the character's system, places of her body, rules."""
    assert complete(line) == offered


def test_the_prompt_offers_events(complete: Callable[[str], list[str]], alley: Program) -> None:
    """The newest events by their ids."""
    newest = alley.json("history")[-1]["id"]
    assert complete("void ")[0] == f"void {newest}"
    assert complete(f"void {newest[:9]}") == [f"void {newest}"]


@pytest.mark.parametrize(
    "name, branch, date, shown",
    [
        (None, None, "", "campaign> "),
        ("A", "main", "1998-10-31 21:00:00", "A 1998-10-31 21:00:00> "),
        ("A", "what if", "1998-10-31 21:00:00", "A (what if) 1998-10-31 21:00:00> "),
        ("A\x1b[2J", "main", "1998", "A\ufffd[2J 1998> "),
    ],
)
def test_the_prompt_says_where_one_is(
    name: str | None, branch: str | None, date: str, shown: str
) -> None:
    """The campaign, another branch than main, the date; nothing that moves a cursor."""
    assert shown_prompt(name, branch, date) == shown


def test_tables_of_words_are_those_of_the_rules() -> None:
    """What completes is what the rules know."""
    assert {system.name for system in SYSTEMS} == set(POOLS)
    assert {name: set(pools) for name, pools in POOLS.items()} == {
        "vampire": set(VAMPIRE),
        "mortal": set(MORTAL),
        "mutant": set(MUTANT),
        "request": {POOL},
    }
    assert tuple([location.name for location in HUMANOID.locations]) == PLACES
