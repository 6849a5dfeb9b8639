"""The system `vampire`: what differs from other systems of the World of Darkness, as one table."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ledger.events import Recorded
from ledger.rules import points
from ledger.rules.death import Kill, after_death, check_kill
from ledger.rules.pools import Gain
from ledger.rules.rest import Rest
from ledger.rules.settings import World
from ledger.rules.storyteller import sheet, verbs
from ledger.rules.storyteller.nature import Nature, Pool
from ledger.rules.storyteller.sources import AIMED, SOURCES
from ledger.rules.storyteller.track import AGGRAVATED, BASHING, Damage
from ledger.rules.storyteller.traits import Add, Set, traits_of
from ledger.rules.system import Draft, Due, Outcome, Process, Scene, System, Verb
from ledger.rules.vampire import blood, torpor
from ledger.rules.vampire.blood import POOLS
from ledger.rules.vampire.character import (
    GENERATIONS,
    VAMPIRE_TRAITS,
    Vampire,
    add,
    check_set,
    plan_add,
    plan_set,
    set_traits,
)
from ledger.rules.vampire.final_death import Destroy, check_destroy, destroy, kill, suffer
from ledger.rules.vampire.reasons import REASONS


def soak(v: Vampire, damage: Damage, _: World) -> Pool:
    """Stamina and Fortitude; against aggravated damage Fortitude alone (wod.soak.pool)."""
    fortitude = ("Fortitude", v.fortitude)
    return (fortitude,) if damage is AGGRAVATED else (("Stamina", v.stamina), fortitude)


def halve(damage: Damage, net: int) -> tuple[int, str | None]:
    """Bashing that remains after soak is halved, blow by blow."""
    if damage is BASHING:
        return net // 2, "vampire.bashing.halved"
    return net, None


NATURE: Nature[Vampire] = Nature(
    sources={**SOURCES, "firearm": Damage.BASHING},
    aimed=AIMED,
    harmless=frozenset(),
    treated={},
    bears_permanent=False,
    soak=soak,
    after_soak=halve,
    daze_margin=2,
    suffer=suffer,
)


def status_of(v: Vampire) -> str:
    """The gravest that holds: dead, torpor, incapacitated, active."""
    return "torpor" if v.torpor is not None and v.death is None else verbs.status_of(v)


def forbids(v: Vampire, verb: Verb, event: Recorded) -> str | None:
    """What the dead, the torpid and the incapacitated cannot do (vampire.incapacitated)."""
    if v.death is None and v.torpor is None and not v.track.disables:
        return None
    if (why := after_death(v, verb, event)) is not None or not verb.own_act:
        return why
    state = status_of(v)
    if verb.body is torpor.Wake:
        return None
    if state == "incapacitated" and verb.body is blood.Heal:
        return None
    held = "in torpor" if state == "torpor" else "incapacitated"
    left = "wake" if state == "torpor" else "heal with blood"
    return f"{event.who} is {held} and can only {left}, not {event.verb} (vampire.incapacitated)"


def plan_rest(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """A rest, and the healing of aggravated levels at the end of each of its days."""
    fields = {key: value for key, value in words.items() if key != "heal_aggravated"}
    drafts = verbs.plan_rest(fields, scene)
    most = words.get("heal_aggravated", 0)
    return blood.heal_each_day(drafts, most, scene) if most else drafts


def rest(v: Vampire, event: Recorded, world: World) -> Outcome[Vampire]:
    """Rest from the event's second to its end; in torpor only what outlasts it will count."""
    if v.torpor is None:
        return verbs.rest(v, event, world)
    until = max(v.torpor.rest_until, event.end)
    torpid = msgspec.structs.replace(v.torpor, rest_until=until)
    return msgspec.structs.replace(v, torpor=torpid), ()


def settle(v: Vampire, event: Recorded, world: World) -> Outcome[Vampire]:
    """After a whole event: incapacitated with an empty body is torpor."""
    if v.blood.now or v.track.free:
        return v, ()
    return torpor.starve(v, event.at, event.id, world)


def vampire_sheet(v: Vampire, world: World, at: int) -> dict[str, Any]:
    """The status of a vampire."""
    status = status_of(v)
    also = ["incapacitated"] if status == "torpor" and v.track.disables else []
    rows = sheet.shared_rows(v, status, also, POOLS, world, at)
    rows["traits"] = traits_of(v, VAMPIRE_TRAITS)
    rows["pools"]["blood"]["per_turn"] = GENERATIONS.get(v.generation, (0, None))[1]
    if status == "torpor" and v.torpor is not None:
        earliest = v.torpor.earliest
        rows["torpor"] = {
            "cause": v.torpor.cause,
            "since": world.calendar.format(v.torpor.since),
            "earliest_waking": None if earliest is None else world.calendar.format(earliest),
            "open_ended": v.torpor.open_ended,
        }
    return rows


def due(v: Vampire, world: World, at: int) -> list[Due]:
    """The earliest waking of a sleeper; the night on which hunger fells one who is awake."""
    if v.death is not None:
        return []
    if v.torpor is not None:
        earliest = v.torpor.earliest
        waking = "may try to wake" + (", or sleep on" if v.torpor.open_ended else "")
        rule = "vampire.awakening"
        return [] if earliest is None else [Due(earliest, waking, rule, certain=False)]
    while (night := blood.next_night(v, world, at)) is not None:
        v, effects = blood.pay_the_night(v, world, night)
        if v.torpor is not None:
            return [Due(night, "torpor from hunger, unless fed", effects[-1].rule or "")]
        at = night
    return []


VAMPIRE: System[Vampire] = System(
    name="vampire",
    verbs={
        **verbs.shared_verbs(NATURE, POOLS),
        "add": Verb(Add, add, plan=plan_add),
        "set": Verb(Set, set_traits, check_set, plan_set),
        "gain": Verb(Gain, blood.gain, points.check_gain(POOLS)),
        "feed": Verb(Gain, plan=blood.plan_feed),
        "heal": Verb(blood.Heal, blood.heal, blood.check_heal, own_act=True),
        "torpor": Verb(torpor.Sleep, torpor.sleep, own_act=True),
        "wake": Verb(torpor.Wake, torpor.wake, torpor.check_wake, torpor.plan_wake, own_act=True),
        "destroy": Verb(Destroy, destroy, check_destroy),
        "kill": Verb(Kill, kill, check_kill),
        "rest": Verb(Rest, rest, plan=plan_rest),
    },
    forbids=forbids,
    processes=(
        *verbs.SHARED_PROCESSES,
        Process(3, blood.next_night, blood.pay_the_night, ("torpor", "night")),
    ),
    sheet=vampire_sheet,
    due=due,
    settle=settle,
    reasons=REASONS,
)
