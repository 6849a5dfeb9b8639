"""How values are written: numbers, dice, names, TRAIT=VALUE. A bad value is refused (exit code 1)."""

from collections.abc import Mapping
from typing import Any

import click

MOST = 9999  # as in the bodies of events


class Number(click.ParamType[int]):
    """A whole number within bounds; the message says what is right."""

    name = "n"

    def __init__(self, least: int = 0, most: int = MOST) -> None:
        self.least = least
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number."""
        if isinstance(value, int):
            return value
        digits = value.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) < 10:
            number = int(value)
            if self.least <= number <= self.most:
                return number
        return self.fail(
            f"{value!r} is not a whole number from {self.least} to {self.most}", param, ctx
        )


class Signed(click.ParamType[int]):
    """A whole number with its sign: `+20`, `-3`."""

    name = "n"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number."""
        if isinstance(value, int):
            return value
        digits = value[1:] if value[:1] in {"+", "-"} else value
        if digits.isascii() and digits.isdigit() and len(digits) < 10 and int(digits) <= MOST:
            return int(value)
        return self.fail(f"{value!r} is not a whole number with its sign, as +2 or -2", param, ctx)


class DiceType(click.ParamType[tuple[int, ...]]):
    """Ten-sided dice as they fell, with commas: `8,6,7,9`."""

    name = "dice"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Read the dice."""
        if isinstance(value, tuple):
            return value
        dice = []
        for text in value.split(","):
            die = text.strip()
            if not (die.isascii() and die.isdigit() and len(die) < 3 and 1 <= int(die) <= 10):
                self.fail(f"{die!r} is on no ten-sided die; write them as 8,6,7,9", param, ctx)
            dice.append(int(die))
        if len(dice) > 100:
            self.fail("more than 100 dice", param, ctx)
        return tuple(dice)


class ResultsType(click.ParamType[tuple[str, ...]]):
    """Results of tests in their order, with commas: `s,f,s`."""

    name = "results"
    words: Mapping[str, str] = {
        "s": "success",
        "f": "failure",
        "success": "success",
        "failure": "failure",
    }

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Read the results."""
        if isinstance(value, tuple):
            return value
        letters = [letter.strip() for letter in value.split(",")]
        if any(letter not in self.words for letter in letters):
            self.fail(f"{value[:40]!r}: each is s (success) or f (failure), as s,f,s", param, ctx)
        return tuple([self.words[letter] for letter in letters])


class NamesType(click.ParamType[tuple[str, ...]]):
    """Names with commas between, or `all`."""

    name = "who"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Read the names."""
        if isinstance(value, tuple):
            return value
        names = tuple(name.strip() for name in value.split(","))
        if not all(names):
            self.fail(f"{value!r}: names have commas between them and are not empty", param, ctx)
        return names


class PairType(click.ParamType[tuple[str, str]]):
    """KEY=VALUE."""

    name = "key=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Read key and value."""
        if isinstance(value, tuple):
            return value
        key, sign, text = value.partition("=")
        if not sign or not key or not text:
            takes_name = ctx is not None and any(one.name == "who" for one in ctx.command.params)
            hint = "; a name of several words stands in quotes" if takes_name else ""
            self.fail(f"{value!r} is no KEY=VALUE{hint}", param, ctx)
        return key.strip(), text.strip()


DICE = DiceType()
NAMES = NamesType()
RESULTS = ResultsType()
PAIR = PairType()


def as_table(pairs: Any) -> Mapping[str, str]:
    """KEY=VALUE pairs as a table; the same key twice is refused."""
    table: dict[str, str] = {}
    for key, value in pairs:
        if key in table:
            raise click.BadParameter(f"{key} stands there twice")
        table[key] = value
    return table
