"""Conditions: dazed, unconscious, prone, the last act of the incapacitated; how each ends (2)."""

import msgspec

from ledger.events import Effect, Recorded
from ledger.rules.request.character import Adventurer, Faint, Spell
from ledger.rules.request.characteristics import is_out_of_want
from ledger.rules.settings import World
from ledger.rules.system import Outcome

DAZED_ROUNDS = 2  # the round in which it began, and the one after it (ruling)


def dazed(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """No actions for two rounds; one daze, as long as the longer (request.dazed)."""
    until = event.at + DAZED_ROUNDS * world.settings.combat_round_seconds
    if h.dazed is not None and h.dazed.until >= until:
        return h, ()
    after = msgspec.structs.replace(h, dazed=Spell(until, "request.dazed", event.id))
    if h.dazed is not None:
        return after, ()
    return after, (Effect(event.at, "request.dazed", "condition", None, "dazed", event.id),)


def unconscious(
    h: Adventurer, at: int, rule: str, cause: str, until: int | None
) -> Outcome[Adventurer]:
    """Out until an in-game second; None for as long as a location is major."""
    old = h.faint
    if old is None:
        h = risen(h)  # a fall of long ago is no fall of now
        new = Faint(until, until is None, rule, cause)
    else:  # one spell, as long as the longer of the two
        ends = [end for end in (old.until, until) if end is not None]
        new = msgspec.structs.replace(
            old, until=max(ends) if ends else None, by_wound=old.by_wound or until is None
        )
    after = msgspec.structs.replace(h, faint=new)
    if old is not None:
        return after, ()
    return after, (Effect(at, rule, "condition", None, "unconscious", cause),)


# Lying down --------------------------------------------------------------------------------------


def is_prone(h: Adventurer) -> bool:
    """Whether she lies on the ground: by a major wound, or without a leg to stand on."""
    legs = [h.is_disabled(place) for place, location, _ in h.places() if location.kind == "leg"]
    return (h.floored and _is_kept_down(h)) or (bool(legs) and all(legs))


def _is_kept_down(h: Adventurer) -> bool:
    return h.has_major or h.faint is not None or is_out_of_want(h)


def risen(h: Adventurer) -> Adventurer:
    """Who was thrown down by a major wound, up again once neither helpless by it nor unconscious."""
    if not h.floored or _is_kept_down(h):
        return h
    return msgspec.structs.replace(h, floored=False)


def posture(
    before: Adventurer, after: Adventurer, at: int, rule: str, cause: str | None
) -> tuple[Effect, ...]:
    """The effect of falling down or getting up; nothing where neither happened."""
    was, now = is_prone(before), is_prone(after)
    if was == now or after.death is not None:
        return ()
    before_it, after_it = ("prone", None) if was else (None, "prone")
    return (Effect(at, rule, "condition", before_it, after_it, cause),)


# What time and treatment end ---------------------------------------------------------------------


def next_clearing(h: Adventurer, _: World, __: int) -> int | None:
    """When a daze, a faint or a last act ends by itself."""
    ends = [spell.until for spell in (h.dazed, h.faint, h.acting) if spell is not None]
    known = [end for end in ends if end is not None]
    return min(known) if known else None


def clear(h: Adventurer, _: World, at: int) -> Outcome[Adventurer]:
    """What held until now is over; a last act ends in unconsciousness (request.incapacitated)."""
    before = h
    effects: list[Effect] = []
    if h.dazed is not None and h.dazed.until <= at:
        effects.append(Effect(at, h.dazed.rule, "condition", "dazed", None, h.dazed.cause))
        h = msgspec.structs.replace(h, dazed=None)
    if h.acting is not None and h.acting.until <= at:
        rule, cause = h.acting.rule, h.acting.cause
        effects.append(Effect(at, rule, "condition", "acting", None, cause))
        h = msgspec.structs.replace(h, acting=None)
        h, more = unconscious(h, at, rule, cause, None)
        effects += more
    if h.faint is not None and h.faint.until is not None and h.faint.until <= at:
        cause = h.faint.cause
        if h.faint.by_wound:
            h = msgspec.structs.replace(h, faint=msgspec.structs.replace(h.faint, until=None))
        else:
            h, more = woken(h, at, cause)
            effects += (*more, *posture(before, h, at, "request.unconscious", cause))
    return h, tuple(effects)


def woken(h: Adventurer, at: int, cause: str) -> Outcome[Adventurer]:
    """Awake, and up where nothing else keeps her down."""
    rule = "request.unconscious"
    after = risen(msgspec.structs.replace(h, faint=None))
    effect = Effect(at, rule, "condition", "unconscious", None, cause)
    return after, (effect,)


def no_longer_major(h: Adventurer, at: int, cause: str) -> Outcome[Adventurer]:
    """After a treatment: without a major location nothing keeps her down or out."""
    if h.has_major:
        return h, ()
    effects: tuple[Effect, ...] = ()
    if h.acting is not None:
        rule = "request.incapacitated"
        effects = (Effect(at, rule, "condition", "acting", None, cause),)
    h = msgspec.structs.replace(h, held_until=None, acting=None)
    if h.faint is None or not h.faint.by_wound:
        return risen(h), effects
    left = msgspec.structs.replace(h.faint, by_wound=False)
    if left.until is not None:
        return msgspec.structs.replace(h, faint=left), effects
    h, more = woken(h, at, cause)
    return h, effects + more
