"""Time in pieces is time in one, and costs by what happens, not by how long it lasts."""

from collections import Counter
from dataclasses import replace
from itertools import count, pairwise
from typing import Any

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import given, settings

from ledger.calendar import GREGORIAN, read_instant
from ledger.events import Body, Effect, Recorded
from ledger.projections.sheets import sheet
from ledger.replay import Life, replay
from ledger.rules import KINDS
from ledger.rules.pools import Pool
from ledger.rules.rest import Rest
from ledger.rules.settings import Settings, World
from ledger.rules.storyteller.blow import Hit
from ledger.rules.storyteller.conditions import Condition
from ledger.rules.storyteller.track import Damage, Track
from ledger.rules.system import Process, System
from ledger.rules.vampire import VAMPIRE
from ledger.rules.vampire.blood import day_of_rest
from ledger.rules.vampire.character import Torpor, Vampire
from ledger.rules.vampire.torpor import Sleep

DAY = 86_400
START = read_instant("1998-10-31 12:00", GREGORIAN, clock=None, start=None)
NIGHTLY = {"vampire.blood.nightly", "vampire.blood.empty"}

worlds = st.builds(
    World,
    st.just(GREGORIAN),
    st.builds(
        Settings,
        nightly_blood=st.sampled_from([True, True, True, False]),
        dusk=st.none() | st.integers(0, DAY - 1),
    ),
)


def moments(days: int, least: int = 0) -> st.SearchStrategy[int]:
    """Seconds of some days: mostly round hours, so that small numbers do not crowd out the rest."""
    hours = st.builds(
        lambda hour, odd: max(least, hour * 3_600 + odd),
        st.integers(0, 24 * days),
        st.sampled_from([0, 0, 0, -1, 1, 1_234]),
    )
    return hours | st.integers(least, days * DAY)


spans = moments(40)


@st.composite
def vampires(draw: st.DrawFn) -> Vampire:
    """A vampire as she may be at START: hurt, hungry, dazed, in torpor."""
    track = Track()
    for damage in draw(st.lists(st.sampled_from(list(Damage)[:3]), max_size=7)):
        track, _ = track.marked(damage, 1, "earlier.1")
    conditions = tuple(
        Condition(name, START + draw(st.integers(1, 9)), "wod.dazed", "earlier.2")
        for name in draw(st.lists(st.sampled_from(["dazed", "prone"]), unique=True))
    )
    blood = Pool(draw(st.integers(0, 12)), 12)
    asleep = not track.free and not blood.now
    cause = draw(st.sampled_from([None, None, "wounds", "voluntary"]))
    torpor = None
    if asleep or cause is not None:
        torpor = Torpor(
            "blood loss" if asleep else str(cause),
            START - 9,
            None if asleep else START + draw(spans),
            open_ended=False,
            event=None,
            rest_until=START,
        )
    night = draw(st.none() | st.integers(START - 2 * DAY, START))
    return Vampire(
        added=START - 99 * DAY,
        stamina=2,
        humanity=7,
        blood=blood,
        track=track,
        conditions=conditions,
        torpor=torpor,
        night=night,
    )


def elapse(v: Vampire, world: World, *instants: int) -> tuple[Vampire, tuple[Effect, ...]]:
    """Let time pass from START on, from one instant to the next."""
    effects: tuple[Effect, ...] = ()
    for since, until in pairwise((START, *instants)):
        v, more = VAMPIRE.elapse(v, world, since, until)
        effects += more
    return v, effects


@settings(max_examples=300, deadline=None)
@given(vampires(), worlds, spans, st.lists(spans, max_size=4))
def test_time_in_pieces_is_time_in_one(
    v: Vampire, world: World, span: int, cuts: list[int]
) -> None:
    """However a span is cut, the state and the effects are the same."""
    pieces = [START + cut for cut in sorted(cuts) if cut < span]
    assert elapse(v, world, *pieces, START + span) == elapse(v, world, START + span)


@settings(max_examples=50, deadline=None)
@given(vampires(), worlds, spans)
def test_a_span_cut_at_its_effects_is_the_same(v: Vampire, world: World, span: int) -> None:
    """A cut at the very second of an effect, or beside it, neither loses nor doubles it."""
    whole = elapse(v, world, START + span)
    cuts = {at for effect in whole[1] for at in (effect.at - 1, effect.at, effect.at + 1)}
    cuts = {at for at in cuts if START <= at <= START + span}
    assert elapse(v, world, *sorted(cuts), START + span) == whole


@settings(max_examples=100, deadline=None)
@given(vampires(), worlds, spans)
def test_effects_of_time_are_in_order_and_within(v: Vampire, world: World, span: int) -> None:
    """What time brings is later than the beginning, not later than the end, and in order."""
    _, effects = elapse(v, world, START + span)
    ats = [effect.at for effect in effects]
    assert ats == sorted(ats)
    assert all(START < at <= START + span for at in ats)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, DAY - 1), spans, st.lists(spans, max_size=3))
def test_every_dusk_costs_one_point(dusk: int, span: int, cuts: list[int]) -> None:
    """A vampire with blood enough pays at each dusk of the span, and at no other time."""
    v = Vampire(added=START, stamina=2, humanity=7, blood=Pool(99, 99))
    world = World(GREGORIAN, Settings(dusk=dusk))
    pieces = [START + cut for cut in sorted(cuts) if cut < span]
    after, effects = elapse(v, world, *pieces, START + span)
    seconds = range(START + 1, START + span + 1)
    first = next((s for s in seconds[:DAY] if s % DAY == dusk), None)
    dusks = [] if first is None else list(range(first, START + span + 1, DAY))
    assert [effect.at for effect in effects] == dusks
    assert after.blood.now == 99 - len(dusks)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, DAY - 1), moments(3, 1)), min_size=1, max_size=6))
def test_a_dusk_that_moves_costs_at_most_one_point_a_day(changes: list[tuple[int, int]]) -> None:
    """However the setting changes from day to day, no calendar day is paid twice."""
    v = Vampire(added=START, stamina=2, humanity=7, blood=Pool(99, 99))
    at, days = START, []
    for dusk, span in changes:
        world = World(GREGORIAN, Settings(dusk=dusk))
        v, effects = VAMPIRE.elapse(v, world, at, at + span)
        days += [GREGORIAN.day_of(effect.at) for effect in effects]
        at += span
    assert len(days) == len(set(days))


# Lives from events -------------------------------------------------------------------------------

serial = count(1)


def recorded(body: Body, kind: str, at: int, until: int | None = None) -> Recorded:
    """An event in the order in which it is made."""
    position = next(serial)
    return Recorded(
        position, f"c{position}", 1, f"vampire.{kind}", at, until, "Ann", body, anchor=position
    )


def added(**traits: int) -> Body:
    return msgspec.convert({"traits": traits}, KINDS["vampire.add"])


def newcomer(**traits: int) -> Recorded:
    return recorded(added(stamina=2, humanity=7, **traits), "add", START)


def life(*events: Recorded) -> Life:
    """The life of a vampire from *events* in the order of the game."""
    ordered = sorted(events, key=lambda e: (e.at, e.position))
    return replay("Ann", World(GREGORIAN), ordered)


def bites(ats: list[int]) -> list[Recorded]:
    """Blows that cost a level each, and so break the rest."""
    return [recorded(Hit(amount=1, type="aggravated"), "hit", at) for at in ats]


@settings(max_examples=150, deadline=None)
@given(
    span=moments(6, 1),
    cuts=st.lists(moments(6), max_size=4),
    hits=st.lists(moments(6), max_size=2),
    probes=st.lists(moments(8), min_size=1, max_size=6),
    overlap=st.sampled_from([0, 0, 1, DAY // 2]),
)
def test_rest_in_pieces_is_rest_in_one(
    span: int, cuts: list[int], hits: list[int], probes: list[int], overlap: int
) -> None:
    """Rests that touch or overlap give the same days of rest as one rest, blows or not."""
    add = newcomer(blood_max=99)
    edges = sorted({START, START + span, *[START + cut for cut in cuts if cut < span]})
    many = [
        recorded(Rest(), "rest", begin, min(end + overlap, START + span))
        for begin, end in pairwise(edges)
    ]
    whole = recorded(Rest(), "rest", START, START + span)
    blows = [START + hit for hit in hits]
    one, other = life(add, whole, *bites(blows)), life(add, *many, *bites(blows))
    for at in [START + probe for probe in probes]:
        assert usable_day(one, at) == usable_day(other, at)


def usable_day(of: Life, at: int) -> int | None:
    state, world = of.at(at)
    assert isinstance(state, Vampire)
    return day_of_rest(state, world, at)


@settings(max_examples=100, deadline=None)
@given(moments(5, 1), st.none() | moments(5, 1))
def test_days_of_rest_count_from_the_last_blow(span: int, blow: int | None) -> None:
    """A day is complete each day's length after the beginning or the blow."""
    broken = blow is not None and blow < span
    origin = START + (blow if broken and blow is not None else 0)
    add, rest = newcomer(), recorded(Rest(), "rest", START, START + span)
    one = life(add, rest, *bites([origin] if broken else []))
    end = START + span
    days = (end - origin) // DAY
    expected = origin + days * DAY if days else None
    if expected is None and broken and blow is not None and blow >= DAY:
        expected = START + blow // DAY * DAY
    assert usable_day(one, end) == expected


@settings(max_examples=100, deadline=None)
@given(moments(400, 1), st.lists(moments(400), max_size=5))
def test_what_passes_is_the_same_in_any_pieces(span: int, cuts: list[int]) -> None:
    """A life asked piece by piece tells the same effects as asked for the whole."""
    of = life(newcomer(), *bites([START + DAY]), recorded(Sleep(), "torpor", START + 5 * DAY))
    edges = sorted({START - 1, START + span, *[START + cut for cut in cuts if cut < span]})
    pieces = [effect for a, b in pairwise(edges) for effect in of.passing(a, b)]
    assert tuple(pieces) == of.passing(START - 1, START + span)


# What it costs -----------------------------------------------------------------------------------


class Counted:
    """A system whose processes are counted: how often asked for, how often they happened."""

    def __init__(self) -> None:
        self.asked = 0
        self.happened: Counter[int] = Counter()
        processes = tuple(self.counted(process) for process in VAMPIRE.processes)
        self.system: System[Any] = replace(VAMPIRE, processes=processes)

    def counted(self, process: Process) -> Process:
        def ask(v: Any, world: World, since: int) -> int | None:
            self.asked += 1
            return process.next(v, world, since)

        def happen(v: Any, world: World, at: int) -> Any:
            self.happened[process.phase] += 1
            return process.happen(v, world, at)

        return msgspec.structs.replace(process, next=ask, happen=happen)


@pytest.fixture
def counted() -> Counted:
    return Counted()


def sleeper() -> Vampire:
    torpor = Torpor(
        "wounds", START, START + 500 * 365 * DAY, open_ended=False, event=None, rest_until=START
    )
    return Vampire(added=START, stamina=2, humanity=1, blood=Pool(10, 10), torpor=torpor)


def test_five_centuries_of_torpor_are_one_step(counted: Counted) -> None:
    """Nothing happens to a sleeper, and nobody asks night by night."""
    after, effects = counted.system.elapse(
        sleeper(), World(GREGORIAN), START, START + 182_622 * DAY
    )
    assert (after, effects) == (sleeper(), ())
    assert not counted.happened
    assert counted.asked == len(VAMPIRE.processes)


def test_a_year_without_nightly_blood_is_one_step(counted: Counted) -> None:
    """With the setting off no dusk is looked at."""
    v = Vampire(added=START, stamina=2, humanity=7, blood=Pool(10, 10))
    world = World(GREGORIAN, Settings(nightly_blood=False))
    assert counted.system.elapse(v, world, START, START + 365 * DAY) == (v, ())
    assert not counted.happened
    assert counted.asked == len(VAMPIRE.processes)


def test_five_centuries_of_hunger_cost_its_effects_only(counted: Counted) -> None:
    """Ten points, seven levels, then torpor: seventeen nights are counted, not 182,622."""
    v = Vampire(added=START, stamina=2, humanity=7, blood=Pool(10, 10))
    after, effects = counted.system.elapse(v, World(GREGORIAN), START, START + 182_622 * DAY)
    assert sum(counted.happened.values()) == 17
    assert counted.asked == 18 * len(VAMPIRE.processes)
    assert len(effects) == 18
    assert after.torpor is not None
    assert after.torpor.since == effects[-1].at == START + 16 * DAY + DAY // 4


def test_the_sheet_of_a_sleeper_counts_no_night(counted: Counted) -> None:
    """A status after five centuries, forecasts included, asks a handful of times."""
    of = life(newcomer(), recorded(Sleep(), "torpor", START + 60))
    asleep = Life("Ann", of.origin, of.steps, counted.system)
    found = sheet(asleep, START + 182_622 * DAY)
    assert found is not None
    assert found["status"] == "torpor"
    assert not counted.happened
    assert counted.asked <= 3 * len(VAMPIRE.processes)


def test_the_seventeenth_dusk_is_the_last_of_the_fresh() -> None:
    """Without any meal: empty at the tenth dusk, in torpor by blood loss at the seventeenth."""
    of = life(newcomer())
    effects = of.passing(START, START + 365 * DAY)
    dusks = [effect.at for effect in effects if effect.rule in NIGHTLY]
    assert dusks == [START + DAY // 4 + n * DAY for n in range(17)]
    state, _ = of.at(dusks[9])
    assert isinstance(state, Vampire)
    assert (state.blood.now, len(state.track.marks)) == (0, 0)
    assert (effects[-1].what, effects[-1].after, effects[-1].at) == (
        "torpor",
        "blood loss",
        dusks[16],
    )
