"""Wounds: what a blow does to a hit location, and what the wound does to its owner (1 and 2)."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

import msgspec

from ledger.errors import Refused
from ledger.events import Amount, Body, Effect, Recorded
from ledger.rules.death import died
from ledger.rules.request import repose
from ledger.rules.request.character import Adventurer, Faint, Part, Pending, Spell, Wound, with_part
from ledger.rules.request.locations import Anatomy, Face, find_location, location_on
from ledger.rules.request.trials import Trial
from ledger.rules.settings import World
from ledger.rules.system import Draft, Outcome, Scene, body_of

Weapon = Literal["slashing", "piercing", "crushing", "natural", "other"]
SEVERING = ("slashing", "natural")  # what takes a limb off by itself
DAZED_ROUNDS = 2  # the round in which it began, and the one after it (ruling)
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
    h, effects = repose.struck(h, event.at, event.id, world)
    h = with_part(h, place, part)
    told = f"{blow.wound} wound{_loss(old, part)}"
    rule = RULES[blow.wound]
    effects += (Effect(event.at, rule, location.name, before, h.hit_points(place), event.id, told),)
    if blow.instant and location.vital:
        h, death = died(h, event.at, "request.blow.instant", event.id)
        return h, effects + death
    if blow.wound == "minor":
        return h, effects
    h, more = SUFFERED[blow.wound, location.vital](h, place, event, world)
    return h, effects + more


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
    h: Adventurer, place: int, event: Recorded, *, minutes: bool = False
) -> Outcome[Adventurer]:
    """The Resilience test of a wound that nobody has rolled yet."""
    name, wound = h.anatomy.locations[place].name, h.parts[place].wound
    test = Pending("resilience", event.id, f"{wound} wound: {name}", 0, place, minutes)
    return msgspec.structs.replace(h, pending=(*h.pending, test)), ()


def dazed(h: Adventurer, event: Recorded, world: World) -> Outcome[Adventurer]:
    """No actions for two rounds (request.dazed)."""
    until = event.at + DAZED_ROUNDS * world.settings.combat_round_seconds
    spell = Spell(until, "request.dazed", event.id)
    effect = Effect(event.at, "request.dazed", "condition", None, "dazed", event.id)
    return msgspec.structs.replace(h, dazed=spell), (effect,)


def unconscious(
    h: Adventurer, at: int, rule: str, cause: str, until: int | None
) -> Outcome[Adventurer]:
    """Out until an in-game second; None for as long as a location is major."""
    old = h.faint
    if old is None:
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


def _serious_normal(
    h: Adventurer, place: int, event: Recorded, world: World
) -> Outcome[Adventurer]:
    """A failure dazes (request.serious.normal)."""
    test = _answer(event)
    if test is None:
        return _owed(h, place, event)
    return (h, ()) if test.result == "success" else dazed(h, event, world)


def _serious_vital(h: Adventurer, place: int, event: Recorded, world: World) -> Outcome[Adventurer]:
    """A success dazes, a failure fells for some minutes (request.serious.vital)."""
    test = _answer(event)
    if test is None:
        return _owed(h, place, event, minutes=True)
    if test.result == "success":
        return dazed(h, event, world)
    minute = world.calendar.seconds_per_minute
    until = event.at + (test.minutes or 0) * minute
    return unconscious(h, event.at, "request.serious.vital", event.id, until)


def _major_normal(h: Adventurer, place: int, event: Recorded, world: World) -> Outcome[Adventurer]:
    """Down and bleeding to death; a failure fells, a success dazes (request.major.normal)."""
    h, effects = _down(h, place, event, "request.major.normal", world)
    test = _answer(event)
    if test is None:
        h, more = _owed(h, place, event)
    elif test.result == "success":
        h, more = dazed(h, event, world)
    else:
        h, more = unconscious(h, event.at, "request.major.normal", event.id, None)
    return h, effects + more


def _major_vital(h: Adventurer, place: int, event: Recorded, world: World) -> Outcome[Adventurer]:
    """Down, out and dying; a failure kills at once (request.major.vital)."""
    rule = "request.major.vital"
    h, effects = _down(h, place, event, rule, world)
    h, more = unconscious(h, event.at, rule, event.id, None)
    effects += more
    test = _answer(event)
    if test is None:
        h, more = _owed(h, place, event)
        return h, effects + more
    if test.result == "success":
        return h, effects
    h, more = died(h, event.at, rule, event.id)
    return h, effects + more


SUFFERED: Mapping[tuple[Wound, bool], Suffered] = {
    ("serious", False): _serious_normal,
    ("serious", True): _serious_vital,
    ("major", False): _major_normal,
    ("major", True): _major_vital,
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
    part = h.parts[place]
    dies_at = event.at + dying_time(h, place, world)
    if part.dies_at is not None:
        dies_at = min(part.dies_at, dies_at)
    named = h.anatomy.locations[place].name
    date = world.calendar.format(dies_at)
    effects = [Effect(event.at, rule, f"{named} kills", None, date, event.id, "unless treated")]
    if not h.floored:
        effects.append(Effect(event.at, rule, "condition", None, "prone", event.id))
    h = with_part(h, place, msgspec.structs.replace(part, dies_at=dies_at))
    return msgspec.structs.replace(h, floored=True), tuple(effects)


def check_resilience(h: Adventurer, event: Recorded, answer: Recorded, _: World) -> tuple[str, ...]:
    """A result belongs to a serious or major wound, and minutes to a faint from a serious one."""
    hit, test = event.body, answer.body
    assert isinstance(hit, Hit)
    assert isinstance(test, Trial)
    if test.test != "resilience":
        return (f"a wound asks for resilience, not {test.test}",)
    if event.answers and event.answers[0] is not answer:
        return ("the wound's test has its result already",)
    blow = landed(h, hit)
    location = h.anatomy.locations[blow.place]
    if blow.wound in {None, "minor"} or (blow.instant and location.vital):
        return (f"{event.who} owes no test: the blow is {_named(blow, location.vital)}",)
    faints = blow.wound == "serious" and location.vital and test.result == "failure"
    if faints and test.minutes is None:
        return (
            (
                f"{event.who} faints from the {location.name} wound: for how long? "
                "Give --minutes N (1d6), or --roll (request.serious.vital)"
            ),
        )
    if not faints and test.minutes is not None:
        return ("--minutes is for a failure that fells for 1d6 minutes (request.serious.vital)",)
    return ()


def _named(blow: Landed, vital: bool) -> str:
    if blow.instant and vital:
        return "death at once"
    return "none at all" if blow.wound is None else "a minor wound"


# What time ends ----------------------------------------------------------------------------------


def next_clearing(h: Adventurer, _: World, __: int) -> int | None:
    """When a daze, a faint or a last act ends by itself."""
    ends = [spell.until for spell in (h.dazed, h.faint, h.acting) if spell is not None]
    known = [end for end in ends if end is not None]
    return min(known) if known else None


def clear(h: Adventurer, _: World, at: int) -> Outcome[Adventurer]:
    """What held until now is over; a last act ends in unconsciousness (request.incapacitated)."""
    effects: list[Effect] = []
    if h.dazed is not None and h.dazed.until <= at:
        effects.append(Effect(at, h.dazed.rule, "condition", "dazed", None, h.dazed.cause))
        h = msgspec.structs.replace(h, dazed=None)
    if h.acting is not None and h.acting.until <= at:
        rule, cause = h.acting.rule, h.acting.cause
        effects.append(Effect(at, rule, "condition", "acting", None, cause))
        h = msgspec.structs.replace(h, acting=None)
        if h.has_major:
            h, more = unconscious(h, at, rule, cause, None)
            effects += more
    if h.faint is not None and h.faint.until is not None and h.faint.until <= at:
        h, more = _awake(h, at, msgspec.structs.replace(h.faint, until=None))
        effects += more
    return h, tuple(effects)


def _awake(h: Adventurer, at: int, left: Faint) -> Outcome[Adventurer]:
    """The faint with what is left of it; the end where nothing is."""
    if left.until is not None or left.by_wound:
        return msgspec.structs.replace(h, faint=left), ()
    effect = Effect(at, "request.unconscious", "condition", "unconscious", None, left.cause)
    return msgspec.structs.replace(h, faint=None), (effect,)


def no_longer_major(h: Adventurer, at: int) -> Outcome[Adventurer]:
    """After a treatment: without a major location nothing keeps her down or out."""
    if h.has_major:
        return h, ()
    h = msgspec.structs.replace(h, held_until=None, acting=None)
    if h.faint is None or not h.faint.by_wound:
        return h, ()
    return _awake(h, at, msgspec.structs.replace(h.faint, by_wound=False))


def next_death(h: Adventurer, _: World, __: int) -> int | None:
    """When the first untreated wound kills; a vital location at 0 or more does not."""
    ends = [
        part.dies_at
        for place, location, part in h.places()
        if part.dies_at is not None and not (location.vital and h.hit_points(place) >= 0)
    ]
    return min(ends) if ends else None


def bleed_out(h: Adventurer, _: World, at: int) -> Outcome[Adventurer]:
    """A wound kills."""
    for place, location, part in h.places():
        if part.dies_at is None or part.dies_at > at:
            continue
        if not (location.vital and h.hit_points(place) >= 0):
            rule = "request.major.vital" if location.vital else "request.major.normal"
            return died(h, at, rule, part.injury)
    raise AssertionError("no wound kills at this second")
