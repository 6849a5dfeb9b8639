"""Exertion: its levels, and the fatigue tests that it asks for (request.activity)."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from ledger.events import Body, Effect, Recorded
from ledger.rules.request import repose
from ledger.rules.request.character import Adventurer, Count, Exertion, Pending
from ledger.rules.request.characteristics import effective
from ledger.rules.request.load import load_shift
from ledger.rules.request.privation import states
from ledger.rules.request.trials import Trial
from ledger.rules.settings import World
from ledger.rules.system import Draft, Outcome, Scene, body_of

Level = Literal["light", "medium", "heavy", "extreme"]
LEVELS: tuple[Level, ...] = ("light", "medium", "heavy", "extreme")
MOST_TESTS = 500  # of one exertion: more is a slip of the finger
FIRST = {"medium": 0, "heavy": 0, "extreme": -20}  # the modifier of the first test, in percent
STEP = -10  # and of each one after it
RESETTING = ("heavy", "extreme")  # levels at which a failure sets the modifier back
RECOVERED = 30  # minus CON: minutes without exertion that set all back


class Exert(Body, frozen=True, kw_only=True):
    """Exertion over the event's span, and the results of its tests as far as they are known."""

    level: Level
    results: tuple[Literal["success", "failure"], ...] = ()


def activity_shift(h: Adventurer, world: World) -> int:
    """By how many levels every activity is harder; tired alone is no whole level (request.activity.shift)."""
    harder = 1 if set(states(h)) - {"tired"} else 0
    return harder + load_shift(h, world)


def level_of(h: Adventurer, level: Level, world: World) -> Level:
    """The level as which an exertion counts."""
    place = LEVELS.index(level)
    if level == "light" and states(h) == ["tired"]:
        place += 1
    return LEVELS[min(place + activity_shift(h, world), len(LEVELS) - 1)]


def interval_of(h: Adventurer, level: Level, world: World) -> int:
    """The seconds between two tests at a level."""
    con = max(1, effective(h, "CON"))
    if level == "medium":
        return con * world.calendar.seconds_per_minute
    return (con if level == "heavy" else 1) * world.settings.combat_round_seconds


def _fresh(h: Adventurer, at: int, world: World) -> Exertion:
    """The counts at the start of an exertion: all back after a pause that was long enough."""
    before = h.exertion
    minutes = max(0, RECOVERED - effective(h, "CON"))
    pause = minutes * world.calendar.seconds_per_minute
    if before.until is not None and at > before.until and at - before.until >= pause:
        return Exertion()
    return before


def _progress(h: Adventurer, level: Level, at: int, world: World) -> int:
    """Seconds since the last test; where CON has sunk since, the next one is due at once."""
    done: Count = getattr(_fresh(h, at, world), level)
    return min(done.progress, interval_of(h, level, world))


def _tests(h: Adventurer, level: Level, event: Recorded, world: World) -> int:
    """How many tests an exertion asks for."""
    if level == "light":
        return 0
    done = _progress(h, level, event.at, world)
    return (done + event.end - event.at) // interval_of(h, level, world)


def plan_exert(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """Exertion over the span that was typed."""
    return [Draft(body_of(Exert, words, "exert"), scene.at, scene.until)]


def check_exert(h: Adventurer, event: Recorded, world: World) -> tuple[str, ...]:
    """One thing at a time, and not more results than tests."""
    body, who = event.body, event.who
    assert isinstance(body, Exert)
    busy = h.exertion.until
    level = level_of(h, body.level, world)
    if level != "light" and busy is not None and event.at < busy:
        until = world.calendar.format(busy)
        return (f"{who} is at work until {until}; one exertion at a time (request.activity)",)
    tests = _tests(h, level, event, world)
    if tests > MOST_TESTS:
        return (
            (
                f"{who}: that asks for {tests} tests; record at most {MOST_TESTS} at once "
                "(request.activity)"
            ),
        )
    if len(body.results) > tests:
        asked = "no test" if not tests else "1 test" if tests == 1 else f"{tests} tests"
        return (f"{who}: {len(body.results)} results, but it asks for {asked} (request.activity)",)
    return ()


def exert(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """The tests are laid out in time; light exertion is light rest."""
    body = event.body
    assert isinstance(body, Exert)
    level = level_of(h, body.level, world)
    if level == "light":
        h = repose.interrupted(h, event.at, event.end)
        return repose.lie_down(h, event.at, event.end, world, complete=False), ()
    interval = interval_of(h, level, world)
    before = _fresh(h, event.at, world)
    done: Count = getattr(before, level)
    progress = _progress(h, level, event.at, world)
    total = progress + event.end - event.at
    first = event.at + interval - progress
    answers = [a.body.result for a in event.answers if isinstance(a.body, Trial)]
    running = msgspec.structs.replace(
        before,
        **{level: Count(total % interval, done.steps)},
        until=event.end,
        level=level,
        next=first if first <= event.end else None,
        interval=interval,
        results=tuple([result == "success" for result in (*body.results, *answers)]),
        cause=event.id,
    )
    h, effects = repose.work(h, event.at, event.end, f"{level} activity", event.id, world)
    return msgspec.structs.replace(h, exertion=running), effects


def check_fatigue(
    h: Adventurer, event: Recorded, answer: Recorded, world: World
) -> tuple[str, ...]:
    """A result belongs to one of the tests that an exertion asks for."""
    body, test = event.body, answer.body
    assert isinstance(body, Exert)
    assert isinstance(test, Trial)
    if test.test != "fatigue":
        return (f"exertion asks for fatigue, not {test.test}",)
    if test.minutes is not None:
        return ("a fatigue test has no minutes",)
    tests = _tests(h, level_of(h, body.level, world), event, world)
    if len(body.results) + event.answers.index(answer) >= tests:
        return ("the exertion's tests have their results already (request.activity)",)
    return ()


def next_test(h: Adventurer, _: World, __: int) -> int | None:
    """When the exertion asks for its next test."""
    return h.exertion.next


def test(h: Adventurer, world: World, at: int) -> Outcome[Adventurer]:
    """A fatigue test: passed, failed, or owed."""
    now = h.exertion
    done: Count = getattr(now, now.level)
    modifier = FIRST[now.level] + STEP * done.steps
    result = now.results[0] if now.results else None
    steps = 0 if result is False and now.level in RESETTING else done.steps + 1
    after = at + now.interval
    running = msgspec.structs.replace(
        now,
        **{now.level: Count(done.progress, steps)},
        next=after if now.until is not None and after <= now.until else None,
        results=now.results[1:],
    )
    h = msgspec.structs.replace(h, exertion=running)
    if result is None:
        owed = Pending("fatigue", now.cause, f"{now.level} activity", modifier)
        told = f"at {modifier:+} %" if modifier else ""
        effect = Effect(at, "request.activity", "test", None, "fatigue", now.cause, told or "owed")
        return msgspec.structs.replace(h, pending=(*h.pending, owed)), (effect,)
    if result:
        return h, ()
    h, effects = repose.fatigued(h, at, "request.fatigue.levels", now.cause, world)
    if effects:
        return h, effects
    last = repose.FATIGUE[h.fatigue]
    return h, (Effect(at, "request.fatigue.levels", "fatigue", last, last, now.cause, "no worse"),)
