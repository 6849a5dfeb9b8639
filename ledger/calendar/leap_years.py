"""Which years are leap years, and how many of anything lie before a year: without a loop over years.

A rule is a list such as `every 4, not 100, 400`: each item takes in or leaves out the years that it
names, and a later item decides over an earlier one. `every 4 from 3` names 3, 7, 11 and so on in
both directions. Years are astronomical: where no year zero is shown, 1 BC counts as 0, 2 BC as -1.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import gcd, lcm
from typing import Final, NamedTuple

LONGEST_INTERVAL: Final = 1_000_000
_ITEMS_AT_MOST: Final = 40
_TERMS_AT_MOST: Final = 400
_ITEM: Final = r"(?:0|[1-9][0-9]{0,9})(?: from -?[0-9]{1,10})?"
YEARS_PATTERN: Final = rf"^every {_ITEM}(?:, (?:not )?{_ITEM})*$"
_WORDS: Final = re.compile(
    r"(?P<excluded>not )?(?P<every>[0-9]+)(?: from (?P<first>-?[0-9]+))?", re.ASCII
)


class Recurrence(NamedTuple):
    """The years that leave *residue* when divided by *every*; residue from 0."""

    every: int
    residue: int


class Item(NamedTuple):
    """One item of a rule: whether its years are taken in or left out."""

    years: Recurrence
    included: bool


ALWAYS: Final = Recurrence(1, 0)
# How often each recurrence counts; a year has the sum of those that name it.
Terms = Mapping[Recurrence, int]


def recurrence(every: int, offset: int = 0) -> Recurrence:
    """The years offset, offset + every, and so on in both directions.

    Raises:
        ValueError: when they are not between 1 and `LONGEST_INTERVAL` years apart.
    """
    if not 1 <= every <= LONGEST_INTERVAL:
        raise ValueError(f"every {every} years: an interval is from 1 to {LONGEST_INTERVAL}")
    return Recurrence(every, offset % every)


@lru_cache(maxsize=256)
def read_years(text: str) -> tuple[Item, ...]:
    """The items of a rule as it is written.

    Raises:
        ValueError: when it is no rule, or has too many items.
    """
    if not re.fullmatch(YEARS_PATTERN, text):
        raise ValueError(f"{text[:60]!r} is no rule of years: write every 4, not 100, 400")
    words = text.removeprefix("every ").split(", ")
    if len(words) > _ITEMS_AT_MOST:
        raise ValueError(f"{len(words)} items in a rule of years; at most {_ITEMS_AT_MOST}")
    items = []
    for word in words:
        found = _WORDS.fullmatch(word)
        assert found is not None, "the pattern has just matched"
        years = recurrence(int(found["every"]), int(found["first"] or 0))
        items.append(Item(years, not found["excluded"]))
    return tuple(items)


def written_years(items: Iterable[Item]) -> str:
    """A rule in the form that `read_years` reads."""
    words = [
        ("" if item.included else "not ")
        + str(item.years.every)
        + (f" from {item.years.residue}" if item.years.residue else "")
        for item in items
    ]
    return "every " + ", ".join(words)


def holds(items: Iterable[Item], year: int) -> bool:
    """Whether a rule takes in a year: the last item that names it decides."""
    taken = False
    for (every, residue), included in items:
        if year % every == residue:
            taken = included
    return taken


def common(one: Recurrence, other: Recurrence) -> Recurrence | None:
    """The years that are in both, by the Chinese remainder theorem; None when there is none."""
    shared = gcd(one.every, other.every)
    apart = other.residue - one.residue
    if apart % shared:
        return None
    step = other.every // shared
    steps = apart // shared * pow(one.every // shared, -1, step) % step
    every = lcm(one.every, other.every)
    return Recurrence(every, (one.residue + one.every * steps) % every)


def terms_of(items: Iterable[Item], within: Recurrence = ALWAYS) -> Terms:
    """A rule as a sum of recurrences, each with its sign, among the years of *within*.

    Raises:
        ValueError: when the items overlap in too many ways.
    """
    terms: Counter[Recurrence] = Counter()
    for item in items:
        years = common(item.years, within)
        if years is None:
            continue
        for known, often in tuple(terms.items()):
            both = common(known, years)
            if both is not None:
                terms[both] -= often
        terms[years] += item.included
        terms = Counter({term: often for term, often in terms.items() if often})
        if len(terms) > _TERMS_AT_MOST:
            raise ValueError("the items of a rule of years overlap in too many ways")
    return terms


class Tally:
    """A running count over years: so many days, or months, before each.

    The number for a year is a sum over a few recurrences; so is the way back, for it leaves the
    average line by no more than the uneven part of the terms.
    """

    def __init__(self, terms: Terms, origin: int) -> None:
        """Count what *terms* say of each year, from the beginning of the year *origin*.

        Some of it must fall into every year, as the recurrence `ALWAYS`.
        """
        assert terms[ALWAYS] > 0, "a year without a day could not be found again"
        self._terms = tuple((every, residue, often) for (every, residue), often in terms.items())
        self._origin = origin
        self._base = 0
        self._base = self.before(origin)
        # so many in so many years, on average
        self._years = lcm(*(every for every, _, _ in self._terms))
        self._items = sum(often * (self._years // every) for every, _, often in self._terms)
        self._uneven = sum(abs(often) for every, _, often in self._terms if every > 1)

    def before(self, year: int) -> int:
        """How many lie before the year, negative before the origin."""
        past = year - 1
        return (
            sum([often * ((past - residue) // every) for every, residue, often in self._terms])
            - self._base
        )

    def year_of(self, number: int) -> int:
        """The year in which the item lies that has so many before it."""
        low = self._origin + (number - self._uneven) * self._years // self._items - 1
        high = self._origin + (number + self._uneven) * self._years // self._items + 2
        return low + bisect_right(range(low, high + 1), number, key=self.before) - 1
