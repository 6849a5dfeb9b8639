"""ReQuest: rest, sleep and time in pieces are the same as in one, whatever ails the adventurer."""

from collections.abc import Callable, Sequence
from itertools import count, pairwise
from typing import Any

import hypothesis.strategies as st
import msgspec
from hypothesis import given, settings

from ledger.calendar import GREGORIAN, read_instant
from ledger.calendar.gregorian import Gregorian
from ledger.events import Body, Effect, Recorded
from ledger.replay import Life, replay
from ledger.rules.request import Add
from ledger.rules.request.characteristics import Alter, Lose
from ledger.rules.request.exertion import Exert
from ledger.rules.request.locations import HUMANOID
from ledger.rules.request.privation import Deprive, Sleep, Supply
from ledger.rules.request.wounds import Hit
from ledger.rules.rest import Rest
from ledger.rules.settings import World

HOUR = 3_600
DAY = 24 * HOUR
START = read_instant("1247-02-26 12:00", GREGORIAN, clock=None, start=None)
BEGIN = START + HOUR  # what was before is over by then
PLACES = [location.name for location in HUMANOID.locations]
TRAITS = {"STR": 13, "CON": 9, "SIZ": 15, "INT": 12, "POW": 10, "DEX": 14, "CHA": 9}

serial = count(1)


def recorded(body: Body, kind: str, at: int, until: int | None = None) -> Recorded:
    """An event in the order in which it is made."""
    place = next(serial)
    kind = f"request.{kind}"
    return Recorded(place, f"c{place}", 1, kind, at, until, "Ann", body, anchor=place)


def moments(days: int, least: int = 0) -> st.SearchStrategy[int]:
    """Seconds of some days, mostly round hours."""
    hours = st.builds(
        lambda hour, odd: max(least, hour * HOUR + odd),
        st.integers(0, 24 * days),
        st.sampled_from([0, 0, 0, -1, 1, 1_234]),
    )
    return hours | st.integers(least, days * DAY)


wounds = st.lists(st.tuples(st.sampled_from(PLACES), st.integers(1, 12)), max_size=4)
losses = st.lists(st.tuples(st.sampled_from(list(TRAITS)), st.integers(1, 6)), max_size=3)
lacks = st.sets(st.sampled_from(["sleep", "shelter", "food", "water"]))


@st.composite
def ailments(draw: st.DrawFn) -> list[Recorded]:
    """A character, and what ails her when she lies down at BEGIN."""
    traits = {**TRAITS, "CON": draw(st.sampled_from([4, 9, 9, 20])), "resilience": 900}
    events = [recorded(Add(traits={**traits, "persistence": 40}), "add", START)]
    wants = [msgspec.convert({"want": want}, Deprive) for want in sorted(draw(lacks))]
    events += [recorded(want, "deprive", START) for want in wants]
    for place, amount in draw(wounds):
        events.append(recorded(Hit(amount=amount, location=place), "hit", START))
    for name, points in draw(losses):
        lost = msgspec.convert({"points": points, "characteristic": name}, Lose)
        events.append(recorded(lost, "lose", START))
    tired = {"level": "extreme", "results": ["failure"] * draw(st.integers(0, 5))}
    events.append(recorded(msgspec.convert(tired, Exert), "exert", START, START + 25))
    return events


@st.composite
def disturbances(draw: st.DrawFn) -> list[Recorded]:
    """What happens meanwhile."""
    events = []
    for at in draw(st.lists(moments(9), max_size=3)):
        body, kind = draw(
            st.sampled_from(
                [
                    (Hit(amount=1, location="left arm"), "hit"),
                    (Lose(points=1, characteristic="STR"), "lose"),
                    (Supply(want="food"), "supply"),
                    (Supply(want="water"), "supply"),
                    (Supply(want="shelter"), "supply"),
                    (Deprive(want="sleep"), "deprive"),
                    (Alter(characteristic="CON", amount=5, label="a spell", lasts=HOUR), "alter"),
                ]
            )
        )
        events.append(recorded(body, kind, BEGIN + at))
    for at in draw(st.lists(moments(9), max_size=1)):
        body = Exert(level="heavy", results=())
        events.append(recorded(body, "exert", BEGIN + at, BEGIN + at + 120))
    return events


def life(events: Sequence[Recorded]) -> Life:
    """The life of an adventurer from events in the order of the game."""
    ordered = sorted(events, key=lambda e: (e.at, e.position))
    return replay("Ann", World(GREGORIAN), ordered)


def told(effects: Sequence[Effect]) -> list[tuple[Any, ...]]:
    return [(e.at, e.rule, e.what, e.before, e.after, e.detail) for e in effects]


def outcome(of: Life, until: int) -> tuple[Any, list[tuple[Any, ...]]]:
    """The state at a moment, and all that time and blows have done since BEGIN."""
    own = [effect for step in of.steps for effect in step.effects if effect.at > BEGIN]
    # when somebody will be tired is told as far as her sleep is known
    own = [effect for effect in own if not effect.what.startswith("without ")]
    return of.at(until)[0], sorted(told([*of.passing(BEGIN, until), *own]), key=str)


Span = Callable[[int, int], Recorded]


def resting(begin: int, end: int) -> Recorded:
    return recorded(Rest(), "rest", begin, end)


def lying(begin: int, end: int) -> Recorded:
    return recorded(Rest(complete=True), "rest", begin, end)


def sleeping(begin: int, end: int) -> Recorded:
    return recorded(Sleep(), "sleep", begin, end)


@settings(max_examples=150, deadline=None)
@given(
    before=ailments(),
    meanwhile=disturbances(),
    span=moments(16, 1),
    cuts=st.lists(moments(16), max_size=4),
    make=st.sampled_from([resting, lying, sleeping]),
    overlap=st.sampled_from([0, 0, 1, DAY // 2]),
    later=moments(2),
)
def test_rest_in_pieces_is_rest_in_one(
    before: list[Recorded],
    meanwhile: list[Recorded],
    span: int,
    cuts: list[int],
    make: Span,
    overlap: int,
    later: int,
) -> None:
    """Rests and sleeps that touch or overlap give the same state and the same effects as one."""
    end = BEGIN + span
    edges = sorted({BEGIN, end, *[BEGIN + cut for cut in cuts if cut < span]})
    # what happens meanwhile comes after whatever begins at the same second
    many = [make(since, min(until + overlap, end)) for since, until in pairwise(edges)]
    whole = [make(BEGIN, end)]
    moved = [recorded(e.body, e.verb, e.at, e.until) for e in meanwhile]
    moved.append(resting(end, end + DAY))  # so that what is left of the counts shows
    one, other = life([*before, *whole, *moved]), life([*before, *many, *moved])
    for at in (end, end + later):
        state, effects = outcome(one, at)
        again, same = outcome(other, at)
        assert effects == same
        assert _rested(state) == _rested(again)


def _rested(state: Any) -> Any:
    """A state without the points towards a level of fatigue, which are counted where one looks."""
    if state.death is not None:  # what was recorded after it counts for nothing
        return msgspec.structs.replace(
            state,
            repose=None,
            slumber=None,
            asleep_until=None,
            abed_until=None,
            awake_until=None,
            clocks=(),
        )
    rest = state.repose
    kept = (
        None
        if rest is None
        else msgspec.structs.replace(rest, points=0, counted_to=0, complete_until=0)
    )
    return msgspec.structs.replace(state, repose=kept)


@settings(max_examples=40, deadline=None)
@given(ailments(), st.sampled_from([resting, lying, sleeping]))
def test_nine_days_in_one_in_two_and_in_nine(before: list[Recorded], make: Span) -> None:
    end = BEGIN + 9 * DAY
    ways = []
    for days in ((0, 9), (0, 4, 9), range(10)):
        edges = [BEGIN + day * DAY for day in days]
        ways.append(outcome(life([*before, *[make(a, b) for a, b in pairwise(edges)]]), end))
    states = [_rested(state) for state, _ in ways]
    assert states[0] == states[1] == states[2]
    assert ways[0][1] == ways[1][1] == ways[2][1]


@settings(max_examples=60, deadline=None)
@given(ailments(), st.lists(moments(30), min_size=1, max_size=5))
def test_what_passes_is_the_same_in_any_pieces(before: list[Recorded], cuts: list[int]) -> None:
    """A life asked piece by piece tells the same effects as asked for the whole."""
    of = life([*before, resting(BEGIN, BEGIN + 12 * DAY)])
    edges = sorted({START, *[START + cut for cut in cuts]})
    pieces = [effect for a, b in pairwise(edges) for effect in of.passing(a, b)]
    assert tuple(pieces) == of.passing(START, edges[-1])


def test_a_week_is_the_calendars_own() -> None:
    """A serious wound wants ten quiet days where the week has ten."""
    names = tuple(f"{place}day" for place in "abcdefghij")
    calendar = Gregorian(weekday_names=names)
    events = [
        recorded(Add(traits={**TRAITS, "resilience": 45, "persistence": 40}), "add", START),
        recorded(Hit(amount=8, location="head"), "hit", START),
        resting(BEGIN, BEGIN + 12 * DAY),
    ]
    of = replay("Ann", World(calendar), events)
    healed = [e.at - BEGIN for e in of.passing(BEGIN, BEGIN + 12 * DAY)]
    assert healed == [10 * DAY, 11 * DAY, 12 * DAY]
