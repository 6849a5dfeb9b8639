"""The chronicle: events in the order of the game, with their effects, and what happened by itself.

`tell` answers a question event by event, in either direction, and folds only the lives of those who
come into the answer; `chronicle` makes rows of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from heapq import merge
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec

from ledger.calendar import Calendar
from ledger.campaign import Campaign
from ledger.codec import CODEC
from ledger.events import Answer, Effect, Recorded, shown
from ledger.history import heirs_among
from ledger.query import EFFECT, Facts, Query, notes_of
from ledger.rules import KINDS
from ledger.store import Sieve, ToldRow

ANSWERS = frozenset(kind for kind, body in KINDS.items() if issubclass(body, Answer))
NOTHING: tuple[Effect, ...] = ()


def real_time(recorded_at: int) -> str:
    """Real time (UTC microseconds since 1970) in ISO form for a reader."""
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=recorded_at)
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def effect_row(effect: Effect, calendar: Calendar) -> dict[str, Any]:
    """An effect as the reference describes it."""
    return {
        "at": calendar.format(effect.at),
        "rule": effect.rule,
        "text": effect.text,
        "before": _plain(effect.before),
        "after": _plain(effect.after),
    }


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, int | str) else shown(value)


def event_row(
    event: Recorded,
    effects: Iterable[Effect],
    *,
    calendar: Calendar,
    branch: str,
    recorded_at: int,
    voided_by: str | None = None,
) -> dict[str, Any]:
    """An event as the reference describes it."""
    return {
        "position": event.position,
        "id": event.id,
        "branch": branch,
        "at": calendar.format(event.at),
        "until": None if event.until is None else calendar.format(event.until),
        "recorded_at": real_time(recorded_at),
        "who": event.who,
        "type": event.verb,
        "data": msgspec.to_builtins(event.body),
        "by": event.by,
        "note": event.note,
        "command": event.commit,
        "voided_by": voided_by,
        "effects": [effect_row(effect, calendar) for effect in effects],
    }


def _passed_row(who: str, effect: Effect, calendar: Calendar, branch: str) -> dict[str, Any]:
    return {
        "position": None,
        "id": None,
        "branch": branch,
        "at": calendar.format(effect.at),
        "until": None,
        "recorded_at": None,
        "who": who,
        "type": EFFECT,
        "data": {},
        "by": None,
        "note": None,
        "command": None,
        "voided_by": None,
        "effects": [effect_row(effect, calendar)],
    }


# of an event: in-game second, 1, anchor, position, position of an answer;
# of what happens by itself: in-game second, 0, phase, place of the character, number
Place = tuple[int, int, int, int, int]


class Past:
    """What a history says of the events of one character, or of the whole campaign (None)."""

    def __init__(self, campaign: Campaign, who: str | None) -> None:
        self._campaign = campaign
        self.who = who

    @cached_property
    def by_id(self) -> Mapping[str, Recorded]:
        """The character's events, whether they stand or not."""
        stream = [] if self.who is None else self._campaign.stream(self.who)
        return {event.id: event for event in stream}

    @cached_property
    def heirs(self) -> Mapping[str, Recorded]:
        """The id of an amended event → the event that took its place."""
        return heirs_among(self.by_id.values(), self._campaign.corrections)

    @cached_property
    def struck(self) -> Mapping[str, str]:
        """The id of an event that does not stand → the id of the correction that did it."""
        corrections = self._campaign.corrections
        if self.who is None or not (corrections.undone or corrections.voided):
            return {}
        return self._campaign.selection(self.who).struck

    @cached_property
    def effects(self) -> Mapping[str, Sequence[Effect]]:
        """The id of an event → what it brought about."""
        found: dict[str, list[Effect]] = {}
        if self.who is not None and self._campaign.is_added(self.who):
            for step in self._campaign.life(self.who).steps:
                for effect in step.effects:
                    found.setdefault(effect.cause or step.event.id, []).append(effect)
        return found

    def answered(self, answer: Recorded) -> Recorded:
        """The event that an answer belongs to by now; itself where that is not to be found."""
        assert isinstance(answer.body, Answer)
        target = self.by_id.get(answer.body.answers, answer)
        while target.id in self.heirs:
            target = self.heirs[target.id]
        return target


class Told(msgspec.Struct, frozen=True):
    """An event as a history tells it.

    Attributes:
        event: at the moment at which it stands by now.
        place: where it stands among others.
        branch: the name of the branch on which it was recorded.
        recorded_at: real time, UTC microseconds since 1970.
        past: what is known of the character's events.
        voids: the correction that strikes it out by itself; None for none.
    """

    event: Recorded
    place: Place
    branch: str
    recorded_at: int
    past: Past
    voids: str | None

    @property
    def effects(self) -> Sequence[Effect]:
        """What it brought about; folds the character's life."""
        return self.past.effects.get(self.event.id, NOTHING)

    @property
    def voided_by(self) -> str | None:
        """The correction that strikes it out, perhaps with what it answers; None while it stands."""
        return self.voids or self.past.struck.get(self.event.id)

    def facts(self, *, of_life: bool = False) -> Facts:
        """What can be asked of it; with what its character's life says if that is wanted."""
        event = self.event
        return Facts(
            type=event.verb,
            at=event.at,
            who=event.who,
            by=event.by,
            notes=notes_of(event.note, event.body),
            number=event.body.number,
            position=event.position,
            recorded_at=self.recorded_at,
            rules=tuple([e.rule for e in self.effects if e.rule]) if of_life else (),
            voided=of_life and self.voided_by is not None,
        )

    def row(self, campaign: Campaign) -> dict[str, Any]:
        """The event as the reference describes it."""
        return event_row(
            self.event,
            self.effects,
            calendar=campaign.calendar,
            branch=self.branch,
            recorded_at=self.recorded_at,
            voided_by=self.voided_by,
        )


class Passed(msgspec.Struct, frozen=True):
    """What happened to a character by itself."""

    who: str
    effect: Effect
    place: Place

    def row(self, campaign: Campaign) -> dict[str, Any]:
        """The effect as the reference describes it."""
        return _passed_row(self.who, self.effect, campaign.calendar, campaign.branch.name)


def chronicle(
    campaign: Campaign,
    query: Query,
    *,
    with_effects: bool = False,
    until: int | None = None,
    newest_first: bool = False,
) -> Iterator[dict[str, Any]]:
    """The rows of `tell`, as the reference describes them."""
    told = tell(campaign, query, with_effects=with_effects, until=until, newest_first=newest_first)
    return (one.row(campaign) for one in told)


def tell(
    campaign: Campaign,
    query: Query,
    *,
    with_effects: bool = False,
    until: int | None = None,
    newest_first: bool = False,
) -> Iterator[Told | Passed]:
    """What a question means, in the order of the game.

    Events that do not stand are among it, with what struck them out. At one moment, what happened
    by itself comes before what was recorded for it; it is told up to the in-game second *until*
    (None: the clock), a forecast where that lies ahead.
    """
    events = _Events(campaign, query).told(newest_first)
    if not with_effects:
        return events
    passed = _passed(campaign, query, campaign.clock if until is None else until)
    passed.sort(key=attrgetter("place"), reverse=newest_first)
    return merge(events, passed, key=attrgetter("place"), reverse=newest_first)


class _Events:
    """The recorded events that a question means."""

    def __init__(self, campaign: Campaign, query: Query) -> None:
        self._campaign = campaign
        self._query = query
        self._pasts: dict[str | None, Past] = {}
        self._branches = {b.id: b.name for b in campaign.reader.branches(campaign.branch)}
        rows = campaign.reader.amendments(campaign.branch, up_to=campaign.known_at)
        self._amends = {row.id: str(row.amends) for row in rows}
        # whose answers may stand elsewhere than where they were recorded
        self._moved = frozenset(row.who for row in rows if row.who is not None)

    def told(self, newest_first: bool) -> Iterator[Told]:
        """The events in the order of the game."""
        sieve = self._query.sieve()
        streams = [self._ordered(self._read(sieve, newest_first, moved=False), newest_first)]
        if self._moved:
            wherever = msgspec.structs.replace(sieve, spans=None)
            moved = self._read(wherever, newest_first, moved=True)
            streams.append(iter(sorted(moved, key=attrgetter("place"), reverse=newest_first)))
        for one in merge(*streams, key=attrgetter("place"), reverse=newest_first):
            if self._query.of_rows.admits(one.facts()) and (
                not self._query.of_lives.terms
                or self._query.of_lives.admits(one.facts(of_life=True))
            ):
                yield one

    def _read(self, sieve: Sieve, newest_first: bool, *, moved: bool) -> Iterator[Told]:
        """The events whose rows pass: those whose answers may have moved, or all others."""
        campaign = self._campaign
        if moved:
            among = self._moved if sieve.who is None else self._moved.intersection(sieve.who)
            kinds = ANSWERS if sieve.kinds is None else ANSWERS.intersection(sieve.kinds)
            sieve = msgspec.structs.replace(
                sieve, who=tuple(sorted(among)), kinds=tuple(sorted(kinds))
            )
        if sieve.who == () or sieve.kinds == ():
            return
        rows = campaign.reader.told(
            campaign.branch, sieve, up_to=campaign.known_at, newest_first=newest_first
        )
        for row in rows:
            if (row.event.who in self._moved and row.event.kind in ANSWERS) == moved:
                yield self._told(row)

    def _ordered(self, told: Iterator[Told], newest_first: bool) -> Iterator[Told]:
        """Events in the order of the store, which is that of the game but for one moment."""
        for _, moment in groupby(told, key=lambda one: one.event.at):
            yield from sorted(moment, key=attrgetter("place"), reverse=newest_first)

    def _told(self, row: ToldRow) -> Told:
        event = CODEC.read(row.event)
        past = self._pasts.get(event.who)
        if past is None:
            past = self._pasts[event.who] = Past(self._campaign, event.who)
        event, place = self._placed(event, past)
        voids = self._campaign.corrections.struck_by(event)
        return Told(event, place, self._branches[row.branch], row.recorded_at, past, voids)

    def _placed(self, event: Recorded, past: Past) -> tuple[Recorded, Place]:
        """Where an event stands: an amended one in the old place, an answer behind its event."""
        if not isinstance(event.body, Answer):
            return event, (event.at, 1, self._origin(event.id, event.position), event.position, 0)
        commit, _, ordinal = event.body.answers.partition(".")
        if commit == event.commit and event.who not in self._moved:  # the usual soak
            position = event.position - event.ordinal + int(ordinal)
            return event, (event.at, 1, position, position, event.position)
        target = past.answered(event)
        if target is not event:
            event = msgspec.structs.replace(event, at=target.at)
        origin = self._origin(target.id, target.position)
        behind = 0 if target is event else event.position
        return event, (event.at, 1, origin, target.position, behind)

    def _origin(self, event: str, position: int) -> int:
        """The position that orders an event among those of its moment: of what it replaced."""
        if event not in self._amends:
            return position
        while event in self._amends:
            event = self._amends[event]
        return self._campaign.positions_of(event)[0][0]


def _passed(campaign: Campaign, query: Query, until: int) -> list[Passed]:
    """What happened by itself of what a question means, in no order."""
    span = query.span
    since = campaign.start if span.begin is None else max(campaign.start, span.begin)
    last = until if span.end is None else min(until, span.end - 1)
    names = [who for who in campaign.roster() if query.admits_name(who)]
    if not names or not query.admits_type(EFFECT):
        return []
    return [
        Passed(life.who, effect, (effect.at, 0, effect.phase, order, number))
        for order, life in enumerate(campaign.lives(names))
        for number, effect in enumerate(life.passing(since - 1, last))
        if query.admits(facts_of_effect(life.who, effect))
    ]


def facts_of_effect(who: str, effect: Effect) -> Facts:
    """What can be asked of something that happened by itself."""
    rules = () if effect.rule is None else (effect.rule,)
    return Facts(type=EFFECT, at=effect.at, who=who, rules=rules)
