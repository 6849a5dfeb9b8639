"""How lines are read: words, quotes, escapes, comments, dates, and what is no line at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from cli.grammar import LineError, read_line, written

if TYPE_CHECKING:
    from tests.cli.conftest import Program


def words(line: str) -> list[str]:
    return [word.text for word in read_line(line)]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("", []),
        ("   \t ", []),
        ("; only a comment", []),
        ("  ;", []),
        ("status", ["status"]),
        ("  hit\tVera   3 lethal ", ["hit", "Vera", "3", "lethal"]),
        ('note Vera "met the prince"', ["note", "Vera", "met the prince"]),
        ("note Vera 'met the prince'", ["note", "Vera", "met the prince"]),
        ('note "Anna O\'Neil" x', ["note", "Anna O'Neil", "x"]),
        ("note 'say \"no\"' x", ["note", 'say "no"', "x"]),
        (r'note "say \"no\"" x', ["note", 'say "no"', "x"]),
        (r'note "back\\slash"', ["note", "back\\slash"]),
        (r'note "kept \n as is"', ["note", r"kept \n as is"]),
        (r"note 'no \escape'", ["note", r"no \escape"]),
        (r"note one\ word", ["note", "one word"]),
        (r"note \;", ["note", ";"]),
        (r"note \"", ["note", '"']),
        (r"note O\'Neil", ["note", "O'Neil"]),
        ('note ""', ["note", ""]),
        ("note ''''", ["note", ""]),
        ('a"b c"d', ["ab cd"]),
        ("""a"b"'c'd""", ["abcd"]),
        ("note 'a;b' \"c;d\"", ["note", "a;b", "c;d"]),
        ("wear Vera vest levels=0,-1", ["wear", "Vera", "vest", "levels=0,-1"]),
        ('assert Vera "locations.left arm.hp=-2"', ["assert", "Vera", "locations.left arm.hp=-2"]),
        ("note Žofie élan 東京", ["note", "Žofie", "élan", "東京"]),
        ("note [x]", ["note", "[x]"]),
        ("note a\\", ["note", "a\\"]),
    ],
)
def test_words_are_those_of_a_shell(line: str, read: list[str]) -> None:
    """Blanks part words, quotes and backslashes keep them together."""
    assert words(line) == read


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ('note Vera "met', 11),
        ("note Vera 'met the", 11),
        ('note "a" "b', 10),
        ("note a'b", 7),
        ('"', 1),
        (r'note "a\"', 6),
        ("note Vera met\x00him", 14),
        ("note\x1b[31m", 5),
        ("note a\u202eb", 7),
        ("note a\x7f", 7),
        ("note a\rb", 7),
        ("note a\u2028b", 7),
        ("[1998-10-31]", 2),
        ("[1998-10-31] ; nothing", 2),
    ],
)
def test_what_is_no_line_is_refused_at_its_column(line: str, column: int) -> None:
    """A quotation without an end, a control character and a date alone are errors with a place."""
    with pytest.raises(LineError) as wrong:
        read_line(line)
    assert wrong.value.column == column


def test_columns_are_those_of_an_editor() -> None:
    """A word is found where it begins, its quote included."""
    assert [tuple(word) for word in read_line("  hit 'Vera M' 3")] == [
        ("hit", 3),
        ("Vera M", 7),
        ("3", 16),
    ]


texts = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp", "Co", "Cn"]))
printable = texts.filter(lambda text: text.isprintable())


@settings(max_examples=500, deadline=None)
@given(st.lists(printable | st.text(" ;'\"\\[]-=ab"), min_size=1, max_size=6))
def test_what_is_written_reads_back(said: list[str]) -> None:
    """Words that were quoted are the same words again."""
    assert words(written(said)) == said


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from(" \t;'\"\\[]ab-=é\n\x00")))
def test_any_line_is_read_or_refused(line: str) -> None:
    """No line crashes the reader; what it reads can be written and read again."""
    try:
        read = words(line)
    except LineError as wrong:
        column = wrong.column
        read = []
    else:
        column = 1
    assert 1 <= column <= max(1, len(line))
    if read and all(word.isprintable() for word in read):
        assert words(written(read)) == read


def test_plain_words_are_written_plainly() -> None:
    """A line as everybody would type it is not decorated."""
    line = "hit Veronica --dice 8,6,7,9 --auto 2 bashing --at +3d"
    assert written(line.split()) == line


# In a journal ------------------------------------------------------------------------------------


def test_a_date_in_front_is_the_event_s_date(alley: Program) -> None:
    """`[DATE]` is `--at DATE`."""
    alley.journal("[1998-11-02 03:04:05] note Veronica one", "[ +1d ] note Veronica two")
    one, two = alley.json("history")[-2:]
    assert (one["at"], two["at"]) == ("1998-11-02 03:04:05", "1998-11-03 03:04:05")


def test_a_comment_is_the_note_of_its_command(alley: Program) -> None:
    """What stands behind `;` is kept with the event; a note that is given wins."""
    alley.journal(
        "hit Veronica 1 lethal   ; haymaker; with style",
        "hit Veronica 1 lethal --note said ; not said",
        "hit Veronica 1 lethal ;",
        "hit Veronica 1 lethal --by 'the ; sign'",
    )
    notes = [row["note"] for row in alley.json("history")[-4:]]
    assert notes == ["haymaker; with style", "said", None, None]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_files_of_other_editors_are_read(alley: Program, end: str, mark: str) -> None:
    """A byte order mark and Windows line ends are no part of a journal."""
    text = mark + end.join(["note Veronica one", "", "note Veronica two ; so", ""])
    assert "2 commands" in alley.ok("run", "-", typed=text.encode())
    assert [row["data"]["text"] for row in alley.json("history")[-2:]] == ["one", "two"]
    assert alley.json("history")[-1]["note"] == "so"


def test_line_and_shell_are_one_grammar(alley: Program) -> None:
    """The same words on the shell and in a journal make the same event."""
    alley.ok("hit", "Veronica", "--dice", "8,6", "bashing", "--by", "Kin caid")
    alley.journal('hit Veronica --dice 8,6 bashing --by "Kin caid"')
    one, other = alley.json("history")[-2:]
    assert (one["data"], one["by"]) == (other["data"], other["by"])
    log = alley.json("log")
    assert log[-1]["command"] == log[-2]["command"]


def test_a_name_may_look_like_an_option() -> None:
    """What stands behind a double dash is no date, also where the line has one in front."""
    words = [word.text for word in read_line("[1998-10-31] note --by=--at -- --at text")]
    assert words == ["note", "--at", "1998-10-31", "--by=--at", "--", "--at", "text"]
