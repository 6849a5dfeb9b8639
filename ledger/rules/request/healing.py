"""Healing of hit locations: by quiet days, by first aid, by the Healing skill, by magic (3)."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from ledger.errors import Refused
from ledger.events import Body, Count, Effect, Recorded
from ledger.rules.request.character import Adventurer, with_part
from ledger.rules.request.characteristics import effective
from ledger.rules.request.conditions import no_longer_major, posture
from ledger.rules.request.locations import find_location
from ledger.rules.request.wounds import dying_time
from ledger.rules.settings import World
from ledger.rules.system import Draft, Outcome, Scene, body_of

HOLDS_DEATH = 2  # points of magic that stop all dying for a while


class Treat(Body, frozen=True, kw_only=True):
    """A treatment of a hit location.

    Attributes:
        location: its name.
        method: first-aid, healing (the skill) or magic.
        result: success or failure; None for magic.
        points: hit points of magic; None otherwise.
        cures_major: whether the magic cures major wounds.
    """

    location: str
    method: Literal["first-aid", "healing", "magic"]
    result: Literal["success", "failure"] | None = None
    points: Count | None = None
    cures_major: bool = False


def plan_treat(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """A treatment with what belongs to its method."""
    magic = words["method"] == "magic"
    if magic and "points" not in words:
        raise Refused("treat … magic: how much? Give --points N")
    if magic and "result" in words:
        raise Refused("magic has no success or failure here; give --points N")
    if not magic and "result" not in words:
        raise Refused(f"treat … {words['method']}: success or failure?")
    if not magic and words.keys() & {"points", "cures_major"}:
        raise Refused("--points and --cures-major go with magic")
    return [Draft(body_of(Treat, words, "treat"), scene.at)]


def check_treat(h: Adventurer, event: Recorded, world: World) -> tuple[str, ...]:
    """What each method can do, and when."""
    treat = event.body
    assert isinstance(treat, Treat)
    try:
        place = find_location(h.anatomy, treat.location)
    except Refused as why:
        return (f"{event.who}: {why}",)
    if treat.method == "first-aid":
        return _check_first_aid(h, place, event, world)
    name, wound = h.anatomy.locations[place].name, h.parts[place].wound
    if treat.method == "healing" and wound != "major":
        return (
            (
                f"{event.who}'s {name} has {_a(wound)}; the Healing skill is for major ones "
                "(request.healing-skill)"
            ),
        )
    return ()


def _a(wound: str | None) -> str:
    return "no wound" if wound is None else f"a {wound} wound"


def _check_first_aid(h: Adventurer, place: int, event: Recorded, world: World) -> tuple[str, ...]:
    part, name, rule = h.parts[place], h.anatomy.locations[place].name, "(request.first-aid)"
    whose = f"{event.who}'s {name}"
    if part.wound is None or part.injured_at is None:
        return (f"{whose} has no wound {rule}",)
    if part.wound == "major":
        return (f"{whose} has a major wound: that wants the Healing skill or magic {rule}",)
    minutes = world.settings.first_aid_minutes
    if event.at - part.injured_at > minutes * world.calendar.seconds_per_minute:
        ago = world.calendar.format(part.injured_at)
        return (
            (
                f"{whose} was hurt at {ago}: first aid is for injuries of the last {minutes} minutes "
                f"{rule}"
            ),
        )
    if part.wound == "minor" and part.aided == part.injury:
        return (f"{whose} has had first aid for this injury already, and it is tried once {rule}",)
    if part.wound == "serious" and part.aided_day == event.at // world.day:
        return (f"{whose} has had first aid today already: once a day {rule}",)
    return ()


def treat(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """A treatment is tried."""
    body = event.body
    assert isinstance(body, Treat)
    place = find_location(h.anatomy, body.location)
    rule, treatment = METHODS[body.method]
    after, effects = treatment(h, place, event, world)
    return after, effects + posture(h, after, event.at, rule, event.id)


def _first_aid(h: Adventurer, place: int, event: Recorded, world: World) -> Outcome[Adventurer]:
    """Half of the maximum, not above 0 for a serious wound; once, even when it fails."""
    assert isinstance(event.body, Treat)
    part = h.parts[place]
    day = event.at // world.day if part.wound == "serious" else part.aided_day
    tried = msgspec.structs.replace(part, aided=part.injury, aided_day=day)
    h = with_part(h, place, tried)
    if event.body.result == "failure":
        return h, ()
    points = h.maximum(place) // 2
    if part.wound == "serious":
        points = max(0, min(points, -h.hit_points(place)))
    return mended(h, place, points, "request.first-aid", event.at, event.id)


def _skill(h: Adventurer, place: int, event: Recorded, _: World) -> Outcome[Adventurer]:
    """A major wound becomes serious, and kills no more."""
    assert isinstance(event.body, Treat)
    if event.body.result == "failure":
        return h, ()
    return _no_major(h, place, "serious", event, "request.healing-skill")


def _no_major(
    h: Adventurer,
    place: int,
    wound: Literal["serious", "minor"] | None,
    event: Recorded,
    rule: str,
) -> Outcome[Adventurer]:
    part = msgspec.structs.replace(
        h.parts[place], wound=wound, dies_at=None, healing_since=event.at
    )
    name = f"{h.anatomy.locations[place].name} wound"
    effect = Effect(event.at, rule, name, "major", wound, event.id)
    h, more = no_longer_major(with_part(h, place, part), event.at, event.id)
    return h, (effect, *more)


def _magic(h: Adventurer, place: int, event: Recorded, world: World) -> Outcome[Adventurer]:
    """Points for any wound but a major one, unless it cures those; else it may hold death off."""
    body = event.body
    assert isinstance(body, Treat)
    points, rule = body.points or 0, "request.magic"
    if h.parts[place].wound != "major":
        return mended(h, place, points, rule, event.at, event.id)
    if not body.cures_major:
        return _hold(h, event, world) if points >= HOLDS_DEATH else (h, ())
    before = h.hit_points(place)
    damage = max(0, h.parts[place].damage - points)
    h = with_part(h, place, msgspec.structs.replace(h.parts[place], damage=damage))
    left = h.hit_points(place)
    name = h.anatomy.locations[place].name
    effect = Effect(event.at, rule, name, before, left, event.id)
    wound: Literal["serious", "minor"] | None = "serious" if left < 0 else "minor"
    h, more = _no_major(h, place, wound if damage else None, event, rule)
    return h, (effect, *more)


Treatment = Callable[[Adventurer, int, Recorded, World], Outcome[Adventurer]]
# what is maimed or severed stays so (request.major.lasting)
METHODS: Mapping[str, tuple[str, Treatment]] = {
    "first-aid": ("request.first-aid", _first_aid),
    "healing": ("request.healing-skill", _skill),
    "magic": ("request.magic", _magic),
}


def mended(
    h: Adventurer, place: int, points: int, rule: str, at: int, cause: str | None
) -> Outcome[Adventurer]:
    """Hit points come back to a location that is not major (request.heal.limits)."""
    part, before = h.parts[place], h.hit_points(place)
    damage = max(0, part.damage - points)
    if damage == part.damage:
        return h, ()
    after = before + part.damage - damage
    wound, since = part.wound, part.healing_since
    if not damage:
        wound = None
    elif wound == "serious" and after >= 0:
        wound, since = "minor", at
    told = {None: "whole", "minor": "minor now"}.get(wound, "") if wound != part.wound else ""
    effect = Effect(at, rule, h.anatomy.locations[place].name, before, after, cause, told)
    part = msgspec.structs.replace(part, damage=damage, wound=wound, healing_since=since)
    return with_part(h, place, part), (effect,)


# Death held off ----------------------------------------------------------------------------------


def _hold(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """All dying stops for CON minutes."""
    until = event.at + effective(h, "CON") * world.calendar.seconds_per_minute
    deadlines = [part.dies_at for part in h.parts if part.dies_at is not None]
    before = world.calendar.format(min(deadlines)) if deadlines else None
    parts = tuple([msgspec.structs.replace(part, dies_at=None) for part in h.parts])
    told = f"until {world.calendar.format(until)}"
    effect = Effect(event.at, "request.magic", "death", before, "held off", event.id, told)
    held = until if h.held_until is None else max(h.held_until, until)
    return msgspec.structs.replace(h, parts=parts, held_until=held), (effect,)


def next_release(h: Adventurer, _: World, __: int) -> int | None:
    """When the magic lets go."""
    return h.held_until


def release(h: Adventurer, world: World, at: int) -> Outcome[Adventurer]:
    """The own time of each untreated major location starts anew."""
    effects = []
    for place, location, part in h.places():
        if part.wound != "major" or (location.vital and h.hit_points(place) >= 0):
            continue
        dies_at = at + dying_time(h, place, world)
        h = with_part(h, place, msgspec.structs.replace(part, dies_at=dies_at))
        date, name = world.calendar.format(dies_at), f"{location.name} kills"
        effects.append(Effect(at, "request.magic", name, None, date, part.injury))
    return msgspec.structs.replace(h, held_until=None), tuple(effects)


# By quiet days -----------------------------------------------------------------------------------


# a major wound does not heal so (request.heal.major)
BY_REST: Mapping[str, str] = {
    "minor": "request.heal.minor",
    "serious": "request.heal.serious",
}


def _heals_at(h: Adventurer, place: int, world: World) -> int | None:
    """When rest heals a location next; None when it does not."""
    part, rest = h.parts[place], h.repose
    if rest is None or h.is_in_a_state or not part.damage or part.wound in {None, "major"}:
        return None
    days = 1 if part.wound == "minor" else world.calendar.week_days
    at = max(part.healing_since, rest.quiet_from) + days * world.day
    return at if at <= rest.until else None


def next_healing(h: Adventurer, world: World, _: int) -> int | None:
    """When rest heals the next location."""
    if h.repose is None:
        return None
    dates = [at for p in range(len(h.parts)) if (at := _heals_at(h, p, world)) is not None]
    return min(dates) if dates else None


def heal(h: Adventurer, world: World, at: int) -> Outcome[Adventurer]:
    """Half of the maximum, rounded up (request.heal.minor, request.heal.serious)."""
    effects: tuple[Effect, ...] = ()
    for place, part in enumerate(h.parts):
        if _heals_at(h, place, world) == at:
            rule = BY_REST[part.wound or ""]
            lying = h
            h, more = mended(h, place, -(-h.maximum(place) // 2), rule, at, part.injury)
            again = msgspec.structs.replace(h.parts[place], healing_since=at)
            h = with_part(h, place, again)
            effects += (*more, *posture(lying, h, at, rule, part.injury))
    return h, effects
