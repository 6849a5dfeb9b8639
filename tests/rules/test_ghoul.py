"""A fourth World of Darkness system is one folder and one line: a ghoul, made here and now."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from ledger import rules
from ledger.calendar import GREGORIAN
from ledger.events import Recorded
from ledger.replay import replay
from ledger.rules.mortal import NATURE
from ledger.rules.pools import Pool, Spend
from ledger.rules.settings import World
from ledger.rules.storyteller import healing, sheet
from ledger.rules.storyteller.blow import Hit
from ledger.rules.storyteller.traits import TRAITS, Add, adder, newcomer
from ledger.rules.storyteller.verbs import SHARED_PROCESSES, forbids, shared_verbs, status_of
from ledger.rules.system import Process, System, Verb
from ledger.rules.traits import POOL


class Ghoul(healing.Patient, frozen=True, kw_only=True):
    """A mortal with a little blood of somebody else's."""

    blood: Pool | None = None


GHOUL_TRAITS = {**TRAITS, "blood": POOL}
POOLS: Mapping[str, str] = {"blood": "vampire.blood.pool", "willpower": "wod.willpower"}


def ghoul_sheet(g: Ghoul, world: World, at: int) -> dict[str, Any]:
    return sheet.patient_rows(g, status_of(g), POOLS, world, at)


GHOUL: System[Ghoul] = System(
    name="ghoul",
    verbs={
        **shared_verbs(msgspec.structs.replace(NATURE), POOLS),
        "add": Verb(Add, newcomer(Ghoul, GHOUL_TRAITS), plan=adder(GHOUL_TRAITS, "ghoul")),
    },
    forbids=forbids,
    processes=(*SHARED_PROCESSES, Process(2, healing.next_healing, healing.heal_one)),
    sheet=ghoul_sheet,
    due=healing.due,
)
NOON = GREGORIAN.instant(1999, 3, 1, 12)
DAY = GREGORIAN.day_seconds


@pytest.fixture(autouse=True)
def a_fourth_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "SYSTEMS", (*rules.SYSTEMS, GHOUL))


def test_ghoul_bleeds_spends_and_heals() -> None:
    """She is wounded like a mortal, heals by the calendar, and spends her blood."""
    said = [
        ("add", Add(traits={"stamina": 2, "blood": 3}), NOON),
        ("hit", Hit(amount=2, type="aggravated"), NOON),
        ("spend", Spend(points=1, pool="blood"), NOON),
    ]
    events = [
        Recorded(n, "klmnopqrstuv", n, f"ghoul.{verb}", at, None, "Ida", body, anchor=n)
        for n, (verb, body, at) in enumerate(said, 1)
    ]
    life = replay("Ida", World(GREGORIAN), events)
    assert life.findings == ()
    state, _ = life.at(NOON)
    assert isinstance(state, Ghoul)
    assert (str(state.track), state.blood) == ("XX.....", Pool(2, 3))
    later, _ = life.at(NOON + 4 * DAY)
    assert isinstance(later, Ghoul)
    assert str(later.track) == "......."
