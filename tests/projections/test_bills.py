"""Bills: whatever happens to whom, the lines of every value add up to what the sheet says."""

from collections.abc import Iterator
from itertools import count, pairwise
from typing import Any

import hypothesis.strategies as st
import msgspec
from hypothesis import given, settings

from ledger.calendar import GREGORIAN
from ledger.events import Body, Init, Recorded, Rule
from ledger.projections.bill import Bill, follow, read_off
from ledger.projections.explanation import explain, maker_of
from ledger.projections.moments import moments
from ledger.projections.pointing import items_of
from ledger.projections.sheets import sheet
from ledger.projections.timeline import courses, plight_of
from ledger.replay import Life, replay
from ledger.rules import KINDS
from ledger.rules.settings import World

HOUR, DAY = 3_600, 86_400
START = GREGORIAN.instant(1999, 3, 1, 12)
WORLD = World(GREGORIAN)

TRAITS: dict[str, dict[str, Any]] = {
    "vampire": {"stamina": 2, "humanity": 6, "blood": 4, "blood_max": 10},
    "mortal": {"stamina": 2, "willpower": 4},
    "mutant": {
        "stamina": 2,
        "extra_levels": [0, -1],
        "rage": 3,
        "rage_now": 1,
        "power_charge": 4,
        "power_charge_now": 1,
        "gnosis": 3,
    },
    "request": {
        **dict.fromkeys(("STR", "CON", "SIZ", "INT", "POW", "DEX", "CHA"), 12),
        "resilience": 40,
        "persistence": 40,
        "hero_points": 2,
    },
}
POOLS = {"vampire": ["blood", "willpower"], "mortal": ["willpower"], "mutant": ["rage", "gnosis"]}


def bodies(system: str) -> st.SearchStrategy[tuple[str, dict[str, Any], int]]:
    """Verb, fields and length of something that may happen to a character, lawful or not."""
    few = st.integers(1, 4)
    if system == "request":
        return st.one_of(*adventures(few))
    pool = st.sampled_from(POOLS[system])
    levels = st.integers(1, 7)
    damage = st.sampled_from(["bashing", "bashing", "lethal", "lethal", "aggravated"])
    shared = [
        st.builds(lambda n, t: ("hit", {"amount": n, "type": t}, 0), levels, damage),
        st.builds(lambda n, t: ("hit", {"amount": n, "type": t}, 0), levels, damage),
        st.builds(lambda n, p: ("spend", {"points": n, "pool": p}, 0), few, pool),
        st.builds(lambda n, p: ("gain", {"points": n, "pool": p}, 0), few, pool),
        st.builds(lambda n: ("set", {"traits": {"stamina": n}}, 0), few),
        st.builds(lambda n: ("rest", {"complete": True}, n * DAY), few),
        st.builds(lambda r: ("knockdown", {"result": r}, 0), st.sampled_from(["failure", "botch"])),
        st.just(("wear", {"name": "vest", "bashing": 2, "levels": [0, -1]}, 0)),
        st.just(("remove", {"name": "vest"}, 0)),
        st.just(("story-end", {}, 0)),
        st.builds(
            lambda t: ("rule", {"settings": {"dusk": t}}, 0), st.sampled_from(["9:00", "20:00"])
        ),
    ]
    own: dict[str, list[st.SearchStrategy[tuple[str, dict[str, Any], int]]]] = {
        "vampire": [
            st.builds(lambda n: ("heal", {"levels": n}, 0), few),
            st.just(("torpor", {}, 0)),
            st.builds(lambda s: ("wake", {"success": s}, 0), st.booleans()),
            st.builds(lambda n: ("set", {"traits": {"humanity": n}}, 0), few),
            st.builds(lambda n: ("set", {"traits": {"blood_max": n}}, 0), st.integers(3, 12)),
            st.just(("rule", {"settings": {"nightly_blood": "off"}}, 0)),
        ],
        "mortal": [
            st.just(("hospital", {"step": "admit"}, 0)),
            st.just(("hospital", {"step": "discharge"}, 0)),
            st.just(("rule", {"settings": {"mortal_bashing": "wraps"}}, 0)),
        ],
        "mutant": [
            st.just(("hospital", {"step": "admit"}, 0)),
            st.builds(
                lambda n: ("set", {"traits": {"extra_levels": n}}, 0),
                st.lists(st.sampled_from([0, -1, -2]), max_size=2),
            ),
            st.builds(lambda n: ("meditate", {"pool": "gnosis", "successes": n}, HOUR), few),
        ],
    }
    return st.one_of(*shared, *own[system])


def adventures(
    few: st.SearchStrategy[int],
) -> Iterator[st.SearchStrategy[tuple[str, dict[str, Any], int]]]:
    """The same for somebody with hit locations."""
    place = st.sampled_from(["head", "chest", "left arm", "right leg"])
    want = st.sampled_from(["food", "water", "sleep", "shelter"])
    name = st.sampled_from(["STR", "CON", "DEX"])
    level = st.sampled_from(["medium", "heavy"])
    yield st.builds(lambda n, p: ("hit", {"amount": n, "location": p}, 0), st.integers(1, 9), place)
    yield st.builds(lambda n, p: ("hit", {"amount": n, "location": p}, 0), st.integers(1, 9), place)
    yield st.builds(
        lambda n, p: ("treat", {"location": p, "method": "magic", "points": n}, 0), few, place
    )
    yield st.builds(
        lambda p: ("treat", {"location": p, "method": "healing", "result": "success"}, 0), place
    )
    yield st.builds(lambda n, c: ("lose", {"points": n, "characteristic": c}, 0), few, name)
    yield st.builds(
        lambda n, c: ("alter", {"characteristic": c, "amount": n, "label": "x", "lasts": HOUR}, 0),
        few,
        name,
    )
    yield st.builds(lambda w: ("deprive", {"want": w}, 0), want)
    yield st.builds(lambda n: ("rest", {}, n * DAY), few)
    yield st.builds(lambda n, v: ("exert", {"level": v}, n * 600), few, level)
    yield st.builds(lambda n: ("carry", {"encumbrance": 5 * n, "item": "pack"}, 0), few)
    yield st.builds(lambda n: ("set", {"traits": {"CON": 10 + n}}, 0), few)
    yield st.just(("rule", {"settings": {"load": "simple"}}, 0))


@st.composite
def stories(draw: st.DrawFn) -> tuple[Life, int]:
    """A life of any system, and an in-game second at which one asks about it."""
    system = draw(st.sampled_from(sorted(TRAITS)))
    happened = draw(st.lists(st.tuples(st.integers(0, 9 * DAY), bodies(system)), max_size=9))
    serial = count(1)

    def event(kind: str, fields: dict[str, Any], at: int, length: int) -> Recorded:
        number = next(serial)
        body: Body = msgspec.convert(fields, KINDS[kind])
        who = None if kind.startswith("campaign.") else "Ann"
        until = at + length if length else None
        return Recorded(number, f"c{number}", 1, kind, at, until, who, body, anchor=number)

    events = [
        Recorded(0, "c0", 1, "campaign.init", START, None, None, Init(name="x")),
        event(f"{system}.add", {"traits": TRAITS[system]}, START, 0),
    ]
    at = START
    for gap, (verb, fields, length) in happened:
        at += gap
        kind = f"campaign.{verb}" if verb == "rule" else f"{system}.{verb}"
        events.append(event(kind, fields, at, length))
    life = replay("Ann", WORLD, events)
    return life, draw(st.integers(START, at + 40 * DAY))


def every_bill(life: Life, at: int) -> tuple[dict[str, Any], list[Bill]]:
    found = sheet(life, at)
    assert found is not None
    bills = [Bill(item, frozenset()) for item in items_of(life, found)]
    follow(life, bills, frozenset(), at)
    return found, bills


@settings(max_examples=150, deadline=None)
@given(stories())
def test_every_bill_adds_up(story: tuple[Life, int]) -> None:
    """Lines follow on one another, from nothing to what stands on the sheet."""
    life, at = story
    found, bills = every_bill(life, at)
    assert {bill.item.subject.name for bill in bills} >= {"status", "conditions"}
    for bill in bills:
        lines = bill.lines
        assert lines[0].before is None, bill.item.path
        assert [line.before for line in lines[1:]] == [line.after for line in lines[:-1]]
        assert lines[-1].after == read_off(found, bill.item.path)
        assert all(one.at <= other.at for one, other in pairwise(lines))
        numbers = [line.change for line in lines if line.change is not None]
        first, last = lines[0].after, lines[-1].after
        if isinstance(first, int) and isinstance(last, int):
            assert first + sum(numbers) == last


@settings(max_examples=60, deadline=None)
@given(stories())
def test_moments_are_the_fold(story: tuple[Life, int]) -> None:
    """Taken apart and put together again a life is the same, with the same effects."""
    life, at = story
    found = list(moments(life, at))
    assert (found[-1].after, found[-1].world_after) == life.at(at)
    by_time = [effect for moment in found if moment.event is None for effect in moment.effects]
    told = life.passing(START - 1, at)
    assert [msgspec.structs.replace(effect, phase=0) for effect in told] == by_time


@settings(max_examples=60, deadline=None)
@given(stories())
def test_who_made_a_value_is_the_last_line_of_its_bill(story: tuple[Life, int]) -> None:
    """A failed assertion and an explanation name the same moment."""
    life, at = story
    _, bills = every_bill(life, at)
    for bill in bills:
        changed = [line for line in bill.lines if line.before != line.after]
        maker = maker_of(life, bill.item.path, at)
        if changed and maker is not None and maker.effects:
            assert WORLD.calendar.format(maker.at) == changed[-1].at, bill.item.path


@settings(max_examples=60, deadline=None)
@given(stories(), st.integers(1, 60 * DAY))
def test_spans_are_the_states_of_the_sheets(story: tuple[Life, int], length: int) -> None:
    """Spans have no gap, no two in a row are alike, and within each the sheet says the same."""
    life, begin = story
    (course,) = courses([life], begin, begin + length)
    assert course.spans[0].begin == begin
    assert course.spans[-1].end == begin + length
    for one, other in pairwise(course.spans):
        assert one.end == other.begin
        assert one.plight != other.plight
    for span in course.spans:
        for moment in {span.begin, max(span.begin, span.end - 1)}:
            found = sheet(life, moment)
            assert found is not None
            assert plight_of(found) == span.plight


@settings(max_examples=60, deadline=None)
@given(stories())
def test_forecasts_come_true(story: tuple[Life, int]) -> None:
    """What is ahead of a value is what the sheet of that date says, if nothing more is recorded."""
    whole, at = story
    life = replay("Ann", WORLD, [event for event in whole.events if event.at <= at])
    accounts = explain(life, at)
    assert accounts is not None
    for account in accounts:
        value = account.value
        for row in account.ahead:
            if (row.before, row.after) == (None, None):
                continue
            assert row.before == value
            value = row.after
        changes = [row for row in account.ahead if (row.before, row.after) != (None, None)]
        last = {row.at: row.after for row in changes}
        for date, after in last.items():
            moment = _instant(date)
            assert read_off(sheet(life, moment), account.path) == after


def _instant(date: str) -> int:
    day, _, time = date.partition(" ")
    year, month, dom = map(int, day.split("-"))
    hour, minute, second = map(int, time.split(":"))
    return GREGORIAN.instant(year, month, dom, hour, minute, second)


def test_a_setting_that_matters_is_a_line_of_the_bill() -> None:
    """Where blood stays as it is because nights cost nothing, the bill says since when and by whom."""
    events = [
        Recorded(1, "a", 1, "campaign.init", START, None, None, Init(name="x")),
        Recorded(
            2,
            "b",
            1,
            "vampire.add",
            START,
            None,
            "Ann",
            msgspec.convert({"traits": {"stamina": 2, "humanity": 7}}, KINDS["vampire.add"]),
        ),
        Recorded(
            3,
            "c",
            1,
            "campaign.rule",
            START + 2 * DAY,
            None,
            None,
            Rule(settings={"nightly_blood": "off"}),
        ),
    ]
    accounts = explain(replay("Ann", WORLD, events), START + 9 * DAY, "blood")
    assert accounts is not None
    (blood,) = accounts
    assert [(line.type, line.after) for line in blood.lines] == [
        ("add", 10),
        ("effect", 9),
        ("effect", 8),
        ("rule", 8),
    ]
    assert blood.lines[-1].text == "nightly_blood on → off"
    (fact,) = [fact for fact in blood.facts if fact.name == "nightly_blood"]
    assert (fact.value, fact.event, fact.since) == ("off", "c.1", "1999-03-03 12:00:00")
    assert blood.ahead == ()
