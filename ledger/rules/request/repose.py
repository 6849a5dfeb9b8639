"""Rest: stretches, what breaks a day of them, and the levels of fatigue that they give back.

Three things are counted in one stretch: quiet days (for hit locations), days of rest (for
characteristics, which damage does not disturb), and points towards a level of fatigue.
"""

from collections.abc import Iterator

import msgspec

from ledger.calendar.reckoning import FIRST_INSTANT
from ledger.events import Effect, Recorded
from ledger.rules.request.character import Adventurer, Repose, Slumber
from ledger.rules.rest import BREAKING, Rest
from ledger.rules.settings import World
from ledger.rules.system import Outcome

POINTS_A_LEVEL = 4  # hours of light rest; complete rest and sleep count twice
LIGHT, COMPLETE = 1, 2


def _segments(repose: Repose, busy: int, until: int) -> Iterator[tuple[int, int, int]]:
    """The spans of one rate of recovery, up to *until*: begin, end, rate each."""
    begin = repose.counted_to
    ends = sorted({busy, repose.complete_until, repose.until, until})
    for end in ends:
        if begin < end <= min(until, repose.until):
            rate = 0 if begin < busy else COMPLETE if begin < repose.complete_until else LIGHT
            yield begin, end, rate
            begin = end


def _busy(h: Adventurer) -> int:
    return FIRST_INSTANT if h.busy_until is None else h.busy_until


def settled(h: Adventurer, at: int, world: World) -> Adventurer:
    """The character with the points of fatigue counted up to *at*."""
    repose = h.repose
    if repose is None or at <= repose.counted_to:
        return h
    points = repose.points
    if not h.is_in_a_state:
        points += sum(rate * (end - begin) for begin, end, rate in _segments(repose, _busy(h), at))
    level = POINTS_A_LEVEL * world.calendar.hour_seconds
    kept = msgspec.structs.replace(repose, points=points % level, counted_to=at)
    return msgspec.structs.replace(h, repose=kept)


def lie_down(h: Adventurer, at: int, until: int, world: World, *, complete: bool) -> Adventurer:
    """Rest from *at* to *until*: a longer stretch, or a new one where it does not touch the old."""
    full = until if complete else at
    old = h.repose
    if old is None or at > old.until:
        begin = max(at, _busy(h))
        new = Repose(until, full, begin, begin, at)
        return msgspec.structs.replace(h, repose=new)
    h = settled(h, at, world)
    assert h.repose is not None
    longer = msgspec.structs.replace(
        h.repose,
        until=max(old.until, until),
        complete_until=max(old.complete_until, full),
    )
    return msgspec.structs.replace(h, repose=longer)


def rest(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """A rest from the event's second to its end; work during it breaks it to that end."""
    body = event.body
    assert isinstance(body, Rest)
    h = lie_down(h, event.at, event.end, world, complete=body.complete)
    if body.activity not in BREAKING:
        return h, ()
    return work(h, event.at, event.end, f"{body.activity} activity", event.id, world)


def work(
    h: Adventurer, at: int, until: int, why: str, cause: str, world: World
) -> Outcome[Adventurer]:
    """Work above light from *at* to *until*: no day of rest runs before its end."""
    effects = broken_day(h, at, why, cause, world, quiet=False)
    h = settled(h, at, world)
    if h.repose is not None:
        broken = msgspec.structs.replace(
            h.repose,
            quiet_from=max(h.repose.quiet_from, until),
            day_from=max(h.repose.day_from, until),
        )
        h = msgspec.structs.replace(h, repose=broken)
    return msgspec.structs.replace(
        interrupted(h, at, until), busy_until=max(_busy(h), until)
    ), effects


def struck(h: Adventurer, at: int, cause: str, world: World) -> Outcome[Adventurer]:
    """A blow that costs a point: the quiet day starts again, the sleeper wakes."""
    effects = broken_day(h, at, "damaged", cause, world, quiet=True)
    h = interrupted(h, at, at)
    if h.repose is None:
        return h, effects
    broken = msgspec.structs.replace(h.repose, quiet_from=max(h.repose.quiet_from, at))
    return msgspec.structs.replace(h, repose=broken), effects


def state_begun(h: Adventurer, at: int, state: str, world: World) -> Outcome[Adventurer]:
    """A negative state begins: what has been counted is kept, nothing more is."""
    return settled(h, at, world), broken_day(h, at, state, None, world, quiet=False)


def state_ended(h: Adventurer, at: int) -> Adventurer:
    """The last negative state is over: days and points are counted from here."""
    if h.repose is None:
        return h
    again = msgspec.structs.replace(
        h.repose,
        quiet_from=max(h.repose.quiet_from, at),
        day_from=max(h.repose.day_from, at),
        counted_to=max(h.repose.counted_to, at),
    )
    return msgspec.structs.replace(h, repose=again)


def broken_day(
    h: Adventurer, at: int, why: str, cause: str | None, world: World, *, quiet: bool
) -> tuple[Effect, ...]:
    """The effect that names what breaks a day of rest; nothing where none was running."""
    repose = h.repose
    if repose is None or at > repose.until or h.is_in_a_state:
        return ()
    since = repose.quiet_from if quiet else repose.day_from
    if at <= since or (at - since) % world.day == 0:
        return ()
    date = world.calendar.format(at)
    what = "quiet day" if quiet else "day of rest"
    detail = f"no recovery on {date.partition(' ')[0]}: {why}"
    return (Effect(at, "rest.day", what, "running", "broken", cause, detail),)


# Sleep -------------------------------------------------------------------------------------------


def interrupted(h: Adventurer, at: int, until: int) -> Adventurer:
    """The sleep that is running stops at *at*, and counts anew from *until* if it lasts so long."""
    slumber, awake = h.slumber, h.awake_until
    h = msgspec.structs.replace(h, awake_until=until if awake is None else max(awake, until))
    if slumber is None or at > slumber.until:
        return h
    if until < slumber.until:
        return msgspec.structs.replace(h, slumber=Slumber(max(slumber.since, until), slumber.until))
    stopped = Slumber(slumber.since, at) if at > slumber.since else None
    return msgspec.structs.replace(h, slumber=stopped)


# Fatigue -----------------------------------------------------------------------------------------

FATIGUE = ("Fresh", "Winded", "Tired", "Wearied", "Exhausted", "Debilitated")


def fatigued(
    h: Adventurer, at: int, rule: str, cause: str | None, world: World
) -> Outcome[Adventurer]:
    """One level down, never beyond the last (request.fatigue.levels)."""
    h = settled(h, at, world)
    level = min(h.fatigue + 1, len(FATIGUE) - 1)
    if level == h.fatigue:
        return h, ()
    effect = Effect(at, rule, "fatigue", FATIGUE[h.fatigue], FATIGUE[level], cause)
    return msgspec.structs.replace(h, fatigue=level), (effect,)


def next_breath(h: Adventurer, world: World, _: int) -> int | None:
    """When rest gives the next level of fatigue back (request.fatigue.recovery)."""
    repose = h.repose
    if not h.fatigue or repose is None or h.is_in_a_state:
        return None
    missing = POINTS_A_LEVEL * world.calendar.hour_seconds - repose.points
    for begin, end, rate in _segments(repose, _busy(h), repose.until):
        if rate * (end - begin) >= missing:
            return begin - (-missing // rate)
        missing -= rate * (end - begin)
    return None


def catch_breath(h: Adventurer, _: World, at: int) -> Outcome[Adventurer]:
    """A level of fatigue is gone."""
    assert h.repose is not None
    effect = Effect(
        at, "request.fatigue.recovery", "fatigue", FATIGUE[h.fatigue], FATIGUE[h.fatigue - 1]
    )
    repose = msgspec.structs.replace(h.repose, points=0, counted_to=at)
    return msgspec.structs.replace(h, fatigue=h.fatigue - 1, repose=repose), (effect,)
