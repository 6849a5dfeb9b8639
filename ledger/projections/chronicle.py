"""The chronicle: events in the order of the game, with their effects, and what happened by itself."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from ledger.calendar import Calendar, Period
from ledger.campaign import Campaign
from ledger.codec import CODEC
from ledger.events import Answer, Effect, Recorded, shown
from ledger.replay import Life
from ledger.store import CommitRow


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
        "type": "effect",
        "data": {},
        "by": None,
        "note": None,
        "command": None,
        "voided_by": None,
        "effects": [effect_row(effect, calendar)],
    }


def chronicle(
    campaign: Campaign, period: Period, *, with_effects: bool = False, until: int | None = None
) -> list[dict[str, Any]]:
    """The rows of a period in the order of the game, newest last.

    Events that do not stand are among them, with what struck them out. At one moment, what
    happened by itself comes before what was recorded for it; it is told up to the in-game second
    *until* (None: the clock), a forecast where that lies ahead.
    """
    commits = {
        row.id: row for row in campaign.reader.commits(campaign.branch, up_to=campaign.known_at)
    }
    branches = {row.id: row.name for row in campaign.reader.branches(campaign.branch)}
    recorded = [
        CODEC.read(row) for row in campaign.reader.events(campaign.branch, up_to=campaign.known_at)
    ]
    lives = campaign.lives()
    struck: dict[str, str] = {}
    effects: dict[str, list[Effect]] = {}
    for life in lives:
        struck.update(campaign.selection(life.who).struck)
        for step in life.steps:
            for effect in step.effects:
                effects.setdefault(effect.cause or step.event.id, []).append(effect)
    for event in recorded:
        by = campaign.corrections.struck_by(event)
        if by is not None:
            struck[event.id] = by
    by_id = {event.id: event for event in recorded}
    recorded = [_at_its_event(event, by_id, campaign) for event in recorded]
    keyed = [
        (
            _place(event, by_id, campaign),
            event_row_of(event, effects, struck, commits, branches, campaign),
        )
        for event in recorded
        if event.at in period
    ]
    if with_effects:
        end = campaign.clock if until is None else until
        keyed += _passed_rows(campaign, lives, period, end)
    return [row for _, row in sorted(keyed, key=lambda pair: pair[0])]


def event_row_of(
    event: Recorded,
    effects: Mapping[str, Sequence[Effect]],
    struck: Mapping[str, str],
    commits: Mapping[str, CommitRow],
    branches: Mapping[int, str],
    campaign: Campaign,
) -> dict[str, Any]:
    """An event's row from what is known of its campaign."""
    commit = commits[event.commit]
    return event_row(
        event,
        effects.get(event.id, ()),
        calendar=campaign.calendar,
        branch=branches[commit.branch],
        recorded_at=commit.recorded_at,
        voided_by=struck.get(event.id),
    )


# of an event: in-game second, 1, anchor, position, position of an answer;
# of what happens by itself: in-game second, 0, phase, place of the character, number
Place = tuple[int, int, int, int, int]


def _passed_rows(
    campaign: Campaign, lives: Sequence[Life], period: Period, until: int
) -> list[tuple[Place, dict[str, Any]]]:
    branch = campaign.branch.name
    return [
        (
            (effect.at, 0, effect.phase, order, number),
            _passed_row(life.who, effect, campaign.calendar, branch),
        )
        for order, life in enumerate(lives)
        for number, effect in enumerate(life.passing(campaign.start - 1, until))
        if effect.at in period
    ]


def _at_its_event(event: Recorded, by_id: Mapping[str, Recorded], campaign: Campaign) -> Recorded:
    """An answer at the moment of the event that it belongs to, wherever that is by now."""
    if not isinstance(event.body, Answer) or event.body.answers not in by_id:
        return event
    return msgspec.structs.replace(event, at=campaign.heir_of(by_id[event.body.answers]).at)


def _place(event: Recorded, by_id: Mapping[str, Recorded], campaign: Campaign) -> Place:
    """Where an event stands: an amended one in the old place, an answer behind its event."""
    standing = event
    if isinstance(event.body, Answer) and event.body.answers in by_id:
        standing = campaign.heir_of(by_id[event.body.answers])
    origin = standing
    while origin.amends is not None and origin.amends in by_id:
        origin = by_id[origin.amends]
    behind = 0 if standing is event else event.position
    return event.at, 1, origin.position, standing.position, behind
