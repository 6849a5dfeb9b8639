"""How a question is written: terms with their alternatives, and what each prefix takes.

A word without a prefix is somebody's name. `READERS` says how the values of each prefix are read; a value
that makes no sense, or means nobody and nothing that there is, is refused with what would be right.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches

import msgspec

from ledger.calendar import GREGORIAN, Period, read_period
from ledger.campaign import Campaign
from ledger.errors import Refused
from ledger.naming import refuse_unknown
from ledger.query import (
    EFFECT,
    PREFIXES,
    VERBS,
    Alternative,
    Comparison,
    Part,
    Pattern,
    Query,
    Term,
)
from ledger.rules.catalogue import RULES

# words of the command line that events do not bear
OTHER_WORDS = {
    "feed": "a meal is recorded as a gain: type:gain",
    "amend": "an amend is recorded as a void and the new event: type:void",
}


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


READERS: Mapping[str, Read] = {
    "who": _read_who,
    "type": _read_type,
    "date": _read_date,
    "recorded": _read_recorded,
    "by": _read_by,
    "note": _read_text,
    "rule": _read_rule,
    "amount": _read_amount,
    "id": _read_id,
    "voided": _read_voided,
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
                wanted += READERS[prefix](written, frame)
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
