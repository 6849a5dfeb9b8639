"""The one grammar: shell arguments, journal lines and prompts are the same commands.

A journal has one command a line; `[DATE]` in front is `--at DATE`, `;` starts a comment, which is the
note of the command before it. Words are quoted as on a shell.
"""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import click

from ledger.errors import Conflict, LedgerError, Refused, StoreUnusable
from ledger.text import is_fit, shown_safely


class Word(NamedTuple):
    """A word of a line, and the column (from 1) where it begins."""

    text: str
    column: int


class LineError(Refused):
    """A line that cannot be read, with the column (from 1) where that shows."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


COMMENT = "--comment"  # the text behind `;`: the note, where none is given as an option
_DATE = re.compile(r"\s*\[([^\]]*)\]")
_BLANK = " \t"


def read_line(line: str) -> list[Word]:
    """The words of a journal line, `[DATE]` and comment turned into options at the end.

    An empty list for a blank line or one that is only a comment.

    Raises:
        LineError: for a quotation without an end, or a control character.
    """
    for column, sign in enumerate(line, 1):
        if not is_fit(sign) and sign != "\t":
            raise LineError(f"the line has a control character ({sign!r})", column)
    dated = _DATE.match(line)
    words, comment = _split(line, dated.end() if dated else 0)
    if dated is not None and not words:
        raise LineError("a date without a command", dated.start(1) + 1)
    if not words:
        return []
    options = []
    if dated is not None:
        column = dated.start(1) + 1
        options_only = takewhile(lambda word: word.text != "--", words)
        second = next((w for w in options_only if w.text.partition("=")[0] == "--at"), None)
        if second is not None:
            raise LineError("the line has a date in front and --at too; give one", second.column)
        options += [Word("--at", column), Word(dated.group(1).strip(), column)]
    if comment is not None and comment.text:
        options += [Word(COMMENT, comment.column), comment]
    return [words[0], *options, *words[1:]]


def _split(line: str, begin: int) -> tuple[list[Word], Word | None]:
    """The words from *begin* on, and the comment behind them."""
    words: list[Word] = []
    place = begin
    while place < len(line):
        sign = line[place]
        if sign in _BLANK:
            place += 1
        elif sign == ";":
            return words, Word(line[place + 1 :].strip(), place + 1)
        else:
            text, end = _word(line, place)
            words.append(Word(text, place + 1))
            place = end
    return words, None


def _word(line: str, begin: int) -> tuple[str, int]:
    """The word that begins at *begin*, unquoted, and where it ends."""
    text, place, quote, opened = "", begin, "", begin
    while place < len(line):
        sign = line[place]
        if quote:
            if sign == quote:
                quote = ""
            elif sign == "\\" and quote == '"' and line[place + 1 : place + 2] in ('"', "\\"):
                place += 1
                text += line[place]
            else:
                text += sign
        elif sign in "'\"":
            quote, opened = sign, place
        elif sign == "\\" and place + 1 < len(line):
            place += 1
            text += line[place]
        elif sign in _BLANK or sign == ";":
            break
        else:
            text += sign
        place += 1
    if quote:
        raise LineError(f"the quotation that begins with {quote} has no end", opened + 1)
    return text, place


def begun(line: str) -> tuple[list[str], str, int] | None:
    """The words of a line that is being typed, the one that is not whole yet, and where it begins.

    A date in front is left out. None inside a comment or the date, where nothing completes.
    """
    dated = _DATE.match(line)
    if dated is None and line.lstrip(_BLANK).startswith("["):
        return None
    words: list[str] = []
    place = dated.end() if dated else 0
    while place < len(line):
        if line[place] in _BLANK:
            place += 1
            continue
        if line[place] == ";":
            return None
        try:
            text, end = _word(line, place)
        except LineError:  # a quotation that goes on
            return words, line[place:].replace('"', "").replace("'", ""), place
        if end == len(line):
            return words, text, place
        words.append(text)
        place = end
    return words, "", len(line)


_PLAIN = re.compile(r"[\w=+:.,/@%-]+")


def written(words: Sequence[str]) -> str:
    """Words as one line that reads back as the same words."""
    return " ".join(word if _PLAIN.fullmatch(word) else _quoted(word) for word in words)


def _quoted(word: str) -> str:
    if '"' in word and "'" not in word:  # JSON stays readable
        return f"'{word}'"
    return '"' + word.replace("\\", r"\\").replace('"', r"\"") + '"'


# Options that look like negative numbers ---------------------------------------------------------

_NEGATIVE = re.compile(r"-\d")
_ESCAPE = "\0"  # can stand in no argument of a shell, and in no journal line


def _shield(arguments: Sequence[str]) -> list[str]:
    """Arguments in which `-2` is a (bad) value and not an option."""
    return [_ESCAPE + a if _NEGATIVE.match(a) else a for a in arguments]


def message_of(wrong: click.ClickException) -> str:
    """What is wrong, with the words as they were typed."""
    said = wrong.format_message().replace(_ESCAPE, "").removeprefix("Invalid value: ")
    return said.partition(" Choose from:\n")[0]  # the choices stand in the name of the argument


def cut(message: str) -> str:
    """A message in which no line is longer than a reader would read, and nothing moves a cursor."""
    lines = [line if len(line) <= 400 else f"{line[:400]}…" for line in message.split("\n")]
    return "\n".join([shown_safely(line) for line in lines])


EXIT_CODES: dict[type[LedgerError], int] = {Refused: 1, StoreUnusable: 3, Conflict: 4}


def exit_code(why: LedgerError) -> int:
    """The exit code of the reference for what went wrong."""
    return next(code for kind, code in EXIT_CODES.items() if isinstance(why, kind))


def _unshield(value: Any) -> Any:
    if isinstance(value, str):
        return value.removeprefix(_ESCAPE)
    if isinstance(value, tuple | list):
        return tuple(_unshield(item) for item in value)
    return value


class Argument(click.Argument):
    """An argument that may be a negative number, so that this can be refused for what it is."""

    def __init__(self, *args: Any, help: str = "", **kwargs: Any) -> None:  # noqa: A002
        super().__init__(*args, **kwargs)
        self.help = help

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Convert the value as it was typed."""
        return super().type_cast_value(ctx, _unshield(value))


class Option(click.Option):
    """An option whose value may begin with a minus (`--at -2h`)."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Convert the value as it was typed."""
        return super().type_cast_value(ctx, _unshield(value))


class GrammarCommand(click.Command):
    """A command of the grammar; remembers its arguments as typed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse, with negative numbers as values."""
        ctx.meta[ARGUMENTS] = tuple(args)
        return super().parse_args(ctx, _shield(args))


ARGUMENTS = "cli.grammar.arguments"
