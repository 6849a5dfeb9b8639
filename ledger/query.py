"""Questions to the history: `who:Vera type:hit not:by:Kincaid amount:>3`.

A question is a list of terms, `PREFIX:VALUE`. The same prefix again, and commas within a value, mean
or; different prefixes mean and; `not:` in front turns a term round, and says "none of these" of
several. A word without a prefix is somebody's name. `PREFIXES` is the table of all that can be asked:
how a value is read, what it fits, and whether that shows in a row of the store or only in the fold of
a character's life.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from operator import eq, ge, gt, le, lt
from typing import Any

import msgspec

from ledger.calendar import GREGORIAN, Period, read_period
from ledger.campaign import Campaign
from ledger.errors import Refused
from ledger.events import Body, Note
from ledger.naming import refuse_unknown
from ledger.rules import KINDS
from ledger.rules.catalogue import RULES
from ledger.store import Sieve, Span

EFFECT = "effect"  # the type of what happens by itself
VERBS = tuple(dict.fromkeys(kind.split(".")[1] for kind in KINDS))
NOTES = tuple(kind for kind, body in KINDS.items() if issubclass(body, Note))
# words of the command line that events do not bear
OTHER_WORDS = {
    "feed": "a meal is recorded as a gain: type:gain",
    "amend": "an amend is recorded as a void and the new event: type:void",
}


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


# How a value is read -------------------------------------------------------------------------------


class Frame(msgspec.Struct, frozen=True):
    """What the values of a question refer to.

    Attributes:
        campaign: whose names, events and calendar are meant.
        now: the real time, in seconds since 1970; None where there is none: then words such as
            `today` have no meaning for `recorded:`.
    """

    campaign: Campaign
    now: int | None = None

    @property
    def names(self) -> list[str]:
        """Everybody who was ever added."""
        return self.campaign.known_names()


class Written(msgspec.Struct, frozen=True):
    """One of the alternatives of a value: a text, or, between slashes, a pattern."""

    text: str
    is_pattern: bool = False

    def __str__(self) -> str:
        return f"/{self.text}/" if self.is_pattern else self.text


Read = Callable[[Written, Frame], Sequence[Alternative]]


def _chosen(word: Written, known: Sequence[str], *, parts: bool) -> list[str]:
    """The words of a known list that are meant: exactly that, else that in other capitals."""
    if word.is_pattern:
        pattern = _pattern(word)
        return [name for name in known if pattern.fits(name)]
    folded = word.text.casefold()
    return (
        [name for name in known if name == word.text]
        or [name for name in known if name.casefold() == folded]
        or [name for name in known if parts and folded in name.casefold()]
    )


def _whole(names: Sequence[str]) -> list[Part]:
    return [Part(name, whole=True) for name in names]


def _read_who(word: Written, frame: Frame) -> Sequence[Part]:
    names = frame.names
    if word == Written("all"):
        return _whole(names)
    found = _chosen(word, names, parts=True)
    if not found and not word.is_pattern:
        raise frame.campaign.unknown(word.text)
    return _whole(found)


def _read_by(word: Written, frame: Frame) -> Sequence[Alternative]:
    if not word.is_pattern and word.text in frame.names:
        return [Part(word.text, whole=True)]
    return _read_text(word, frame)


def _read_text(word: Written, _: Frame) -> Sequence[Alternative]:
    return [_pattern(word) if word.is_pattern else Part(word.text)]


def _read_type(word: Written, _: Frame) -> Sequence[Part]:
    found = _chosen(word, (*VERBS, EFFECT), parts=False)
    if not found and not word.is_pattern:
        if word.text in OTHER_WORDS:
            raise Refused(OTHER_WORDS[word.text])
        raise refuse_unknown(word.text, (*VERBS, EFFECT), "type of event")
    return _whole(found)


def _read_rule(word: Written, _: Frame) -> Sequence[Part]:
    found = _chosen(word, tuple(RULES), parts=True)
    if not found and not word.is_pattern:
        near = str(refuse_unknown(word.text, tuple(RULES), "rule")).partition("; there is")[0]
        raise Refused(f"{near}; `campaign rules list` has them all")
    return _whole(found)


def _read_date(word: Written, frame: Frame) -> Sequence[Period]:
    return [frame.campaign.period(_plain(word, "a period"))]


_TO_1970 = 719_162 * 86_400  # seconds from 0001-01-01 to 1970-01-01


def _read_recorded(word: Written, frame: Frame) -> Sequence[Period]:
    text = _plain(word, "a period")
    clock = None if frame.now is None else frame.now + _TO_1970
    period = read_period(text, GREGORIAN, clock=clock, start=None)
    begin, end = [
        None if limit is None else (limit - _TO_1970) * 1_000_000
        for limit in (period.begin, period.end)
    ]
    return [Period(begin, end)]


_COMPARISON = re.compile(r"(>=|<=|>|<|=)?\s*(-?[0-9]{1,9})")
_RANGE = re.compile(r"(-?[0-9]{1,9})?\.\.(-?[0-9]{1,9})?")


def _read_amount(word: Written, _: Frame) -> Sequence[Comparison | Period]:
    found, between = _COMPARISON.fullmatch(word.text), _RANGE.fullmatch(word.text)
    if not word.is_pattern and found is not None:
        return [Comparison(found[1] or "=", int(found[2]))]
    if not word.is_pattern and between is not None and (between[1] or between[2]):
        least, most = [None if text is None else int(text) for text in between.groups()]
        return [Period(least, None if most is None else most + 1)]
    raise Refused(f"amount:{word} is no comparison; write amount:>3, >=3, <3, <=3, 3, 3..5 or 3..")


def _read_id(word: Written, frame: Frame) -> Sequence[Period]:
    text = _plain(word, "the beginning of an id")
    return [Period(first, last + 1) for first, last in frame.campaign.positions_of(text)]


def _read_voided(word: Written, _: Frame) -> Sequence[bool]:
    if str(word) not in {"yes", "no"}:
        raise Refused(f"voided:{word} says neither voided:yes nor voided:no")
    return [str(word) == "yes"]


def _plain(word: Written, what: str) -> str:
    if word.is_pattern:
        raise Refused(f"{word} is a pattern, and here stands {what}")
    return word.text


def _pattern(word: Written) -> Pattern:
    try:
        re.compile(word.text)
    except re.error as wrong:
        raise Refused(f"{word} is no regular expression: {wrong}") from None
    return Pattern(word.text)


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
        read: the alternatives that a written one means.
        values: what they must fit; None where there is nothing.
        sift: what a database can tell by its columns: the name of a sieve's field and its value;
            None for nothing.
        of_lives: whether only the fold of a life shows it.
    """

    read: Read
    values: Callable[[Facts], Sequence[Any]]
    sift: Callable[[Sequence[Any]], tuple[str, Any]] | None = None
    of_lives: bool = False


PREFIXES: Mapping[str, Prefix] = {
    "who": Prefix(_read_who, lambda f: (f.who,), _names_sifted),
    "type": Prefix(_read_type, lambda f: (f.type,)),
    "date": Prefix(_read_date, lambda f: (f.at,), _spans_sifted("spans")),
    "recorded": Prefix(_read_recorded, lambda f: (f.recorded_at,), _spans_sifted("recorded")),
    "by": Prefix(_read_by, lambda f: (f.by,), lambda parts: ("by", _parts_of(parts))),
    "note": Prefix(_read_text, lambda f: f.notes, lambda p: ("note", (_parts_of(p), NOTES))),
    "rule": Prefix(_read_rule, lambda f: f.rules, of_lives=True),
    "amount": Prefix(_read_amount, lambda f: (f.number,)),
    "id": Prefix(_read_id, lambda f: (f.position,), _spans_sifted("positions")),
    "voided": Prefix(_read_voided, lambda f: (f.voided,), of_lives=True),
}


# Terms as they are typed ---------------------------------------------------------------------------

HOW = f"terms are {', '.join(f'{prefix}:' for prefix in PREFIXES)}, each also after not:"
_PIECE = re.compile(
    r"\s*(?:/(?P<pattern>(?:\\.|[^/\\])+)/|(?P<text>(?:\\,|[^,])*?))\s*(?P<comma>,|\Z)", re.DOTALL
)


def read_query(campaign: Campaign, words: Sequence[str], *, now: int | None = None) -> Query:
    """The question that terms ask of a campaign; no terms ask for everything.

    *now* is the real time, in seconds since 1970, for `recorded:today`.

    Raises:
        Refused: for an unknown prefix, a name, type or rule that is not there, or a value that is
            none; with what would be right.
    """
    frame = Frame(campaign, now)
    grouped: dict[tuple[str, bool], list[Alternative]] = {}
    for word in words:
        negated, rest = False, word
        while rest.casefold().startswith("not:"):
            negated, rest = not negated, rest[4:].lstrip()
        prefix, colon, value = rest.partition(":")
        if not colon:
            prefix, value = "who", rest
        prefix = prefix.strip().casefold()
        if prefix not in PREFIXES:
            raise _no_term(prefix)
        wanted = grouped.setdefault((prefix, negated), [])
        for written in _alternatives(value, word):
            try:
                wanted += PREFIXES[prefix].read(written, frame)
            except Refused as why:
                raise why if colon else Refused(f"{why}\n{HOW}") from None
    return Query(
        tuple([Term(prefix, tuple(found), neg) for (prefix, neg), found in grouped.items()])
    )


def _no_term(prefix: str) -> Refused:
    near = get_close_matches(prefix, PREFIXES, 1)
    hint = f"; did you mean {near[0]}:?" if near else ""
    return Refused(f"no query term {prefix[:60] + ':'!r}{hint}\n{HOW}")


def _alternatives(value: str, term: str) -> list[Written]:
    """The alternatives of a value: between commas, but not in a pattern or behind a backslash."""
    found: list[Written] = []
    rest, comma = value, True
    while comma:
        piece = _PIECE.match(rest)
        assert piece is not None, "any text is a piece"
        pattern, text, comma = piece["pattern"], piece["text"], bool(piece["comma"])
        if pattern is None and not text:
            raise Refused(
                f"{term!r} says nothing {'beside a comma' if found or comma else 'at all'}"
            )
        found.append(
            Written(text.replace("\\,", ",")) if pattern is None else Written(pattern, True)
        )
        rest = rest[piece.end() :]
    return found
