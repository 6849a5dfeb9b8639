"""Wounds: what a blow does to a hit location, and what the wound does to its owner (1 and 2)."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

import msgspec

from ledger.errors import Refused
from ledger.events import Amount, Body, Effect, Recorded
from ledger.rules.death import died
from ledger.rules.request import repose
from ledger.rules.request.character import Adventurer, Part, Pending, Wound, with_part
from ledger.rules.request.conditions import dazed, posture, unconscious
from ledger.rules.request.locations import Anatomy, Face, find_location, location_on
from ledger.rules.request.trials import Trial
from ledger.rules.settings import World
from ledger.rules.system import Draft, Outcome, Scene, body_of

Weapon = Literal["slashing", "piercing", "crushing", "natural", "other"]
SEVERING = ("slashing", "natural")  # what takes a limb off by itself
# the arm of the source goes through all of them (request.wound.example)
RULES: Mapping[Wound, str] = {
    "minor": "request.wound.minor",
    "serious": "request.wound.serious",
    "major": "request.wound.major",
}
GRAVITY: tuple[Wound | None, ...] = (None, "minor", "serious", "major")
HIT_OF_THIS_LINE = "^1"


class Hit(Body, frozen=True, kw_only=True):
    """A blow: the points that pass the armour, and where they land.

    Attributes:
        amount: hit points.
        location: its name; None where the d20 says it.
        d20: as it fell; None where the location is named.
        weapon: None for one that nobody has named.
        severs: whether a crushing blow may take the limb off.
        lost: the part of the limb that is gone if it is severed, in percent.
    """

    amount: Amount
    location: str | None = None
    d20: Face | None = None
    weapon: Weapon | None = None
    severs: bool = False
    lost: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None


class Landed(msgspec.Struct, frozen=True):
    """Where a blow lands and how grave it is there.

    Attributes:
        place: of the location among those of the body.
        wound: of the location after it; None for a blow of 0.
        instant: whether it does more than twice the maximum at once.
        severs: whether it then takes the location off.
    """

    place: int
    wound: Wound | None
    instant: bool
    severs: bool


def place_of(anatomy: Anatomy, hit: Hit) -> int:
    """The location that a blow meets; Refused for an unknown name."""
    if hit.location is not None:
        return find_location(anatomy, hit.location)
    assert hit.d20 is not None
    return location_on(anatomy, hit.d20)


def landed(h: Adventurer, hit: Hit) -> Landed:
    """What a blow amounts to (request.wound.minor, .serious, .major, request.blow.instant)."""
    place = place_of(h.anatomy, hit)
    if not hit.amount:
        return Landed(place, None, instant=False, severs=False)
    most, old = h.maximum(place), h.parts[place].wound
    left = h.hit_points(place) - hit.amount
    wound: Wound = "minor" if left >= 0 else "serious" if left >= -most else "major"
    if old == "major":  # it stays so, whatever its hit points
        wound = "major"
    instant = hit.amount > 2 * most
    return Landed(place, wound, instant, instant and (hit.severs or hit.weapon in SEVERING))


def plan_hit(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """A blow, and with it the result of its Resilience test if the line brings one."""
    words = dict(words)
    result, minutes = words.pop("resilience", None), words.pop("minutes", None)
    if "amount" not in words:
        raise Refused(f"hit {scene.who}: how many points? `hit WHO N --location NAME`")
    if scene.roll is not None:
        if words.keys() & {"location", "d20"}:
            raise Refused("--roll rolls the location; leave out --location and --d20")
        words["d20"] = scene.roll(20)
    if len(words.keys() & {"location", "d20"}) != 1:
        raise Refused(f"hit {scene.who}: where? Say one of --location, --d20 and --roll")
    if words.get("severs") and words.get("weapon", "crushing") not in {"crushing", *SEVERING}:
        raise Refused(f"--severs: a {words['weapon']} weapon takes nothing off (crushing may)")
    hit = body_of(Hit, words, "hit")
    assert isinstance(hit, Hit)
    if scene.state is not None:
        blow = landed(scene.state, hit)
        if hit.lost is not None and not blow.severs:
            raise Refused(f"hit {scene.who}: --lost is for a location that the blow takes off")
    drafts = [Draft(hit, scene.at)]
    if minutes is not None and result is None:
        raise Refused("--minutes goes with --resilience failure")
    if result is not None:
        test = Trial(answers=HIT_OF_THIS_LINE, test="resilience", result=result, minutes=minutes)
        drafts.append(Draft(test, scene.at))
    return drafts


def check_hit(h: Adventurer, event: Recorded, _: World) -> tuple[str, ...]:
    """The location must be one of the body's."""
    assert isinstance(event.body, Hit)
    try:
        place_of(h.anatomy, event.body)
    except Refused as why:
        return (f"{event.who}: {why}",)
    return ()


def strike(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """A blow lands: hit points, the wound, what the wound does."""
    hit = event.body
    assert isinstance(hit, Hit)
    blow = landed(h, hit)
    if blow.wound is None:
        return h, ()
    place, location = blow.place, h.anatomy.locations[blow.place]
    old, before = h.parts[place], h.hit_points(place)
    worse = max(old.wound, blow.wound, key=GRAVITY.index)
    severed = old.severed or blow.severs
    part = msgspec.structs.replace(
        old,
        damage=old.damage + hit.amount,
        wound=worse,
        scarred=old.scarred or blow.wound == "major",
        maimed=(old.maimed or blow.instant) and not severed,
        severed=severed,
        lost=hit.lost if blow.severs and hit.lost is not None else old.lost,
        injured_at=event.at,
        injury=event.id,
        healing_since=event.at,
    )
    unhurt = h
    h, effects = repose.struck(h, event.at, event.id, world)
    h = with_part(h, place, part)
    told = f"{blow.wound} wound{_loss(old, part)}"
    rule = RULES[blow.wound]
    effects += (Effect(event.at, rule, location.name, before, h.hit_points(place), event.id, told),)
    if blow.instant and location.vital:
        h, death = died(h, event.at, "request.blow.instant", event.id)
        return h, effects + death
    if blow.wound != "minor":
        rule, suffer = SUFFERED[blow.wound, location.vital]
        h, more = suffer(h, place, event, world)
        effects += more
        dies_at = h.parts[place].dies_at
        # a Resilience that is worth no round at all
        if h.death is None and dies_at is not None and dies_at <= event.at:
            h, more = bleed_out(h, world, event.at)
            effects += more
    return h, effects + posture(unhurt, h, event.at, rule, event.id)


def _loss(old: Part, new: Part) -> str:
    if new.severed and not old.severed:
        return ", severed" + (f", {new.lost} % gone" if new.lost is not None else "")
    return ", maimed" if new.maimed and not old.maimed else ""


# What the wound does -----------------------------------------------------------------------------

Suffered = Callable[[Adventurer, int, Recorded, World], Outcome[Adventurer]]


def _answer(event: Recorded) -> Trial | None:
    body = event.answers[0].body if event.answers else None
    return body if isinstance(body, Trial) else None


def _owed(
    h: Adventurer, place: int, event: Recorded, rule: str, *, minutes: bool = False
) -> Outcome[Adventurer]:
    """The Resilience test of a wound that nobody has rolled yet."""
    name, wound = h.anatomy.locations[place].name, h.parts[place].wound
    reason, mortal = f"{wound} wound: {name}", wound == "major"
    test = Pending("resilience", event.id, reason, 0, place, minutes, mortal)
    owed = Effect(event.at, rule, "test", None, "resilience", event.id, "owed")
    return msgspec.structs.replace(h, pending=(*h.pending, test)), (owed,)


def _serious_normal(
    h: Adventurer, place: int, event: Recorded, world: World
) -> Outcome[Adventurer]:
    """A failure dazes (request.serious.normal)."""
    test = _answer(event)
    if test is None:
        return _owed(h, place, event, "request.serious.normal")
    return (h, ()) if test.result == "success" else dazed(h, event, world)


def _serious_vital(h: Adventurer, place: int, event: Recorded, world: World) -> Outcome[Adventurer]:
    """A success dazes, a failure fells for some minutes (request.serious.vital)."""
    test = _answer(event)
    if test is None:
        return _owed(h, place, event, "request.serious.vital", minutes=True)
    if test.result == "success":
        return dazed(h, event, world)
    minute = world.calendar.seconds_per_minute
    until = event.at + (test.minutes or 0) * minute
    return unconscious(h, event.at, "request.serious.vital", event.id, until)


def _major_normal(h: Adventurer, place: int, event: Recorded, world: World) -> Outcome[Adventurer]:
    """Down and bleeding to death; a failure fells, a success dazes (request.major.normal)."""
    rule = "request.major.normal"
    h, effects = _down(h, place, event, rule, world)
    test = _answer(event)
    if test is None:
        h, more = _owed(h, place, event, rule)
    elif test.result == "success":
        h, more = dazed(h, event, world)
    else:
        h, more = unconscious(h, event.at, rule, event.id, None)
    return h, effects + more


def _major_vital(h: Adventurer, place: int, event: Recorded, world: World) -> Outcome[Adventurer]:
    """Down, out and dying; a failure kills at once (request.major.vital)."""
    rule = "request.major.vital"
    h, effects = _down(h, place, event, rule, world)
    h, more = unconscious(h, event.at, rule, event.id, None)
    effects += more
    test = _answer(event)
    if test is None:
        h, more = _owed(h, place, event, rule)
        return h, effects + more
    if test.result == "success":
        return h, effects
    h, more = died(h, event.at, rule, event.id)
    return h, effects + more


SUFFERED: Mapping[tuple[Wound, bool], tuple[str, Suffered]] = {
    ("serious", False): ("request.serious.normal", _serious_normal),
    ("serious", True): ("request.serious.vital", _serious_vital),
    ("major", False): ("request.major.normal", _major_normal),
    ("major", True): ("request.major.vital", _major_vital),
}


def dying_time(h: Adventurer, place: int, world: World) -> int:
    """How long a major wound takes to kill, in seconds (request.major.normal, .vital)."""
    if h.anatomy.locations[place].vital:
        return h.resilience // 2 * world.settings.combat_round_seconds
    return h.resilience * world.calendar.seconds_per_minute


def _down(
    h: Adventurer, place: int, event: Recorded, rule: str, world: World
) -> Outcome[Adventurer]:
    """Prone and incapacitated, and the time runs; an older deadline comes first."""
    h = msgspec.structs.replace(h, floored=True)
    part, location = h.parts[place], h.anatomy.locations[place]
    if location.vital and h.hit_points(place) >= 0:  # grave by what was before, not by its points
        return h, ()
    if h.held_until is not None:  # magic stops all dying; its time begins when that lets go
        return h, ()
    dies_at = event.at + dying_time(h, place, world)
    if part.dies_at is not None:
        dies_at = min(part.dies_at, dies_at)
    date = world.calendar.format(dies_at)
    named = f"{location.name} kills"
    effect = Effect(event.at, rule, named, None, date, event.id, "unless treated")
    h = with_part(h, place, msgspec.structs.replace(part, dies_at=dies_at))
    return h, (effect,)


def check_resilience(h: Adventurer, event: Recorded, answer: Recorded, _: World) -> tuple[str, ...]:
    """A result belongs to a serious or major wound, and minutes to a faint from a serious one.

    The first result that fits counts; one that does not, since the blow was amended, is in no
    other one's way.
    """
    why = _unfit(h, event, answer)
    if why is None and next(a for a in event.answers if _unfit(h, event, a) is None) is not answer:
        why = "the wound's test has its result already"
    return () if why is None else (why,)


def _unfit(h: Adventurer, event: Recorded, answer: Recorded) -> str | None:
    hit, test = event.body, answer.body
    assert isinstance(hit, Hit)
    assert isinstance(test, Trial)
    if test.test != "resilience":
        return f"a wound asks for resilience, not {test.test}"
    blow = landed(h, hit)
    location = h.anatomy.locations[blow.place]
    if blow.wound in {None, "minor"} or (blow.instant and location.vital):
        return f"{event.who} owes no test: the blow is {_named(blow, location.vital)}"
    faints = blow.wound == "serious" and location.vital and test.result == "failure"
    if faints and test.minutes is None:
        return (
            f"{event.who} faints from the {location.name} wound: for how long? "
            "Give --minutes N (1d6), or --roll (request.serious.vital)"
        )
    if not faints and test.minutes is not None:
        return "--minutes is for a failure that fells for 1d6 minutes (request.serious.vital)"
    return None


def _named(blow: Landed, vital: bool) -> str:
    if blow.instant and vital:
        return "death at once"
    return "none at all" if blow.wound is None else "a minor wound"


# What time ends ----------------------------------------------------------------------------------


def next_death(h: Adventurer, _: World, __: int) -> int | None:
    """When the first untreated wound kills."""
    ends = [part.dies_at for part in h.parts if part.dies_at is not None]
    return min(ends) if ends else None


def bleed_out(h: Adventurer, _: World, at: int) -> Outcome[Adventurer]:
    """A wound kills."""
    location, part = next(
        (location, part)
        for _place, location, part in h.places()
        if part.dies_at is not None and part.dies_at <= at
    )
    rule = "request.major.vital" if location.vital else "request.major.normal"
    h, (death,) = died(h, at, rule, part.injury)
    return h, (msgspec.structs.replace(death, detail=location.name),)


def reprieved(h: Adventurer) -> Adventurer:
    """No vital location kills that is back at 0 or more (request.major.vital)."""
    for place, location, part in h.places():
        if part.dies_at is not None and location.vital and h.hit_points(place) >= 0:
            h = with_part(h, place, msgspec.structs.replace(part, dies_at=None))
    return h
