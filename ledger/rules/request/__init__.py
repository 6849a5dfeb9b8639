"""The system `request`: hit locations, characteristics, want, fatigue and load, as one table."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ledger.errors import Refused
from ledger.events import Body, Effect, Recorded
from ledger.rules import points
from ledger.rules.death import KILL, NOTE, after_death
from ledger.rules.pools import Gain, Pool, Spend
from ledger.rules.request import (
    characteristics,
    conditions,
    exertion,
    healing,
    heroism,
    load,
    privation,
    repose,
    sheet,
    trials,
    wounds,
)
from ledger.rules.request.character import Adventurer, Characteristic, Part, with_value
from ledger.rules.request.locations import CHARACTERISTICS, HUMANOID, Anatomy, read_body
from ledger.rules.request.reasons import REASONS
from ledger.rules.rest import Rest
from ledger.rules.settings import World
from ledger.rules.system import Draft, Due, Outcome, Process, Scene, System, Verb, body_of
from ledger.rules.traits import POOL, Trait, given_traits, number, read_traits

MOST = 1000  # of a characteristic or a score
MOST_DUE = 200  # rows of what is ahead for one character

TRAITS: Mapping[str, Trait] = {
    **{name: number(1, MOST) for name in CHARACTERISTICS},
    "resilience": number(0, MOST),
    "persistence": number(0, MOST),
    "movement": number(0, MOST, 8),
    "hero_points": POOL,
}


class Add(Body, frozen=True, kw_only=True):
    """A new character: the traits that were given, and a body that is not human."""

    traits: dict[str, int]
    body: Anatomy | None = None


class Set(Body, frozen=True, kw_only=True):
    """Traits that have another value from the event's date on; a pool's is its maximum."""

    traits: dict[str, int]


def plan_add(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """The traits, and the body file if there is one."""
    words = dict(words)
    text = words.pop("body", None)
    body = None if text is None else read_body(text)
    return [Draft(Add(traits=given_traits(words, TRAITS, scene, "request"), body=body), scene.at)]


def add(_: None, event: Recorded, __: World) -> Outcome[Adventurer]:
    """A character, whole and fresh."""
    body = event.body
    assert isinstance(body, Add)
    given = {name: body.traits.get(name, trait.default or 0) for name, trait in TRAITS.items()}
    anatomy = body.body or HUMANOID
    most = body.traits.get("hero_points")
    pool = None if most is None else Pool(body.traits.get("hero_points_now", most), most)
    new = Adventurer(
        added=event.at,
        anatomy=anatomy,
        values=tuple([Characteristic(given[name]) for name in CHARACTERISTICS]),
        parts=tuple([Part() for _ in anatomy.locations]),
        resilience=given["resilience"],
        persistence=given["persistence"],
        movement=given["movement"],
        hero_points=pool,
    )
    return new, ()


def plan_set(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """Traits; what a pool holds changes otherwise."""
    values = read_traits(words["traits"], TRAITS)
    if "hero_points_now" in values:
        raise Refused("hero_points: `set` changes the maximum; `spend` and `gain` what is there")
    return [Draft(Set(traits=values), scene.at)]


def check_set(h: Adventurer, event: Recorded, _: World) -> tuple[str, ...]:
    """A characteristic stays above what is lost of it; dying of that takes a loss."""
    assert isinstance(event.body, Set)
    for name, value in event.body.traits.items():
        if name in CHARACTERISTICS and value <= h.value(name).loss:
            return (
                (
                    f"{event.who} has lost {h.value(name).loss} {name}: an original of {value} leaves "
                    "nothing; `lose` says how it was lost (request.characteristic.loss)"
                ),
            )
    return ()


def set_traits(h: Adventurer, event: Recorded, _: World) -> Outcome[Adventurer]:
    """Originals and scores change; damage stays as it is (request.hit-points)."""
    assert isinstance(event.body, Set)
    effects = []
    before = [h.maximum(place) for place in range(len(h.parts))]
    for name, value in event.body.traits.items():
        old: int | None
        if name in CHARACTERISTICS:
            one = h.value(name)
            old = one.original
            h = with_value(h, name, msgspec.structs.replace(one, original=value))
        elif name == "hero_points":
            pool = h.hero_points
            old = None if pool is None else pool.max
            full = Pool(value, value) if pool is None else pool.limited(value)
            h = msgspec.structs.replace(h, hero_points=full)
        else:
            old = getattr(h, name)
            h = msgspec.structs.replace(h, **{name: value})
        what = "hero_points maximum" if name == "hero_points" else name
        effects.append(Effect(event.at, None, what, old, value, event.id))
    return wounds.reprieved(h), (*effects, *_new_maxima(h, before, event))


def _new_maxima(h: Adventurer, before: list[int], event: Recorded) -> list[Effect]:
    return [
        Effect(event.at, "request.hit-points", f"{location.name} maximum", old, new, event.id)
        for (place, location, _), old in zip(h.places(), before, strict=True)
        if (new := h.maximum(place)) != old
    ]


def lose(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """A loss; one for good changes the hit points."""
    before = [h.maximum(place) for place in range(len(h.parts))]
    h, effects = characteristics.lose(h, event, world)
    return h, (*effects, *_new_maxima(h, before, event))


def plan_rest(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """Rest over the span that was typed."""
    if words.get("complete") and words.get("activity"):
        raise Refused("complete rest has no activity; say one of --complete and --activity")
    return [Draft(body_of(Rest, words, "rest"), scene.at, scene.until)]


def persist(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """A failure fells for the minutes that were rolled."""
    test = event.body
    assert isinstance(test, trials.Persistence)
    if test.result == "success":
        return h, ()
    until = event.at + (test.minutes or 0) * world.calendar.seconds_per_minute
    return conditions.unconscious(h, event.at, "request.fatigue.levels", event.id, until)


ANSWERED = {wounds.Hit: wounds.check_resilience, exertion.Exert: exertion.check_fatigue}


def check_answer(h: Adventurer, event: Recorded, answer: Recorded, world: World) -> tuple[str, ...]:
    """A result belongs to a blow or an exertion."""
    check = ANSWERED.get(type(event.body))
    return (f"{event.verb} asks for no test",) if check is None else check(h, event, answer, world)


def forbids(h: Adventurer, verb: Verb, event: Recorded) -> str | None:
    """What the dead, the unconscious and the helpless cannot do."""
    if (why := after_death(h, verb, event)) is not None or not verb.own_act:
        return why
    word, _ = sheet.status(h)
    if word in sheet.GRAVEST:
        return f"{event.who} is {word} and cannot {event.verb} ({sheet.GRAVEST[word]})"
    return None


PROCESSES = (
    Process(1, conditions.next_clearing, conditions.clear, ("dazed", "faint", "acting")),
    Process(1, characteristics.next_fading, characteristics.fade, ("alterations",)),
    Process(1, healing.next_release, healing.release, ("held_until",)),
    Process(1, privation.next_slept, privation.slept, ("slumber", "clocks", "anatomy")),
    Process(2, healing.next_healing, healing.heal, ("repose", "clocks", "parts")),
    Process(
        2, characteristics.next_recovery, characteristics.recover, ("repose", "clocks", "values")
    ),
    Process(
        2,
        repose.next_breath,
        repose.catch_breath,
        ("fatigue", "repose", "clocks", "busy_until"),
    ),
    Process(3, privation.next_want, privation.want, ("clocks",)),
    Process(3, exertion.next_test, exertion.test, ("exertion",)),
    Process(4, wounds.next_death, wounds.bleed_out, ("parts",)),
    Process(4, privation.next_doom, privation.doomed, ("doom",)),
)


def due(h: Adventurer, world: World, at: int) -> list[Due]:
    """What time will bring, step by step, as if nothing more were recorded."""
    ahead: list[Due] = []
    while h.death is None and len(ahead) < MOST_DUE:
        found = REQUEST.next_due(h, world, at)
        if found is None:
            return ahead
        at, process = found
        h, effects = process.happen(h, world, at)
        ahead += [Due(at, told, e.rule) for e in effects if e.rule and (told := _told(e))]
    return ahead


# what is no row of what is due: it changes no sheet
UNTOLD = frozenset({"quiet day", "day of rest", "dies"})


def _told(effect: Effect) -> str:
    """A row of what is due; empty for what makes none."""
    if effect.what in UNTOLD or effect.what.endswith(" kills"):
        return ""
    behind = f" ({effect.detail})" if effect.detail else ""
    if effect.what in {"condition", "state"}:
        return f"{effect.before} ends" if effect.after is None else f"{effect.after} begins"
    if effect.what == "status":
        return f"dies{behind}"
    if effect.what == "test":
        return f"owes a {effect.after} test{behind}"
    heals = " heals" if effect.rule in healing.BY_REST.values() else ""
    return f"{effect.what}{heals} {effect.before} → {effect.after}{behind}"


REQUEST: System[Adventurer] = System(
    name="request",
    verbs={
        "add": Verb(Add, add, plan=plan_add),
        "set": Verb(Set, set_traits, check_set, plan_set),
        "hit": Verb(wounds.Hit, wounds.strike, wounds.check_hit, wounds.plan_hit),
        "test": Verb(trials.Trial, plan=trials.plan_test, answer=check_answer),
        "test.persistence": Verb(trials.Persistence, persist, trials.check_persistence),
        "test.death": Verb(trials.Dying, privation.dying, privation.check_dying),
        "treat": Verb(healing.Treat, healing.treat, healing.check_treat, healing.plan_treat),
        "lose": Verb(
            characteristics.Lose, lose, plan=characteristics.plan_of(characteristics.Lose, "lose")
        ),
        "restore": Verb(
            characteristics.Restore,
            characteristics.restore,
            characteristics.check_restore,
            characteristics.plan_of(characteristics.Restore, "restore"),
        ),
        "alter": Verb(
            characteristics.Alter, characteristics.alter, plan=characteristics.plan_alter
        ),
        "dispel": Verb(
            characteristics.Dispel, characteristics.dispel, characteristics.check_dispel
        ),
        "deprive": Verb(privation.Deprive, privation.deprive, privation.check_deprive),
        "supply": Verb(
            privation.Supply, privation.supply, privation.check_supply, privation.refuse_sleep
        ),
        "sleep": Verb(privation.Sleep, privation.sleep, plan=privation.plan_sleep),
        "rest": Verb(Rest, repose.rest, plan=plan_rest),
        "exert": Verb(
            exertion.Exert,
            exertion.exert,
            exertion.check_exert,
            exertion.plan_exert,
            own_act=True,
        ),
        "carry": Verb(load.Carry, load.carry, load.check_carry, load.plan_carry),
        "drop": Verb(load.Drop, load.drop, load.check_drop),
        "hero": Verb(heroism.Heroic, heroism.heroic, heroism.check_hero, heroism.plan_hero),
        "spend": Verb(Spend, points.spender(heroism.POOLS), points.check_spend(heroism.POOLS)),
        "gain": Verb(Gain, points.gainer(heroism.POOLS), points.check_gain(heroism.POOLS)),
        **KILL,
        **NOTE,
    },
    forbids=forbids,
    processes=PROCESSES,
    sheet=sheet.request_sheet,
    due=due,
    reasons=REASONS,
)
