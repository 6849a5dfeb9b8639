"""Questions to the history: `who:Vera type:hit not:by:Kincaid amount:>3`.

A question is a list of terms, `PREFIX:VALUE`. The same prefix again, and commas within a value, mean
or; different prefixes mean and; `not:` in front turns a term round, and says "none of these" of
several. `PREFIXES` is the table of all that can be asked: what a value must fit, and whether that shows
in a row of the store or only in the fold of a character's life. How it is written stands in
`query_text.py`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from operator import eq, ge, gt, le, lt
from typing import Any

import msgspec

from ledger.calendar import Period
from ledger.events import Body, Note
from ledger.rules import KINDS
from ledger.store import Sieve, Span

EFFECT = "effect"  # the type of what happens by itself
VERBS = tuple(dict.fromkeys(kind.split(".")[1] for kind in KINDS))
NOTES = tuple(kind for kind, body in KINDS.items() if issubclass(body, Note))


# What a value fits ---------------------------------------------------------------------------------


class Part(msgspec.Struct, frozen=True):
    """A text that is part of another in whatever case; *whole*: that is the other, to the letter."""

    text: str
    whole: bool = False

    def fits(self, text: str) -> bool:
        """Whether it is part of *text*."""
        return self.text == text if self.whole else self.text.casefold() in text.casefold()


class Pattern(msgspec.Struct, frozen=True):
    """A regular expression that is found in a text, in whatever case."""

    source: str

    def fits(self, text: str) -> bool:
        """Whether it is found in *text*."""
        return re.search(self.source, text, re.IGNORECASE) is not None


class Comparison(msgspec.Struct, frozen=True):
    """A number that another is compared with."""

    sign: str
    number: int

    def fits(self, number: int) -> bool:
        """Whether *number* compares so."""
        return SIGNS[self.sign](number, self.number)


SIGNS: Mapping[str, Callable[[int, int], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq}
Alternative = Part | Pattern | Comparison | Period | bool


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What can be asked of an event, or of what happened by itself.

    Attributes:
        type: the verb, or `effect`.
        at: its in-game second.
        who: the character's name; None for an event of the whole campaign.
        by: who did it; None when nobody was named.
        notes: what was noted of it, and the text of a note.
        number: the N of its line, or the successes of its dice; None without one.
        position: its number in the branch; None for what happened by itself.
        recorded_at: real time, UTC microseconds since 1970; None likewise.
        rules: the rules by which it had effects.
        voided: whether a correction has struck it out.
    """

    type: str
    at: int
    who: str | None = None
    by: str | None = None
    notes: tuple[str, ...] = ()
    number: int | None = None
    position: int | None = None
    recorded_at: int | None = None
    rules: tuple[str, ...] = ()
    voided: bool = False


def notes_of(note: str | None, body: Body) -> tuple[str, ...]:
    """The texts of an event in which `note:` looks."""
    texts = (note, body.text if isinstance(body, Note) else None)
    return tuple([text for text in texts if text])


class Term(msgspec.Struct, frozen=True):
    """One term: any of the alternatives fits, or, where *negated*, none does."""

    prefix: str
    alternatives: tuple[Alternative, ...]
    negated: bool = False

    def admits(self, facts: Facts) -> bool:
        """Whether something is among what the term means."""
        values = [v for v in PREFIXES[self.prefix].values(facts) if v is not None]
        return self.negated != any(_fits(a, v) for a in self.alternatives for v in values)


def _fits(alternative: Alternative, value: Any) -> bool:
    if isinstance(alternative, bool):
        return alternative is value
    return value in alternative if isinstance(alternative, Period) else alternative.fits(value)


class Query(msgspec.Struct, frozen=True, dict=True):
    """A question: what all of its terms admit."""

    terms: tuple[Term, ...] = ()

    def admits(self, facts: Facts) -> bool:
        """Whether something is among what is asked for."""
        return all(term.admits(facts) for term in self.terms)

    def admits_name(self, who: str) -> bool:
        """Whether anything of a character's can be among it."""
        facts = Facts(type="", at=0, who=who)
        return all(term.admits(facts) for term in self.terms if term.prefix == "who")

    def admits_type(self, name: str) -> bool:
        """Whether anything of a type can be among it."""
        facts = Facts(type=name, at=0)
        return all(term.admits(facts) for term in self.terms if term.prefix == "type")

    @cached_property
    def of_rows(self) -> "Query":
        """The part that a row of the store can answer."""
        return Query(tuple([t for t in self.terms if not PREFIXES[t.prefix].of_lives]))

    @cached_property
    def of_lives(self) -> "Query":
        """The part that only the fold of a life can answer."""
        return Query(tuple([t for t in self.terms if PREFIXES[t.prefix].of_lives]))

    def within(self, period: Period) -> "Query":
        """The question with a period of the game that holds besides its own dates."""
        if period == Period(None, None):
            return self
        return Query((*self.terms, Term("date", (period,))))

    @cached_property
    def span(self) -> Period:
        """A period of the game outside which nothing is admitted."""
        begin, end = None, None
        for term in self.terms:
            if term.prefix == "date" and not term.negated:
                periods = [a for a in term.alternatives if isinstance(a, Period)]
                begins, ends = [p.begin for p in periods], [p.end for p in periods]
                begin = _narrowed(begin, begins, min, max)
                end = _narrowed(end, ends, max, min)
        return Period(begin, end)

    def sieve(self) -> Sieve:
        """What a database can tell of it by its columns."""
        found: dict[str, Any] = {}
        for term in self.terms:
            sift = PREFIXES[term.prefix].sift
            if term.prefix == "type":
                verbs = {a.text for a in term.alternatives if isinstance(a, Part)}
                kinds = tuple(k for k in KINDS if (k.split(".")[1] in verbs) != term.negated)
                found["kinds"] = kinds
            elif sift is not None and not term.negated:
                name, values = sift(term.alternatives)
                # of two periods of the game the second is no or: the narrower is looked up
                found[name] = values if name not in found else min(found[name], values, key=_width)
        return Sieve(**found)


def _narrowed(
    known: int | None, limits: Sequence[int | None], among: Any, against: Any
) -> int | None:
    """A limit of an and: of the alternatives the widest counts, against what is known the narrower."""
    if None in limits:
        return known
    found: int = among(limits)
    return found if known is None else against(known, found)


def _width(spans: Sequence[Span]) -> int:
    """How much lies within spans, the open ones last."""
    return sum([2**64 if begin is None or end is None else end - begin for begin, end in spans])


# The table -----------------------------------------------------------------------------------------


def _names_sifted(alternatives: Sequence[Any]) -> tuple[str, tuple[str, ...]]:
    return "who", tuple([part.text for part in alternatives])


def _spans_sifted(name: str) -> Callable[[Sequence[Any]], tuple[str, tuple[Span, ...]]]:
    return lambda periods: (name, tuple([(period.begin, period.end) for period in periods]))


def _parts_of(alternatives: Sequence[Any]) -> tuple[str, ...]:
    return tuple([a.text if isinstance(a, Part) else "" for a in alternatives])


class Prefix(msgspec.Struct, frozen=True):
    """What can be asked by one prefix.

    Attributes:
        values: what they must fit; None where there is nothing.
        sift: what a database can tell by its columns: the name of a sieve's field and its value;
            None for nothing.
        of_lives: whether only the fold of a life shows it.
    """

    values: Callable[[Facts], Sequence[Any]]
    sift: Callable[[Sequence[Any]], tuple[str, Any]] | None = None
    of_lives: bool = False


PREFIXES: Mapping[str, Prefix] = {
    "who": Prefix(lambda f: (f.who,), _names_sifted),
    "type": Prefix(lambda f: (f.type,)),
    "date": Prefix(lambda f: (f.at,), _spans_sifted("spans")),
    "recorded": Prefix(lambda f: (f.recorded_at,), _spans_sifted("recorded")),
    "by": Prefix(lambda f: (f.by,), lambda parts: ("by", _parts_of(parts))),
    "note": Prefix(lambda f: f.notes, lambda p: ("note", (_parts_of(p), NOTES))),
    "rule": Prefix(lambda f: f.rules, of_lives=True),
    "amount": Prefix(lambda f: (f.number,)),
    "id": Prefix(lambda f: (f.position,), _spans_sifted("positions")),
    "voided": Prefix(lambda f: (f.voided,), of_lives=True),
}
