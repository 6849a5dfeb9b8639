"""Blood: nights, spending and feeding, and the healing that it pays for (vampire.blood.*)."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from ledger.errors import Refused
from ledger.events import Body, Count, Effect, Recorded
from ledger.rules.points import gainer
from ledger.rules.pools import Gain, Pool
from ledger.rules.settings import World
from ledger.rules.storyteller.track import AGGRAVATED, DAMAGE, LETHAL, Track
from ledger.rules.system import Draft, Outcome, Scene, body_of
from ledger.rules.vampire.character import HealedDay, Vampire
from ledger.rules.vampire.torpor import BLOOD_LOSS, rise, starve

AGGRAVATED_PRICE = 5  # blood points a level
POOLS: Mapping[str, str] = {"blood": "vampire.blood.pool", "willpower": "wod.willpower"}
gain_points = gainer(POOLS)


class Heal(Body, frozen=True, kw_only=True):
    """Levels healed with blood; the type is None for the lowest marks."""

    levels: Count
    type: Literal["bashing", "lethal", "aggravated"] | None = None


def next_night(v: Vampire, world: World, since: int) -> int | None:
    """The next dusk that costs a point: one a calendar day, none in torpor."""
    if v.torpor is not None or v.death is not None or not world.settings.nightly_blood:
        return None
    if v.night is None:
        return world.next_dusk(since)
    dusk = world.next_dusk(max(since, v.night))
    if dusk // world.day == v.night // world.day:
        return world.next_dusk(dusk)  # the setting `dusk` has moved within a day that was paid
    return dusk


def pay_the_night(v: Vampire, world: World, at: int) -> Outcome[Vampire]:
    """The nightly point; without one a level is lost, and the last level brings torpor."""
    if v.blood.now:
        blood = v.blood.spent(1)
        effect = Effect(at, "vampire.blood.nightly", "blood", v.blood.now, blood.now)
        v = msgspec.structs.replace(v, night=at, blood=blood)
    else:
        track, _ = v.track.marked(LETHAL, 1, None)
        effect = Effect(at, "vampire.blood.empty", "track", v.track, track)
        v = msgspec.structs.replace(v, night=at, track=track)
    v, starved = starve(v, at, None, world)
    return v, (effect, *starved)


def gain(v: Vampire, event: Recorded, world: World) -> Outcome[Vampire]:
    """Points come in; blood ends a torpor by blood loss."""
    after, effects = gain_points(v, event, world)
    sleep = after.torpor
    if sleep is not None and sleep.cause == BLOOD_LOSS and after.blood.now > v.blood.now:
        after, risen = rise(after, "vampire.torpor.blood-loss", event.at, event.id, world)
        effects += risen
    return after, effects


def check_heal(v: Vampire, event: Recorded, world: World) -> tuple[str, ...]:
    """The levels must be there and be paid for; aggravated ones need a day of rest."""
    heal = event.body
    assert isinstance(heal, Heal)
    if heal.type == "aggravated":
        return _check_aggravated(v, heal, event, world)
    if heal.type is None:
        there, words = len(v.track.marks) - v.track.graver(LETHAL), "bashing or lethal"
    else:
        there, words = v.track.count(DAMAGE[heal.type]), heal.type
    if heal.levels > there:
        return (f"{event.who} has {there} {words} levels, not {heal.levels} (vampire.blood.heal)",)
    return _unpaid(v, heal.levels, 0, event.who) if heal.levels > v.blood.now else ()


def _check_aggravated(v: Vampire, heal: Heal, event: Recorded, world: World) -> tuple[str, ...]:
    there = v.track.count(AGGRAVATED)
    rule = "vampire.blood.aggravated"
    if heal.levels > there:
        return (f"{event.who} has {there} aggravated levels, not {heal.levels} ({rule})",)
    if day_of_rest(v, world, event.at) is None:
        return (f"{event.who} has no day of rest to heal aggravated levels with ({rule})",)
    return _unpaid(v, *price_of_burns(v, heal.levels, world, event.at), event.who)


def _unpaid(v: Vampire, blood: int, willpower: int, who: str | None) -> tuple[str, ...]:
    will = 0 if v.willpower is None else v.willpower.now
    if blood <= v.blood.now and willpower <= will:
        return ()
    lacks = []
    if blood > v.blood.now:
        lacks.append(f"costs {blood} blood, {who} has {v.blood.now}")
    if willpower > will:
        lacks.append(f"costs {willpower} willpower, {who} has {will}")
    return tuple(lacks)


def day_of_rest(v: Vampire, world: World, at: int) -> int | None:
    """The day of rest that can be used at *at*, by the second it was complete; None for none.

    It can be used while its stretch lasts, and after that before the first dusk.
    """
    if v.rest is None:
        return None
    rest = v.rest.counted(at, world.calendar.day_seconds)
    usable = at <= rest.day_ends or at < world.next_dusk(rest.day_ends)
    return rest.day if usable else None


def healed_on(v: Vampire, day: int | None) -> int:
    """The aggravated levels that were healed for one day of rest."""
    return v.healed.levels if v.healed is not None and v.healed.day == day else 0


def price_of_burns(v: Vampire, levels: int, world: World, at: int) -> tuple[int, int]:
    """Blood and Willpower for aggravated levels: Willpower for all but the first of a day."""
    first = 0 if healed_on(v, day_of_rest(v, world, at)) else 1
    return AGGRAVATED_PRICE * levels, levels - first


def heal(v: Vampire, event: Recorded, world: World) -> Outcome[Vampire]:
    """Levels go, and what they cost."""
    body = event.body
    assert isinstance(body, Heal)
    kind = None if body.type is None else DAMAGE[body.type]
    if kind is AGGRAVATED:
        return _heal_burns(v, body.levels, event, world)
    levels = body.levels
    track, paid = v.track.healed(levels, kind), v.blood.spent(levels)
    effects = _healing("vampire.blood.heal", v, track, paid, event)
    return msgspec.structs.replace(v, track=track, blood=paid), effects


def _heal_burns(v: Vampire, levels: int, event: Recorded, world: World) -> Outcome[Vampire]:
    rule, day = "vampire.blood.aggravated", day_of_rest(v, world, event.at)
    assert day is not None
    blood, will = price_of_burns(v, levels, world, event.at)
    healed = HealedDay(day, healed_on(v, day) + levels)
    track, paid = v.track.healed(levels, AGGRAVATED), v.blood.spent(blood)
    effects, willpower = _healing(rule, v, track, paid, event), v.willpower
    if will and willpower is not None:
        left = willpower.spent(will)
        effects += (Effect(event.at, rule, "willpower", willpower.now, left.now, event.id),)
        willpower = left
    after = msgspec.structs.replace(v, track=track, blood=paid, healed=healed, willpower=willpower)
    return after, effects


def _healing(
    rule: str, v: Vampire, track: Track, blood: Pool, event: Recorded
) -> tuple[Effect, ...]:
    return (
        Effect(event.at, rule, "track", v.track, track, event.id),
        Effect(event.at, rule, "blood", v.blood.now, blood.now, event.id),
    )


def plan_feed(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """`feed` is a gain of blood."""
    return [Draft(body_of(Gain, {**words, "pool": "blood"}, "feed"), scene.at)]


def heal_each_day(drafts: Sequence[Draft], most: int, scene: Scene) -> list[Draft]:
    """The healings of aggravated levels at the end of each day of a rest that is *drafts*.

    Raises:
        Refused: for a day that cannot be paid, by its number and date.
    """
    planned, at, day = list(drafts), scene.at, 0
    length = scene.world.calendar.day_seconds
    while True:
        v, world = scene.foresee(planned, at)
        ends = None if v.rest is None or v.torpor is not None else v.rest.next_day(at, length)
        if ends is None or scene.until is None or ends > scene.until:
            return planned
        at, day = ends, day + 1
        v, world = scene.foresee(planned, at)
        levels = min(most, v.track.count(AGGRAVATED))
        if v.torpor is not None or v.death is not None or not levels:
            later = [event.at for event in scene.past if event.at > at]
            if not later:
                return planned
            at = max(at, min(later) - length)  # until then there is nothing to heal
            continue
        lacks = _unpaid(v, *price_of_burns(v, levels, world, at), scene.who)
        if lacks:
            named = world.calendar.format(at)
            raise Refused(f"day {day} of the rest ({named}): {'; '.join(lacks)}")
        planned.append(Draft(Heal(levels=levels, type="aggravated"), at))
