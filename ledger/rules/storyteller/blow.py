"""A blow and what meets it: damage, soak, armour, the track, and what shakes the target.

The order of a blow: damage rolled, soak, what the target's nature leaves of it, the boxes of the
armour, the body (wod.damage.net, wod.track.armor-levels).
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from ledger.errors import Refused
from ledger.events import Amount, Answer, Body, Effect, Recorded
from ledger.rules.settings import World
from ledger.rules.storyteller.armor import in_the_way
from ledger.rules.storyteller.character import C, Character
from ledger.rules.storyteller.conditions import Condition, imposed, two_turns
from ledger.rules.storyteller.dice import DIFFICULTY, Dice, Difficulty, unbotched
from ledger.rules.storyteller.nature import Nature, Pool
from ledger.rules.storyteller.track import DAMAGE, PERMANENT, Damage
from ledger.rules.system import Apply, Check, Draft, Outcome, Scene, body_of

DamageWord = Literal["bashing", "lethal", "aggravated", "permanent"]
Source = Literal["firearm", "blunt", "blade", "fire", "acid", "fangs", "claws", "sunlight"]


class Hit(Body, frozen=True, kw_only=True):
    """A blow as it was rolled, before soak.

    Attributes:
        amount: successes; None where dice are given.
        type: the kind of damage; None where the source says it.
        dice: the damage dice; None where a count is given.
        auto: automatic successes beside the dice.
        difficulty: of the damage dice.
        source: firearm, blunt, blade, fire, acid, fangs, claws, sunlight.
        aimed: head or vital; None for a blow that is not aimed.
        attack: successes of the attack roll, for a knockdown.
        shield: whether a worn shield is in the way.
    """

    amount: Amount | None = None
    type: DamageWord | None = None
    dice: Dice | None = None
    auto: Amount = 0
    difficulty: Difficulty = DIFFICULTY
    source: Source | None = None
    aimed: Literal["head", "vital"] | None = None
    attack: Amount | None = None
    shield: bool = False

    @property
    def rolled(self) -> int:
        """Levels of damage before soak (wod.dice.ones)."""
        dice = self.dice
        if dice is None:
            return self.amount or 0
        return unbotched(dice, self.difficulty) + self.auto

    @property
    def number(self) -> int:
        """Levels of damage before soak."""
        return self.rolled


class Soak(Answer, frozen=True, kw_only=True):
    """The soak of a hit: successes, or the dice that were rolled (wod.soak.event)."""

    amount: Amount | None = None
    dice: Dice | None = None
    difficulty: Difficulty = DIFFICULTY

    @property
    def successes(self) -> int:
        """Levels that are soaked at most."""
        if self.dice is None:
            return self.amount or 0
        return unbotched(self.dice, self.difficulty)


class Knockdown(Body, frozen=True, kw_only=True):
    """The roll of somebody who is knocked down: success, failure or botch (wod.knockdown)."""

    result: Literal["success", "failure", "botch"]


def damage_to(nature: Nature[Any]) -> Callable[[Hit], Damage | None]:
    """The kind of damage that a hit does (wod.damage.source); None when it does none at all."""
    named = {word: nature.treated.get(damage, damage) for word, damage in DAMAGE.items()}
    sources = {name: named[damage.word] for name, damage in nature.sources.items()}
    aimed = {how: named[damage.word] for how, damage in nature.aimed.items()}
    harmless = nature.harmless

    def damage_of(hit: Hit) -> Damage | None:
        source = hit.source
        if source is not None and source in harmless:
            return None
        if hit.type is not None:
            return named[hit.type]
        assert source is not None
        return aimed.get((source, hit.aimed or ""), sources[source])

    return damage_of


def soak_pool(c: C, hit: Hit, damage: Damage, nature: Nature[C], world: World) -> Pool:
    """The dice of a soak, spelt out (wod.soak.pool, wod.armor)."""
    body = nature.soak(c, damage, world)
    if not c.armor:
        return body
    worn = in_the_way(c.armor, hit.shield)
    armor = [(piece.made.name, d) for piece in worn if (d := piece.dice(damage)) > 0]
    return (*body, *armor)


def check_hit(nature: Nature[Any]) -> Check:
    """The check of `hit` for a nature."""

    def check(_: Character, event: Recorded, __: World) -> tuple[str, ...]:
        hit = event.body
        assert isinstance(hit, Hit)
        if hit.type == "permanent" and not nature.bears_permanent:
            return (f"there is no permanent damage for {event.who} (wod.track.order)",)
        return ()

    return check


def check_soak(
    nature: Nature[C],
) -> Callable[[C, Recorded, Recorded, World], tuple[str, ...]]:
    """Why a soak is unlawful for its hit, with the pool spelt out; empty when it is lawful."""
    damage_of = damage_to(nature)

    def check(c: C, hit: Recorded, soak: Recorded, world: World) -> tuple[str, ...]:
        blow, answer = hit.body, soak.body
        assert isinstance(answer, Soak)
        if not isinstance(blow, Hit):
            return (f"{hit.id} is no hit (wod.soak.event)",)
        if hit.answers and hit.answers[0] is not soak:
            return ("its event has an answer already, and takes one (wod.soak.event)",)
        damage = damage_of(blow)
        if damage is None or damage is PERMANENT:
            return ("there is nothing that could be soaked (wod.soak.pool)",)
        dice = answer.dice
        asked = len(dice) if dice is not None else answer.amount or 0
        pool, size = soak_pool(c, blow, damage, nature, world), 0
        for _, part in pool:
            size += part
        if asked <= size:
            return ()
        words = ("die", "dice") if answer.dice is not None else ("success", "successes")
        what = f"{words[0]} is" if asked == 1 else f"{words[1]} are"
        if not pool:
            has = f"the 0 dice that {hit.who} has against {damage.word}"
        else:
            spelt = " + ".join(f"{name} {d}" for name, d in pool)
            has = f"{hit.who} has against {damage.word}: {spelt} = {size}"
        return (f"{asked} soak {what} more than {has} (wod.soak.pool)",)

    return check


def strike(nature: Nature[C]) -> Apply:
    """What `hit` does to a nature, its soak included."""
    damage_of, after_soak = damage_to(nature), nature.after_soak

    def apply(c: C, event: Recorded, world: World) -> Outcome[C]:
        hit = event.body
        assert isinstance(hit, Hit)
        damage, rolled = damage_of(hit), hit.rolled
        effects: list[Effect] = []
        if damage is None:
            why = f"{hit.source} does nothing"
            nothing = Effect(event.at, "wod.damage.source", "damage", rolled, 0, event.id, why)
            return c, (nothing, *may_fall(c, event))
        at, cause, net = event.at, event.id, rolled
        for answer in event.answers:
            soak = answer.body
            assert isinstance(soak, Soak)
            soaked = soak.successes
            net = rolled - soaked if soaked < rolled else 0
            why = f"{soaked} soaked"
            effects.append(Effect(at, "wod.damage.net", "damage", rolled, net, cause, why))
        levels, rule = after_soak(damage, net)
        if levels != net:
            effects.append(Effect(at, rule, "damage", net, levels, cause))
        if c.armor:
            c, levels, more = meet_armor(c, event, damage, rolled, levels)
            effects += more
        fall = may_fall(c, event) if hit.attack else ()
        if levels:
            c, marked = injure(c, event, damage, levels, nature, world)
            effects += marked
        return c, (*effects, *fall)

    return apply


def may_fall(c: Character, event: Recorded) -> tuple[Effect, ...]:
    """A blow whose attack exceeds Stamina + Brawl may knock down: the Storyteller's option."""
    hit = event.body
    assert isinstance(hit, Hit)
    if (hit.attack or 0) <= c.stamina + c.brawl:
        return ()
    why = f"{hit.attack} attack successes against Stamina {c.stamina} + Brawl {c.brawl}"
    return (Effect(event.at, "wod.knockdown", "knockdown", None, "possible", event.id, why),)


def meet_armor(
    c: C, event: Recorded, damage: Damage, rolled: int, levels: int
) -> tuple[C, int, list[Effect]]:
    """Boxes of the armour are filled first, last put on first; a heavy blow destroys pieces."""
    hit = event.body
    assert isinstance(hit, Hit)
    effects: list[Effect] = []
    armor = list(c.armor)
    facing = in_the_way(c.armor, hit.shield)
    for place in reversed(range(len(armor))):
        piece = armor[place]
        if piece not in facing:
            continue
        name = piece.made.name
        taken = min(levels, piece.track.free)
        if taken:
            track, _ = piece.track.marked(damage, taken, event.id)
            rule = "wod.track.armor-levels"
            effects.append(Effect(event.at, rule, name, piece.track, track, event.id))
            piece, levels = msgspec.structs.replace(piece, track=track), levels - taken
        if piece.is_destroyed_by(damage, rolled):
            rule = "wod.armor.destroyed"
            effects.append(Effect(event.at, rule, name, "whole", "destroyed", event.id))
            piece = msgspec.structs.replace(piece, destroyed=True)
        armor[place] = piece
    return msgspec.structs.replace(c, armor=tuple(armor)), levels, effects


def injure(
    c: C, event: Recorded, damage: Damage, levels: int, nature: Nature[C], world: World
) -> tuple[C, list[Effect]]:
    """Levels reach the body: marks, a break of the rest, a daze, and what the nature makes of it."""
    before, at, cause, borne = c.track, event.at, event.id, c.stamina + nature.daze_margin
    track, over = before.marked(damage, levels, cause)
    effects = [Effect(at, "wod.track.order", "track", before, track, cause)]
    rest, conditions = c.rest, c.conditions
    if rest is not None:
        rest = rest.broken(at, at, world.calendar.day_seconds)
    if levels > borne and len(track.caused_by(cause)) > borne:
        daze = two_turns("dazed", at, "wod.dazed", cause)
        conditions, dazed = imposed(conditions, (daze,), at)
        effects += dazed
    marked = msgspec.structs.replace(c, track=track, rest=rest, conditions=conditions)
    struck, more = nature.suffer(marked, before, damage, levels, over, event, world)
    effects += more
    return struck, effects


def knock_down(nature: Nature[C]) -> Apply:
    """What the event `knockdown` does to a nature."""

    def apply(c: C, event: Recorded, world: World) -> Outcome[C]:
        assert isinstance(event.body, Knockdown)
        names = FALLS[event.body.result]
        new: list[Condition] = [
            two_turns(name, event.at, "wod.knockdown", event.id) for name in names
        ]
        conditions, effects = imposed(c.conditions, new, event.at)
        c = msgspec.structs.replace(c, conditions=conditions)
        if event.body.result != "botch":
            return c, effects
        levels, _ = nature.after_soak(Damage.BASHING, 1)
        if not levels:
            return c, effects
        c, more = injure(c, event, Damage.BASHING, levels, nature, world)
        return c, (*effects, *more)

    return apply


FALLS = {
    "success": ("initiative -2",),
    "failure": ("prone", "initiative -2"),
    "botch": ("prone",),
}


def plan_hit(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """A hit, and with it its soak if the line brings one."""
    soak = {key.removeprefix("soak_"): words[key] for key in words if key.startswith("soak_")}
    blow = {key: value for key, value in words.items() if not key.startswith("soak_")}
    if "amount" in blow and "dice" in blow:
        raise Refused(f"hit {scene.who}: give either a number of levels or --dice, not both")
    if "amount" not in blow and "dice" not in blow:
        raise Refused(f"hit {scene.who}: how many levels? Give a number or --dice")
    loose = [word for word in ("auto", "difficulty") if word in blow and "dice" not in blow]
    if loose:
        raise Refused(f"--{loose[0]} goes with --dice")
    if "type" not in blow and "source" not in blow:
        raise Refused(
            f"hit {scene.who}: say the type (bashing, lethal, aggravated, permanent) or --source"
        )
    drafts = [Draft(body_of(Hit, blow, "hit"), scene.at)]
    if "difficulty" in soak and "dice" not in soak:
        raise Refused("--soak-difficulty goes with --soak-dice")
    if soak:
        if len(soak.keys() & {"amount", "dice"}) > 1:
            raise Refused("give either --soak or --soak-dice, not both")
        drafts.append(Draft(body_of(Soak, {**soak, "answers": HIT_OF_THIS_LINE}, "soak"), scene.at))
    return drafts


HIT_OF_THIS_LINE = "^1"  # the first event of the same command; its id is known when it is recorded


def plan_soak(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """A soak at the moment of its hit: the one that is named, else the last without a soak."""
    if "difficulty" in words and "dice" not in words:
        raise Refused("--difficulty goes with --dice")
    hits = [event for event in scene.past if isinstance(event.body, Hit)]
    named = words.get("hit")
    if named is not None:
        hits = [hit for hit in hits if hit.id == named]
        if not hits:
            raise Refused(f"{named} is no hit of {scene.who}'s that stands")
    open_hits = [hit for hit in hits if not hit.answers]
    if not open_hits:
        raise Refused(
            f"{scene.who} has no hit without a soak; one hit has one soak (wod.soak.event)"
        )
    hit = max(open_hits, key=lambda event: event.position)
    fields = {key: value for key, value in words.items() if key != "hit"}
    return [Draft(body_of(Soak, {**fields, "answers": hit.id}, "soak"), hit.at)]
