"""Characteristics: loss, recovery, magic, and what comes of having too little (section 4)."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from ledger.errors import Refused
from ledger.events import Body, Count, Effect, Recorded
from ledger.naming import refuse_unknown
from ledger.rules.death import died
from ledger.rules.request.character import Adventurer, Alteration, with_value
from ledger.rules.request.locations import CHARACTERISTICS
from ledger.rules.settings import World
from ledger.rules.system import Draft, Outcome, Plan, Scene, body_of

Name = Literal["STR", "CON", "SIZ", "INT", "POW", "DEX", "CHA"]
HELPLESS = 2  # or less, whatever the species minimum
CAPPING = frozenset({"food", "water"})  # going without them caps the characteristics at CON


class Lose(Body, frozen=True, kw_only=True):
    """Points of a characteristic are lost, for now or for good."""

    points: Count
    characteristic: Name
    permanent: bool = False


class Restore(Body, frozen=True, kw_only=True):
    """Points come back by magic."""

    points: Count
    characteristic: Name


class Alter(Body, frozen=True, kw_only=True):
    """Magic or poison adds to a characteristic, or takes from it.

    Attributes:
        amount: not 0.
        label: what `dispel` calls it.
        lasts: in-game seconds; None until it is dispelled.
    """

    characteristic: Name
    amount: int
    label: str
    lasts: int | None = None


class Dispel(Body, frozen=True, kw_only=True):
    """What bears the label is over."""

    label: str


def effective(h: Adventurer, name: str) -> int:
    """What counts: with magic, at least 1 and at most twice what is left; then the cap of hunger."""
    value = _with_magic(h, name)
    if name != "SIZ" and any(c.begun and c.want in CAPPING for c in h.clocks):
        return min(value, _with_magic(h, "CON"))
    return value


def _with_magic(h: Adventurer, name: str) -> int:
    now = h.value(name).now
    bonus = sum(a.amount for a in h.alterations if a.characteristic == name)
    return min(max(now + bonus, 1), 2 * now) if bonus else now


def is_helpless(h: Adventurer) -> bool:
    """Whether a characteristic is too low to do anything (request.characteristic.helpless)."""
    return any(
        effective(h, name) <= min(h.anatomy.minimum_of(name) - 1, HELPLESS)
        for name in CHARACTERISTICS
    )


def is_out_of_want(h: Adventurer) -> bool:
    """Whether hunger, thirst or cold has taken so much CON that she is unconscious."""
    con = h.value("CON")
    return h.doom is not None or (
        con.privation > 0 and con.now < min(h.anatomy.minimum_of("CON"), HELPLESS)
    )


def plan_of(kind: type[Body], verb: str) -> Plan:
    """A plan that reads the characteristic however it is written."""

    def plan(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
        name = words["characteristic"].upper()
        if name not in CHARACTERISTICS:
            raise refuse_unknown(name, CHARACTERISTICS, "characteristic")
        return [Draft(body_of(kind, {**words, "characteristic": name}, verb), scene.at)]

    return plan


def plan_alter(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """An alteration; how long it lasts is no span of the character's."""
    if not words["amount"]:
        raise Refused("an alteration of 0 changes nothing; write +N or -N")
    lasts = {} if scene.until is None else {"lasts": scene.until - scene.at}
    return plan_of(Alter, "alter")({**words, **lasts}, scene)


def lose(h: Adventurer, event: Recorded, _: World) -> Outcome[Adventurer]:
    """Points go; what reaches 0 kills (request.characteristic.loss)."""
    body = event.body
    assert isinstance(body, Lose)
    old = h.value(body.characteristic)
    points = min(body.points, old.now)
    if body.permanent:
        new = msgspec.structs.replace(old, original=old.original - points)
    else:
        new = msgspec.structs.replace(old, loss=old.loss + points)
    rule = "request.characteristic.loss"
    detail = "for good" if body.permanent else ""
    effect = Effect(event.at, rule, body.characteristic, old.now, new.now, event.id, detail)
    h = with_value(h, body.characteristic, new)
    if new.now > 0:
        return h, (effect,)
    h, death = died(h, event.at, "request.characteristic.helpless", event.id)
    return h, (effect, *death)


def check_restore(h: Adventurer, event: Recorded, _: World) -> tuple[str, ...]:
    """Magic gives back what is lost, but not what want has taken."""
    body = event.body
    assert isinstance(body, Restore)
    value = h.value(body.characteristic)
    most = value.loss - value.privation
    if body.points <= most:
        return ()
    rest = f", and {value.privation} lost to want" if value.privation else ""
    return (
        (
            f"{event.who} can be given back {most} {body.characteristic}, not {body.points}{rest} "
            "(request.characteristic.loss)"
        ),
    )


def restore(h: Adventurer, event: Recorded, _: World) -> Outcome[Adventurer]:
    """Points come back."""
    body = event.body
    assert isinstance(body, Restore)
    old = h.value(body.characteristic)
    new = msgspec.structs.replace(old, loss=old.loss - body.points)
    rule = "request.characteristic.loss"
    effect = Effect(event.at, rule, body.characteristic, old.now, new.now, event.id)
    return with_value(h, body.characteristic, new), (effect,)


def alter(h: Adventurer, event: Recorded, _: World) -> Outcome[Adventurer]:
    """Magic takes hold (request.characteristic.magic)."""
    body = event.body
    assert isinstance(body, Alter)
    until = None if body.lasts is None else event.at + body.lasts
    new = Alteration(body.label, body.characteristic, body.amount, until, event.id)
    after = msgspec.structs.replace(h, alterations=(*h.alterations, new))
    return after, _felt(h, after, event.at, event.id, body.label)


def check_dispel(h: Adventurer, event: Recorded, _: World) -> tuple[str, ...]:
    """Only what is there can be ended."""
    assert isinstance(event.body, Dispel)
    labels = [alteration.label for alteration in h.alterations]
    if event.body.label in labels:
        return ()
    return (f"{event.who}: {refuse_unknown(event.body.label, labels, 'alteration')}",)


def dispel(h: Adventurer, event: Recorded, _: World) -> Outcome[Adventurer]:
    """What bears the label is over."""
    assert isinstance(event.body, Dispel)
    label = event.body.label
    kept = tuple([a for a in h.alterations if a.label != label])
    after = msgspec.structs.replace(h, alterations=kept)
    return after, _felt(h, after, event.at, event.id, f"{label} ends")


def next_fading(h: Adventurer, _: World, __: int) -> int | None:
    """When the first alteration ends by itself."""
    ends = [a.until for a in h.alterations if a.until is not None]
    return min(ends) if ends else None


def fade(h: Adventurer, _: World, at: int) -> Outcome[Adventurer]:
    """Alterations whose time is over are gone."""
    over = [a for a in h.alterations if a.until is not None and a.until <= at]
    kept = tuple([a for a in h.alterations if a not in over])
    after = msgspec.structs.replace(h, alterations=kept)
    labels = ", ".join(dict.fromkeys(a.label for a in over))
    return after, _felt(h, after, at, over[0].cause, f"{labels} ends")


def _felt(
    before: Adventurer, after: Adventurer, at: int, cause: str, detail: str
) -> tuple[Effect, ...]:
    """The effective values that differ."""
    rule = "request.characteristic.magic"
    return tuple(
        [
            Effect(at, rule, f"effective {name}", old, new, cause, detail)
            for name in CHARACTERISTICS
            if (old := effective(before, name)) != (new := effective(after, name))
        ]
    )


def next_recovery(h: Adventurer, world: World, since: int) -> int | None:
    """When the next day of rest is complete that gives a characteristic points back."""
    repose = h.repose
    if repose is None or h.is_in_a_state or not any(value.loss for value in h.values):
        return None
    days = max(0, since - repose.day_from) // world.day + 1
    end = repose.day_from + days * world.day
    return end if end <= repose.until else None


def recover(h: Adventurer, _: World, at: int) -> Outcome[Adventurer]:
    """Each damaged characteristic gets its points (request.characteristic.recovery)."""
    effects = []
    for name in CHARACTERISTICS:
        old = h.value(name)
        back = min(old.loss, 1 + old.original // 10)
        if back:
            loss, want = old.loss - back, max(0, old.privation - back)
            new = msgspec.structs.replace(old, loss=loss, privation=want)
            rule = "request.characteristic.recovery"
            effects.append(Effect(at, rule, name, old.now, new.now))
            h = with_value(h, name, new)
    assert h.repose is not None
    repose = msgspec.structs.replace(h.repose, day_from=at)
    return msgspec.structs.replace(h, repose=repose), tuple(effects)
