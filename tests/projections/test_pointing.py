"""Another system is explained by its table alone: places of a body, numbers, states, all of a kind."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from ledger.calendar import GREGORIAN
from ledger.errors import Refused
from ledger.events import Body, Effect, Recorded
from ledger.projections.explanation import Account, explain
from ledger.projections.timeline import Plight, plight_of
from ledger.replay import Life
from ledger.rules.settings import World
from ledger.rules.subject import Reasons, Subject
from ledger.rules.system import Due, Outcome, Process, State, System, Verb

HOUR = 3_600
NOON = GREGORIAN.instant(1247, 8, 1, 12)


class Walker(State, frozen=True, kw_only=True):
    """Somebody with arms that are hurt, a number that is lost, and hunger."""

    arms: Mapping[str, int]
    con: int = 12
    hungry: bool = False


class Arrive(Body, frozen=True, kw_only=True):
    """A walker as new."""


class Blow(Body, frozen=True, kw_only=True):
    """So much for one arm."""

    arm: str
    amount: int


class Starve(Body, frozen=True, kw_only=True):
    """Nothing to eat from now on."""


def arrive(_: None, event: Recorded, __: World) -> Outcome[Walker]:
    return Walker(added=event.at, arms={"left arm": 5, "right arm": 5}), ()


def blow(w: Walker, event: Recorded, _: World) -> Outcome[Walker]:
    assert isinstance(event.body, Blow)
    before = w.arms[event.body.arm]
    after = before - event.body.amount
    effects = [Effect(event.at, "wod.damage.net", event.body.arm, before, after, event.id)]
    if after < 0:
        effects.append(Effect(event.at, "wod.dazed", "condition", None, "dazed", event.id))
    return msgspec.structs.replace(w, arms={**w.arms, event.body.arm: after}), tuple(effects)


def starve(w: Walker, _: Recorded, __: World) -> Outcome[Walker]:
    return msgspec.structs.replace(w, hungry=True), ()


def fade(w: Walker, _: World, at: int) -> Outcome[Walker]:
    """A point an hour, told by an effect of another name than the sheet has."""
    effect = Effect(at, "wod.dead", "hunger", "hungry", "hungrier")
    return msgspec.structs.replace(w, con=w.con - 1), (effect,)


def sheet(w: Walker, _: World, __: int) -> dict[str, Any]:
    wound = {
        name: "serious" if hp < 0 else "minor" if hp < 5 else None for name, hp in w.arms.items()
    }
    return {
        "status": "active",
        "conditions": ["hungry"] if w.hungry else [],
        "locations": {
            name: {"hp": hp, "max": 5, "wound": wound[name]} for name, hp in w.arms.items()
        },
        "characteristics": {"CON": {"now": w.con, "original": 12, "effective": w.con}},
        "fatigue": "Winded" if w.con < 12 else "Fresh",
    }


WALKER: System[Walker] = System(
    name="walker",
    verbs={
        "add": Verb(Arrive, arrive),
        "hit": Verb(Blow, blow),
        "deprive": Verb(Starve, starve),
    },
    forbids=lambda *_: None,
    processes=(
        Process(
            3, lambda w, _, __: w.added + (13 - w.con) * HOUR if w.hungry and w.con else None, fade
        ),
    ),
    sheet=sheet,
    due=lambda w, _, at: [Due(at + HOUR, "still hungry", "wod.dead")] if w.hungry else [],
    reasons=Reasons(
        subjects=(
            Subject(
                name="*",
                path="locations.*.hp",
                usual="locations.*.max",
                effects=("*",),
                reads=(),
            ),
            Subject(name="*", path="characteristics.*.now", usual="characteristics.*.original"),
            Subject(name="states", path="conditions", other=("hungry",), rules=("wod.dead",)),
            Subject(name="fatigue", path="fatigue", normal=("Fresh",)),
        ),
        because={"wod.damage.net": lambda w, *_: f"{len(w.arms)} arms"},
    ),
)
SAID = [
    ("add", Arrive(), NOON),
    ("hit", Blow(arm="left arm", amount=2), NOON),
    ("hit", Blow(arm="right arm", amount=1), NOON),
    ("hit", Blow(arm="left arm", amount=4), NOON),
    ("deprive", Starve(), NOON),
]


@pytest.fixture(scope="module")
def life() -> Life:
    events = [
        Recorded(n, f"c{n}", 1, f"walker.{verb}", at, None, "Fahir", body, anchor=n)
        for n, (verb, body, at) in enumerate(SAID, 1)
    ]
    return Life("Fahir", World(GREGORIAN), (), WALKER).extended(events)


def only(accounts: list[Account] | None) -> Account:
    assert accounts is not None
    (account,) = accounts
    return account


def test_a_location_has_a_bill_of_its_own(life: Life) -> None:
    """Only the blows to that arm, with the rule, its reason and the event."""
    arm = only(explain(life, NOON, "Left arm"))
    assert [(line.event, line.before, line.after, line.change) for line in arm.lines] == [
        ("c1.1", None, 5, None),
        ("c2.1", 5, 3, -2),
        ("c4.1", 3, -1, -4),
    ]
    assert (arm.value, arm.path) == (-1, "locations.left arm.hp")
    assert (arm.lines[1].rule, arm.lines[1].because) == ("wod.damage.net", "2 arms")


def test_a_value_is_followed_whatever_effects_call_it(life: Life) -> None:
    """Where no effect speaks of a value, its lines come from the sheet, with the rule of the moment."""
    con = only(explain(life, NOON + 3 * HOUR, "con"))
    assert [(line.type, line.before, line.after) for line in con.lines] == [
        ("add", None, 12),
        ("effect", 12, 11),
        ("effect", 11, 10),
        ("effect", 10, 9),
    ]
    assert {line.rule for line in con.lines[1:]} == {"wod.dead"}
    assert [(row.before, row.after) for row in con.ahead[:2]] == [(9, 8), (8, 7)]


def test_the_whole_is_what_is_not_as_usual(life: Life) -> None:
    """Places that are whole and numbers that are full are left out."""
    later, first = explain(life, NOON + HOUR), explain(life, NOON)
    assert later is not None
    assert first is not None
    assert [a.subject for a in first] == ["left arm", "right arm", "states"]
    assert [a.subject for a in later] == ["left arm", "right arm", "CON", "states", "fatigue"]


def test_what_is_due_by_a_rule_of_the_subject_is_ahead(life: Life) -> None:
    """A deadline stands below the state that it belongs to."""
    (row,) = only(explain(life, NOON, "hungry")).ahead
    assert (row.what, row.rule, row.certain) == ("still hungry", "wod.dead", True)


@pytest.mark.parametrize(
    ("word", "paths"),
    [
        ("locations.left arm.wound", ["locations.left arm.wound"]),
        ("characteristics.CON.effective", ["characteristics.CON.effective"]),
        ("locations", ["locations.left arm.hp", "locations.right arm.hp"]),
        ("LEFT_ARM", ["locations.left arm.hp"]),
        ("system", ["system"]),
    ],
)
def test_any_path_of_the_sheet_can_be_meant(life: Life, word: str, paths: list[str]) -> None:
    """What no table names is meant by its dotted path; a table of values means all of them."""
    accounts = explain(life, NOON, word)
    assert accounts is not None
    assert [account.path for account in accounts] == paths


@pytest.mark.parametrize(
    ("word", "says"),
    [("left amr", "left arm"), ("fatige", "fatigue"), ("locations.tail.hp", "left arm")],
)
def test_what_is_not_there_is_refused(life: Life, word: str, says: str) -> None:
    """With a did-you-mean."""
    with pytest.raises(Refused, match=says):
        explain(life, NOON, word)


def test_a_plight_is_the_gravest_wound(life: Life) -> None:
    """Where a sheet has no levels, a chart shows the gravest wound of all places."""
    state, world = life.at(NOON)
    assert isinstance(state, Walker)
    assert plight_of(WALKER.sheet(state, world, NOON)) == Plight("active", "serious")
