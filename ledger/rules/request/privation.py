"""Going without: sleep, shelter, food, water; the negative states that come of it (section 5)."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from ledger.errors import Refused
from ledger.events import Body, Effect, Recorded
from ledger.rules.death import died
from ledger.rules.request import repose
from ledger.rules.request.character import Adventurer, Clock, Doom, Slumber, with_value
from ledger.rules.request.conditions import risen
from ledger.rules.request.trials import HUNDRED, Dying
from ledger.rules.settings import World
from ledger.rules.system import Draft, Outcome, Scene, body_of


class Want(msgspec.Struct, frozen=True):
    """What comes of going without something.

    Attributes:
        state: its name on the sheet.
        rule: the rule's id.
        after: how long it takes to begin, from CON when the clock starts; in seconds.
        loss: how long each further point of CON takes; None where none is lost.
    """

    state: str
    rule: str
    after: Callable[[int, World], int]
    loss: Callable[[World], int] | None = None


def _hour(world: World) -> int:
    return world.calendar.hour_seconds


WANTS: Mapping[str, Want] = {
    "sleep": Want("tired", "request.tired", lambda con, world: con * _hour(world)),
    "shelter": Want("exposed", "request.exposed", lambda con, world: 2 * con * _hour(world), _hour),
    "food": Want(
        "starving",
        "request.starving",
        lambda con, world: con // 2 * world.day,
        lambda world: 5 * world.day,
    ),
    "water": Want(
        "dehydrated", "request.dehydrated", lambda con, world: 2 * con * _hour(world), _hour
    ),
}


class Deprive(Body, frozen=True, kw_only=True):
    """From now on she goes without."""

    want: Literal["sleep", "shelter", "food", "water"]


class Supply(Body, frozen=True, kw_only=True):
    """She has it again; sleep ends only by sleeping."""

    want: Literal["shelter", "food", "water"]


class Sleep(Body, frozen=True, kw_only=True):
    """Sleep over the event's span; in the open it is no sleep in shelter."""

    in_the_open: bool = False


def states(h: Adventurer) -> list[str]:
    """The negative states that hold, in the order of the rules."""
    begun = {clock.want for clock in h.clocks if clock.begun}
    return [want.state for name, want in WANTS.items() if name in begun]


def clock_of(h: Adventurer, want: str) -> Clock | None:
    """The clock that runs for something; None when she has it."""
    return next((clock for clock in h.clocks if clock.want == want), None)


def _with_clock(h: Adventurer, clock: Clock) -> Adventurer:
    clocks = tuple([clock if c.want == clock.want else c for c in h.clocks])
    return msgspec.structs.replace(h, clocks=clocks)


def check_deprive(h: Adventurer, event: Recorded, _: World) -> tuple[str, ...]:
    """Nobody goes without what she already lacks."""
    assert isinstance(event.body, Deprive)
    want = event.body.want
    if clock_of(h, want) is None:
        return ()
    return (f"{event.who} goes without {want} already ({WANTS[want].rule})",)


def deprive(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """A clock starts at 0."""
    assert isinstance(event.body, Deprive)
    name = event.body.want
    want = WANTS[name]
    begins = event.at + want.after(h.value("CON").now, world)
    clock = Clock(name, begins, event.id)
    h = _slept_no_more(h, name, event.at)
    h = msgspec.structs.replace(h, clocks=(*h.clocks, clock))
    date = world.calendar.format(begins)
    effect = Effect(
        event.at, want.rule, f"without {name}", None, f"{want.state} from {date}", event.id
    )
    if begins > event.at:
        return h, (effect,)
    h, more = _begin(h, clock, event.at, world)
    return h, (effect, *more)


def _slept_no_more(h: Adventurer, want: str, at: int) -> Adventurer:
    """What is slept before going without sleep, or after the roof is gone, ends no tiredness."""
    slumber = h.slumber
    if slumber is None or want not in {"sleep", "shelter"}:
        return h
    if want == "shelter":
        return msgspec.structs.replace(h, slumber=Slumber(slumber.since, min(at, slumber.until)))
    rest = Slumber(at, slumber.until) if at < slumber.until else None
    return msgspec.structs.replace(h, slumber=rest)


def check_supply(h: Adventurer, event: Recorded, _: World) -> tuple[str, ...]:
    """Only who lacks something can be given it."""
    assert isinstance(event.body, Supply)
    want = event.body.want
    if clock_of(h, want) is not None:
        return ()
    return (f"{event.who} does not go without {want} ({WANTS[want].rule})",)


def supply(h: Adventurer, event: Recorded, _: World) -> Outcome[Adventurer]:
    """The clock stops, and the state is over."""
    assert isinstance(event.body, Supply)
    return _end(h, event.body.want, event.at, event.id)


def _end(h: Adventurer, name: str, at: int, cause: str | None) -> Outcome[Adventurer]:
    clock, want = clock_of(h, name), WANTS[name]
    assert clock is not None
    left = tuple([c for c in h.clocks if c is not clock])
    h = msgspec.structs.replace(h, clocks=left)
    if not clock.begun:
        effect = Effect(at, want.rule, f"without {name}", f"{want.state} to come", None, cause)
        return h, (effect,)
    if not h.is_in_a_state:
        h = repose.state_ended(h, at)
    return h, (Effect(at, want.rule, "state", want.state, None, cause),)


def sleep(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """Complete rest; time asleep is not time awake, and enough of it in shelter ends tiredness."""
    body = event.body
    assert isinstance(body, Sleep)
    awake = event.at if h.asleep_until is None else max(event.at, h.asleep_until)
    h = msgspec.structs.replace(h, asleep_until=max(awake, event.end))
    h = repose.lie_down(h, event.at, event.end, world, complete=True)
    clock = clock_of(h, "sleep")
    if clock is not None and not clock.begun and event.end > awake:
        later = msgspec.structs.replace(clock, begins=clock.begins + event.end - awake)
        h = _with_clock(h, later)
    if body.in_the_open or clock_of(h, "shelter") is not None:
        return h, ()
    old = h.slumber
    begin = event.at if h.awake_until is None else max(event.at, h.awake_until)
    if begin >= event.end:
        return h, ()
    end = event.end if old is None else max(old.until, event.end)
    if old is None or begin > old.until or begin == h.awake_until:
        return msgspec.structs.replace(h, slumber=Slumber(begin, end)), ()
    return msgspec.structs.replace(h, slumber=Slumber(old.since, end)), ()


def plan_sleep(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """Sleep over the span that was typed."""
    return [Draft(body_of(Sleep, words, "sleep"), scene.at, scene.until)]


def next_slept(h: Adventurer, world: World, since: int) -> int | None:
    """When she has slept enough (request.tired)."""
    if h.slumber is None or clock_of(h, "sleep") is None:
        return None
    enough = h.slumber.since + h.anatomy.sleep * world.calendar.hour_seconds
    return max(enough, since + 1) if enough <= h.slumber.until else None


def slept(h: Adventurer, _: World, at: int) -> Outcome[Adventurer]:
    """Tiredness ends, clock and all."""
    return _end(h, "sleep", at, None)


# What time brings --------------------------------------------------------------------------------


def next_want(h: Adventurer, _: World, __: int) -> int | None:
    """When the next state begins, or takes a point of CON."""
    if not h.clocks:
        return None
    dates = [clock.next_loss if clock.begun else clock.begins for clock in h.clocks]
    known = [at for at in dates if at is not None]
    return min(known) if known else None


def want(h: Adventurer, world: World, at: int) -> Outcome[Adventurer]:
    """The states that begin now, and the points that go now."""
    effects: tuple[Effect, ...] = ()
    for clock in h.clocks:
        if not clock.begun and clock.begins <= at:
            h, more = _begin(h, clock, at, world)
            effects += more
        elif clock.begun and clock.next_loss is not None and clock.next_loss <= at:
            h, more = _waste(h, clock, at, world)
            effects += more
    return h, effects


def _begin(h: Adventurer, clock: Clock, at: int, world: World) -> Outcome[Adventurer]:
    """The state begins, and with it a level of fatigue."""
    kind = WANTS[clock.want]
    h, effects = repose.state_begun(h, at, kind.state, world)
    loss = None if kind.loss is None else at + kind.loss(world)
    h = _with_clock(h, msgspec.structs.replace(clock, begun=True, next_loss=loss))
    state = Effect(at, kind.rule, "state", None, kind.state, clock.cause)
    h, more = repose.fatigued(h, at, kind.rule, clock.cause, world)
    return h, (*effects, state, *more)


def _waste(h: Adventurer, clock: Clock, at: int, world: World) -> Outcome[Adventurer]:
    """A point of CON goes; at 0 the last minutes run (request.states.common)."""
    kind, con, h = WANTS[clock.want], h.value("CON"), risen(h)
    assert kind.loss is not None
    left = None if con.now <= 1 else at + kind.loss(world)
    h = _with_clock(h, msgspec.structs.replace(clock, next_loss=left))
    if not con.now:
        return h, ()
    less = msgspec.structs.replace(con, loss=con.loss + 1, privation=con.privation + 1)
    effect = Effect(at, kind.rule, "CON", con.now, less.now, clock.cause)
    h = with_value(h, "CON", less)
    if less.now or h.doom is not None:
        return h, (effect,)
    dies_at = at + HUNDRED * world.calendar.seconds_per_minute
    doom = Doom(at, dies_at, kind.rule, clock.cause)
    told = Effect(
        at, "request.states.common", "dies", None, world.calendar.format(dies_at), clock.cause
    )
    return msgspec.structs.replace(h, doom=doom), (effect, told)


def check_dying(h: Adventurer, event: Recorded, _: World) -> tuple[str, ...]:
    """Only who has CON 0 by want has such a test, once."""
    if h.doom is not None and h.doom.asked:
        return ()
    return (f"{event.who} owes no death test (request.states.common)",)


def dying(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """How many minutes are left."""
    body, doom = event.body, h.doom
    assert isinstance(body, Dying)
    assert doom is not None
    minutes = body.minutes * world.calendar.seconds_per_minute
    dies_at = doom.since + minutes
    effect = Effect(
        event.at,
        "request.states.common",
        "dies",
        world.calendar.format(doom.dies_at),
        world.calendar.format(dies_at),
        event.id,
    )
    known = msgspec.structs.replace(doom, dies_at=dies_at, asked=False)
    return msgspec.structs.replace(h, doom=known), (effect,)


def next_doom(h: Adventurer, _: World, since: int) -> int | None:
    """When want kills; at once where a change has put that into the past."""
    return None if h.doom is None else max(h.doom.dies_at, since + 1)


def doomed(h: Adventurer, _: World, at: int) -> Outcome[Adventurer]:
    """Want kills."""
    assert h.doom is not None
    return died(h, at, "request.states.common", h.doom.cause)


def refuse_sleep(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """`supply WHO sleep` is `sleep WHO`."""
    if words["want"] == "sleep":
        raise Refused(f"sleep is slept, not supplied: `sleep {scene.who} 8h`")
    return [Draft(body_of(Supply, words, "supply"), scene.at)]
