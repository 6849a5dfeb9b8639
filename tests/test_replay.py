"""The fold: findings never stop it, and only what differs is folded again."""

import re
from collections.abc import Sequence
from itertools import count, permutations

import msgspec
import pytest

from ledger.calendar import FIRST_INSTANT, GREGORIAN, LAST_INSTANT
from ledger.events import Body, Init, Note, Recorded, Rule
from ledger.history import in_game_order
from ledger.replay import Life, replay
from ledger.rules import KINDS
from ledger.rules.pools import Gain, Spend
from ledger.rules.rest import Rest
from ledger.rules.settings import World
from ledger.rules.storyteller.armor import Remove
from ledger.rules.storyteller.blow import Hit, Soak
from ledger.rules.storyteller.traits import Set
from ledger.rules.system import State
from ledger.rules.vampire.blood import Heal
from ledger.rules.vampire.character import Vampire
from ledger.rules.vampire.torpor import Sleep, Wake

HOUR, DAY = 3_600, 86_400
WORLD = World(GREGORIAN)
serial = count(1)


def event(body: Body, at: int, kind: str, until: int | None = None) -> Recorded:
    number = next(serial)
    who = None if kind.startswith("campaign.") else "Ann"
    return Recorded(number, f"c{number}", 1, kind, at, until, who, body, anchor=number)


def added(**traits: int) -> Body:
    return msgspec.convert({"traits": traits}, KINDS["vampire.add"])


def add(at: int = 0, **traits: int) -> Recorded:
    return event(added(stamina=2, humanity=7, **traits), at, "vampire.add")


def note(at: int) -> Recorded:
    return event(Note(text="met the prince"), at, "vampire.note")


def hit(at: int, amount: int = 1) -> Recorded:
    return event(Hit(amount=amount, type="lethal"), at, "vampire.hit")


def life(*events: Recorded) -> Life:
    return replay("Ann", WORLD, sorted(events, key=in_game_order))


def track(of: Life, at: int) -> str:
    state, _ = of.at(at)
    assert isinstance(state, Vampire)
    return str(state.track)


UNLAWFUL = [
    event(Spend(points=11, pool="blood"), HOUR, "vampire.spend"),
    event(Spend(points=1, pool="rage"), HOUR, "vampire.spend"),
    event(Gain(points=1, pool="rage"), HOUR, "vampire.gain"),
    event(Heal(levels=1), HOUR, "vampire.heal"),
    event(Heal(levels=1, type="aggravated"), HOUR, "vampire.heal"),
    event(Wake(success=True), HOUR, "vampire.wake"),
    event(Remove(name="vest"), HOUR, "vampire.remove"),
    event(Set(traits={"generation": 2}), HOUR, "vampire.set"),
    event(Hit(amount=1, type="permanent"), HOUR, "vampire.hit"),
    event(added(stamina=1, humanity=1), HOUR, "vampire.add"),
]


@pytest.mark.parametrize("wrong", UNLAWFUL, ids=lambda e: f"{e.verb}-{e.position}")
def test_an_unlawful_event_is_a_finding_without_effect(wrong: Recorded) -> None:
    """What would be refused today changes nothing, says why, and the fold goes on."""
    with_it, without = life(add(), wrong, hit(2 * HOUR)), life(add(), hit(2 * HOUR))
    (finding,) = with_it.findings
    assert (finding.event, finding.who) == (wrong.id, "Ann")
    assert finding.why
    assert track(with_it, 2 * HOUR) == track(without, 2 * HOUR)
    assert with_it.steps[1].effects == ()


@pytest.mark.parametrize("wrong", UNLAWFUL, ids=lambda e: f"{e.verb}-{e.position}")
def test_before_anybody_was_added_all_is_a_finding(wrong: Recorded) -> None:
    """Events of a character who is not there yet are findings, and no crash."""
    early = msgspec.structs.replace(wrong, at=-HOUR)
    if early.verb == "add":
        return
    (finding,) = life(early, add()).findings
    assert "has not been added" in finding.why


def test_a_life_without_its_addition_is_all_findings() -> None:
    """Where the addition is void, everything later is a finding."""
    blow, word = hit(HOUR), note(2 * HOUR)
    assert [finding.event for finding in life(blow, word).findings] == [blow.id, word.id]


def test_a_kind_of_another_system_is_a_finding() -> None:
    """An event of another system in a vampire's history is told, not folded."""
    alien = event(Note(text="x"), HOUR, "mortal.note")
    (finding,) = life(add(), alien).findings
    assert "Ann is a vampire" in finding.why


def test_an_unlawful_soak_leaves_the_hit_whole() -> None:
    """A soak beyond the pool is a finding of its own; the hit counts in full."""
    blow = hit(HOUR, 3)
    soak = event(Soak(answers=blow.id, amount=9), HOUR, "vampire.soak")
    soaked = msgspec.structs.replace(blow, answers=(soak,))
    of = life(add(), soaked)
    assert [finding.event for finding in of.findings] == [soak.id]
    assert track(of, HOUR) == "XXX...."


def test_the_soak_of_an_unlawful_hit_is_a_finding_too() -> None:
    """What answers an event that has no effect has none either."""
    blow = event(Hit(amount=3, type="permanent"), HOUR, "vampire.hit")
    soak = event(Soak(answers=blow.id, amount=1), HOUR, "vampire.soak")
    of = life(add(), msgspec.structs.replace(blow, answers=(soak,)))
    assert [finding.event for finding in of.findings] == [blow.id, soak.id]


def test_a_bad_setting_is_a_finding() -> None:
    """A setting that no code knows any more leaves the settings as they are."""
    rule = event(Rule(settings={"moon": "full"}), HOUR, "campaign.rule")
    of = life(add(), rule, hit(2 * HOUR))
    (finding,) = of.findings
    assert (finding.event, finding.who) == (rule.id, None)
    assert of.steps[-1].world == WORLD


def test_the_end_of_time_is_a_finding() -> None:
    """Torpor that would end beyond the calendar's reach is refused by the fold, not a crash."""
    end = LAST_INSTANT - HOUR
    sleep = event(Sleep(), end, "vampire.torpor")
    of = life(add(end - HOUR), sleep)
    assert [finding.event for finding in of.findings] == [sleep.id]


def test_the_beginning_of_time_can_be_asked() -> None:
    """A life can be asked at any second there is."""
    of = life(event(Init(name="x", settings={"nightly_blood": "off"}), 0, "campaign.init"), add())
    assert of.at(FIRST_INSTANT)[0] is None
    assert of.at(LAST_INSTANT)[0] is not None


# Folding again -----------------------------------------------------------------------------------


@pytest.fixture
def long() -> Life:
    return life(add(), *[hit(n * HOUR) for n in range(1, 4)], note(5 * HOUR))


def kept(old: Life, new: Life) -> int:
    """How many steps from the beginning are the very same objects."""
    same = [one is other for one, other in zip(old.steps, new.steps, strict=False)]
    return same.index(False) if False in same else len(same)


def test_what_goes_on_is_not_folded_again(long: Life) -> None:
    """An event at the end is one step more."""
    longer = long.extended([note(6 * HOUR)])
    assert (kept(long, longer), len(longer.steps)) == (5, 6)
    assert len(long.steps) == 5


def test_a_late_event_folds_from_its_place(long: Life) -> None:
    """Steps before it stay the objects that they were."""
    late = hit(2 * HOUR + 1)
    events = sorted([*long.events, late], key=in_game_order)
    revised = long.revised(events)
    assert kept(long, revised) == 3
    assert revised.events == events
    assert track(revised, 6 * HOUR) == "XXXX..."


def test_what_makes_no_difference_any_more_is_not_folded_again(long: Life) -> None:
    """Behind a late note all is as it was, so the steps are the objects that they were."""
    events = sorted([*long.events, note(HOUR + 1)], key=in_game_order)
    revised = long.revised(events)
    assert (kept(long, revised), revised.events) == (2, events)
    assert [one is other for one, other in zip(long.steps[2:], revised.steps[3:], strict=True)] == [
        False,
        True,
        True,
    ]


def test_a_missing_event_folds_from_its_place(long: Life) -> None:
    """A void in the middle keeps what was before it."""
    revised = long.revised([e for e in long.events if e is not long.events[2]])
    assert kept(long, revised) == 2
    assert track(revised, 6 * HOUR) == "XX....."


def test_an_equal_history_is_not_folded_at_all(long: Life) -> None:
    """Events that were read anew and are equal give the steps that there were."""
    again = [msgspec.structs.replace(e) for e in long.events]
    assert kept(long, long.revised(again)) == 5


def test_a_soak_folds_from_its_hit(long: Life) -> None:
    """A hit with another soak is another event, and what follows is folded again."""
    events = long.events
    soak = event(Soak(answers=events[2].id, amount=1), events[2].at, "vampire.soak")
    events[2] = msgspec.structs.replace(events[2], answers=(soak,))
    revised = long.revised(events)
    assert kept(long, revised) == 2
    assert track(revised, 6 * HOUR) == "XX....."


def test_folding_again_is_folding_afresh(long: Life) -> None:
    """A life that was revised equals one that was never anything else."""
    events = sorted([*long.events[:2], hit(90), *long.events[3:]], key=in_game_order)
    revised, fresh = long.revised(events), replay("Ann", WORLD, events)
    assert revised.steps == fresh.steps
    assert revised.system is fresh.system


def test_a_life_revised_to_nothing_is_empty(long: Life) -> None:
    """Without events there is nobody, and the old life is as it was."""
    empty = long.revised([])
    assert (empty.steps, empty.system, empty.at(DAY)[0]) == ([], None, None)
    assert len(long.steps) == 5


# Asking ------------------------------------------------------------------------------------------


def test_same_history_same_bytes() -> None:
    """Two folds of the same events are the same to the byte."""
    events = [add(), hit(HOUR, 3), event(Rest(), HOUR, "vampire.rest", 3 * DAY), note(DAY)]
    one, other = life(*events), life(*[msgspec.structs.replace(e) for e in events])
    states = [msgspec.json.encode(of.at(9 * DAY)[0]) for of in (one, other)]
    assert states[0] == states[1]


def test_the_order_of_independent_moments_is_theirs() -> None:
    """However events were put in, the order of the game decides."""
    events = [add(), hit(HOUR), hit(2 * HOUR, 2), note(3 * HOUR)]
    found: set[str] = set()
    for order in permutations(events):
        found.add(track(life(*order), DAY // 4))
    assert found == {"XXX...."}


def test_a_date_between_events_is_a_state_of_its_own() -> None:
    """At any second the events up to it count, its own included, and the nights before."""
    of = life(add(12 * HOUR), hit(2 * DAY))
    assert blood(of, 12 * HOUR) == 10
    assert blood(of, 18 * HOUR - 1) == 10
    assert blood(of, 18 * HOUR) == 9
    assert (blood(of, 2 * DAY), track(of, 2 * DAY - 1), track(of, 2 * DAY)) == (
        8,
        ".......",
        "X......",
    )


def blood(of: Life, at: int) -> int:
    state, _ = of.at(at)
    assert isinstance(state, Vampire)
    return state.blood.now


def test_a_setting_counts_from_its_date() -> None:
    """Nights before `nightly_blood off` are paid, those after it are not."""
    rule = event(Rule(settings={"nightly_blood": "off"}), 2 * DAY, "campaign.rule")
    of = life(add(12 * HOUR), rule)
    assert (blood(of, 2 * DAY), blood(of, 40 * DAY)) == (8, 8)


def test_state_is_frozen() -> None:
    """Nobody who asks for a state can change it."""
    state, _ = life(add()).at(0)
    assert isinstance(state, State)
    with pytest.raises(AttributeError, match=re.escape("immutable")):
        state.added = 3  # type: ignore[misc]


def steps_of(events: Sequence[Recorded]) -> list[State | None]:
    return [step.state for step in replay("Ann", WORLD, events).steps]


def test_prefix_of_a_history_is_prefix_of_its_states() -> None:
    """What comes later changes nothing of what was."""
    events = [add(), hit(HOUR), hit(2 * HOUR, 7), note(3 * HOUR)]
    for length in range(len(events)):
        assert steps_of(events)[:length] == steps_of(events[:length])
