"""Which rows may be meant by a question, as far as a database can tell by its columns.

A sieve holds nothing back that is meant, and may let more through: databases differ in how they fold
capitals and read patterns, so whoever asks looks at each row again. What is here uses the indexes.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Column, and_, or_, true
from sqlalchemy.sql.elements import ColumnElement

from ledger.store.rows import Sieve, Span
from ledger.store.storable import refuse_unstorable
from ledger.store.tables import commits, events

_MANY: Final = 200  # names; a longer list is slower than looking at everybody's rows
_BEYOND_ASCII: Final = "[^ -~]"  # a pattern that both databases read alike


def conditions(sieve: Sieve) -> list[ColumnElement[bool]]:
    """The conditions under which a row passes; none where every row does."""
    return [
        condition(allowed)
        for name, condition in _CONDITIONS.items()
        if (allowed := getattr(sieve, name)) is not None
    ]


def _who(names: Sequence[str]) -> ColumnElement[bool]:
    for name in names:
        refuse_unstorable("who", name)
    if len(names) > _MANY:
        return true()
    return events.c.who == names[0] if len(names) == 1 else events.c.who.in_(names)


def _kinds(kinds: Sequence[str]) -> ColumnElement[bool]:
    return events.c.kind.in_(kinds)


def _within(column: Column[int]) -> Callable[[Sequence[Span]], ColumnElement[bool]]:
    def condition(spans: Sequence[Span]) -> ColumnElement[bool]:
        return or_(
            *[
                and_(
                    true() if begin is None else column >= begin,
                    true() if end is None else column < end,
                )
                for begin, end in spans
            ]
        )

    return condition


def _by(parts: Sequence[str]) -> ColumnElement[bool]:
    return or_(*[_holds(events.c.by, part) for part in parts])


def _note(search: tuple[Sequence[str], Sequence[str]]) -> ColumnElement[bool]:
    parts, kinds = search
    return or_(events.c.kind.in_(kinds), *[_holds(events.c.note, part) for part in parts])


def _holds(column: Column[str | None], part: str) -> ColumnElement[bool]:
    """Whether a text holds another, in whatever case; what is beyond ASCII is let through."""
    if not part or not part.isascii() or not part.isprintable():
        return column.is_not(None)
    return or_(
        column.icontains(part, autoescape=True),
        column.regexp_match(_BEYOND_ASCII),
    )


_CONDITIONS: Final[Mapping[str, Callable[[Any], ColumnElement[bool]]]] = {
    "who": _who,
    "kinds": _kinds,
    "spans": _within(events.c.at),
    "positions": _within(events.c.position),
    "recorded": _within(commits.c.recorded_at),
    "by": _by,
    "note": _note,
}
