"""Examples: the rules of the product, told in its own journals and read by a Storyteller.

Every `*.journal` below this folder holds examples. One begins with `;; Title of the behaviour
[rule ids]` and goes on with journal lines. Lines in a row are one journal, all or nothing, as
`campaign run` would have it. Three marks in front of a line ask for more:

    ! LINE ;; says REGEX      is refused with such a message (`;; says` may be left out), and nothing
                              is written; `LINE | LINE | LINE` is a journal of so many lines
    ~ LINE                    is accepted, and writes nothing (a dry run, a key used before)
    ? LINE => PATH=VALUE ...  is run with `-O json`; in what it prints, each dotted path has that
                              value (`none` is null; `length` counts a list, `@N` is its
                              row with position N), or PATH~REGEX matches

`{id:N}` anywhere in a line is the id of the event at position N. `disputed.journal` is not
collected: there the product and the rules disagree, as somebody read them.
"""

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner

from cli.desk import Desk
from cli.grammar import read_line
from cli.journal import run_lines
from cli.main import PROGRAM
from ledger.codec import CODEC
from ledger.errors import LedgerError, Refused
from ledger.rules.catalogue import RULES
from ledger.service import Ledger, open_campaign

HERE = Path(__file__).parent
NOT_COLLECTED = "disputed.journal"


class Example(NamedTuple):
    """One example: its lines with the numbers that they have in the file."""

    journal: str
    title: str
    rules: tuple[str, ...]
    lines: tuple[tuple[int, str], ...]


HEAD = re.compile(r";; (?P<title>[^\[\]]+?)\s*(?:\[(?P<rules>[^\[\]]+)\])?")


def examples() -> Iterator[Example]:
    """All examples, in the order of files and lines."""
    for path in sorted(HERE.rglob("*.journal")):
        if path.name == NOT_COLLECTED:
            continue
        name, text = str(path.relative_to(HERE)), path.read_text(encoding="utf-8")
        found: list[Example] = []
        for number, line in enumerate(text.split("\n"), 1):
            if head := HEAD.fullmatch(line):
                rules = tuple((head["rules"] or "").split())
                found.append(Example(name, head["title"], rules, ()))
            elif found and line and not line.startswith(";"):
                lines = (*found[-1].lines, (number, line))
                found[-1] = found[-1]._replace(lines=lines)
            else:
                assert not line.startswith(";;"), f"{name}:{number}: no title: {line}"
                assert not line or line.startswith(";"), f"{name}:{number}: no example yet: {line}"
        yield from found


EXAMPLES = list(examples())


class Table:
    """A store in which an example is played."""

    def __init__(self, ledger: Ledger, store: str, journal: str) -> None:
        self.ledger = ledger
        self.store = store
        self.journal = journal

    def written(self) -> int:
        """How many events there are."""
        with self.ledger.reading() as reader:
            return sum(reader.branch(row, None).head_position for row in reader.campaigns())

    def named(self, line: str) -> str:
        """A line with `{id:N}` replaced."""
        if "{id:" not in line:
            return line
        with self.ledger.reading() as reader:
            events = reader.events(open_campaign(reader).branch)
            ids = [CODEC.read(row).id for row in events]
        return re.sub(r"\{id:(\d+)\}", lambda found: ids[int(found[1]) - 1], line)

    def run(self, first: int, lines: list[str]) -> None:
        """Lines as one journal; *first* is the number of the first one."""
        desk = Desk(store=self.store, color="never", quiet=True)
        blank = [""] * (first - 1)  # so that a message names the line of the file
        context = click.Context(PROGRAM, info_name="campaign", obj=desk)
        with context as ctx, desk.journal(creates=False):
            run_lines(ctx, self.journal, blank + lines)

    def answer(self, line: str) -> Any:
        """What a line prints with `-O json`."""
        words = [word.text for word in read_line(line)]
        arguments = ["--db", self.store, "-O", "json", *words]
        result = CliRunner().invoke(PROGRAM, arguments, catch_exceptions=False)
        return json.loads(result.stdout)


def value_at(document: Any, path: str) -> Any:
    """The value at a dotted path; None where there is none."""
    for key in path.split("."):
        if key == "length" and isinstance(document, list):
            return len(document)
        if isinstance(document, list) and key.startswith("@"):
            document = next((row for row in document if row["position"] == int(key[1:])), None)
        elif isinstance(document, list):
            document = document[int(key)] if int(key) < len(document) else None
        elif isinstance(document, dict):
            document = document.get(key)
        else:
            return None
    return document


def as_written(value: Any) -> str:
    """A value of a JSON document as an example writes it."""
    if value is None:
        return "none"
    return value if isinstance(value, str) else json.dumps(value)


def refused(table: Table, number: int, line: str) -> None:
    line, _, says = line.partition(" ;; says ")
    lines = [table.named(one.strip()) for one in line.split(" | ")]
    before = table.written()
    with pytest.raises(Refused, match=says.strip() or None):
        table.run(number if len(lines) == 1 else 1, lines)
    assert table.written() == before, "it was refused, but something was written"


def writes_nothing(table: Table, number: int, line: str) -> None:
    before = table.written()
    table.run(number, [table.named(line)])
    assert table.written() == before, "something was written"


def asked(table: Table, _: int, line: str) -> None:
    line, _arrow, expected = line.rpartition(" => ")
    document = table.answer(table.named(line))
    for pair in shlex.split(expected):
        found = re.fullmatch(r"([^=~]+)([=~])(.*)", pair, re.DOTALL)
        assert found, f"{pair}: write PATH=VALUE or PATH~REGEX"
        path, sign, wanted = found.groups()
        value = as_written(value_at(document, path))
        if sign == "=":
            assert value == table.named(wanted), f"{path} is {value}, not {wanted}"
        else:
            assert re.search(wanted, value), f"{path} is {value}, which has no {wanted}"


MARKS = {"! ": refused, "~ ": writes_nothing, "? ": asked}


def play(table: Table, example: Example) -> None:
    waiting: list[str] = []
    first = 1
    for number, line in example.lines:
        mark = MARKS.get(line[:2])
        if waiting and (mark is not None or "{id:" in line):
            table.run(first, waiting)
            waiting = []
        if mark is not None:
            mark(table, number, line[2:])
            continue
        if not waiting:
            first = number
        waiting += [""] * (number - first - len(waiting))
        waiting.append(table.named(line))
    if waiting:
        table.run(first, waiting)


@pytest.mark.parametrize(
    "example", [pytest.param(example, id=example.title) for example in EXAMPLES]
)
def test_example(example: Example, sqlite_template: Path, tmp_path: Path) -> None:
    store = str(shutil.copy(sqlite_template, tmp_path / "campaign.db"))
    with Ledger.open(store) as ledger:
        try:
            play(Table(ledger, store, example.journal), example)
        except LedgerError as why:
            pytest.fail(str(why), pytrace=False)


def test_titles_are_unique() -> None:
    titles = [example.title for example in EXAMPLES]
    assert [title for title in titles if titles.count(title) > 1] == []


def test_every_rule_that_is_named_exists() -> None:
    named = {rule for example in EXAMPLES for rule in example.rules}
    assert sorted(named - RULES.keys()) == []


def test_every_rule_that_wants_an_example_has_one() -> None:
    named = {rule for example in EXAMPLES for rule in example.rules}
    chapters = ("wod.", "vampire.", "rest.", "request.")
    meant = {rule for rule in RULES if rule.startswith(chapters)}
    assert sorted(meant - named) == []
