"""Torpor: how it begins, how long it lasts, and how it ends (vampire.torpor.*, vampire.awakening)."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ledger.calendar import Calendar, Duration
from ledger.errors import Refused
from ledger.events import Body, Effect, Recorded
from ledger.rules.rest import prolonged
from ledger.rules.settings import World
from ledger.rules.storyteller.dice import Dice, Difficulty, net_successes
from ledger.rules.system import Draft, Outcome, Scene, body_of
from ledger.rules.vampire.character import Torpor, Vampire


class Sleep(Body, frozen=True, kw_only=True):
    """Torpor entered of her own will."""


class Wake(Body, frozen=True, kw_only=True):
    """The roll to rise from torpor.

    Attributes:
        success: the result as it was rolled; None where dice are given.
        dice: the dice; None where the result is given.
        difficulty: of the dice; None for the setting `awakening_difficulty`.
    """

    success: bool | None = None
    dice: Dice | None = None
    difficulty: Difficulty | None = None


# Humanity at entry: how long torpor by wounds lasts (vampire.torpor.length)
LENGTHS: Mapping[int, Duration] = {
    10: Duration(days=1),
    9: Duration(days=3),
    8: Duration(weeks=1),
    7: Duration(weeks=2),
    6: Duration(months=1),
    5: Duration(years=1),
    4: Duration(years=10),
    3: Duration(years=50),
    2: Duration(years=100),
    1: Duration(years=500),
    0: Duration(years=1000),
}


def _half_month(calendar: Calendar, at: int) -> Duration:
    days = calendar.day_of(calendar.add(at, Duration(months=1))) - calendar.day_of(at)
    return Duration(days=days // 2)


def _half_year(calendar: Calendar, at: int) -> Duration:
    months, odd = divmod(calendar.months_in(calendar.date(calendar.day_of(at)).year), 2)
    if not odd:
        return Duration(months=months)
    # a world whose year has no middle between two months
    days = calendar.day_of(calendar.add(at, Duration(years=1))) - calendar.day_of(at)
    return Duration(days=days // 2)


# Humanity at entry: half of that for voluntary torpor (vampire.torpor.voluntary)
HALVES: Mapping[int, Callable[[Calendar, int], Duration]] = {
    10: lambda calendar, _: Duration(seconds=calendar.day_seconds // 2),
    9: lambda calendar, _: Duration(days=1, seconds=calendar.day_seconds // 2),
    8: lambda calendar, _: Duration(seconds=calendar.week_days * calendar.day_seconds // 2),
    7: lambda *_: Duration(weeks=1),
    6: _half_month,
    5: _half_year,
    4: lambda *_: Duration(years=5),
    3: lambda *_: Duration(years=25),
    2: lambda *_: Duration(years=50),
    1: lambda *_: Duration(years=250),
    0: lambda *_: Duration(years=500),
}

WOUNDS, BLOOD_LOSS, VOLUNTARY = "wounds", "blood loss", "voluntary"


def fall(
    v: Vampire, cause: str, rule: str, at: int, event: str | None, world: World
) -> Outcome[Vampire]:
    """Torpor begins at *at*; rest that goes on does not count while it lasts."""
    earliest = None
    if cause == WOUNDS:
        earliest = world.calendar.add(at, LENGTHS[v.humanity])
    elif cause == VOLUNTARY:
        earliest = world.calendar.add(at, HALVES[v.humanity](world.calendar, at))
    open_ended = earliest is not None and v.humanity == 0
    rest, rest_until = v.rest, at if v.torpor is None else v.torpor.rest_until
    if rest is not None and v.torpor is None:
        rest_until = rest.until
        rest = rest.counted(at, world.calendar.day_seconds)
        rest = msgspec.structs.replace(rest, until=min(rest.until, at))
    torpor = Torpor(cause, at, earliest, open_ended, event, rest_until)
    before = None if v.torpor is None else v.torpor.cause
    effects = [Effect(at, rule, "torpor", before, cause, event)]
    if earliest is not None:
        why = f"Humanity {v.humanity}"
        length = "vampire.torpor.length" if cause == WOUNDS else "vampire.torpor.voluntary"
        named = world.calendar.format(earliest)
        effects.append(Effect(at, length, "earliest waking", None, named, event, why))
    return msgspec.structs.replace(v, torpor=torpor, rest=rest), tuple(effects)


def rise(v: Vampire, rule: str, at: int, event: str, world: World) -> Outcome[Vampire]:
    """Torpor ends at *at*; what is left of recorded rest counts from now on."""
    assert v.torpor is not None
    effect = Effect(at, rule, "torpor", v.torpor.cause, None, event)
    rest = v.rest
    if v.torpor.rest_until > at:
        rest = prolonged(rest, at, v.torpor.rest_until, world.calendar.day_seconds)
    return msgspec.structs.replace(v, torpor=None, rest=rest), (effect,)


def sleep(v: Vampire, event: Recorded, world: World) -> Outcome[Vampire]:
    """She lies down of her own will."""
    return fall(v, VOLUNTARY, "vampire.torpor.voluntary", event.at, event.id, world)


def starve(v: Vampire, at: int, event: str | None, world: World) -> Outcome[Vampire]:
    """Incapacitated with no blood in the body: torpor by blood loss (vampire.starved)."""
    if v.torpor is None and v.death is None and not v.blood.now and not v.track.free:
        return fall(v, BLOOD_LOSS, "vampire.starved", at, event, world)
    return v, ()


def plan_wake(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """The roll as its result or as dice."""
    if len(words.keys() & {"success", "dice"}) != 1:
        raise Refused(f"wake {scene.who}: say --success, --failure or --dice")
    if "difficulty" in words and "dice" not in words:
        raise Refused("--difficulty goes with --dice")
    return [Draft(body_of(Wake, words, "wake"), scene.at)]


def check_wake(v: Vampire, event: Recorded, world: World) -> tuple[str, ...]:
    """The time must be over, and there must be a point of blood to spend."""
    roll, torpor = event.body, v.torpor
    assert isinstance(roll, Wake)
    if torpor is None:
        return (f"{event.who} is not in torpor",)
    if torpor.earliest is None:
        return (f"{event.who} wakes when fed: torpor by blood loss (vampire.torpor.blood-loss)",)
    if event.at < torpor.earliest:
        named = world.calendar.format(torpor.earliest)
        return (f"{event.who} cannot wake before {named} (vampire.awakening)",)
    if not v.blood.now:
        return (f"{event.who} has no blood to spend and must be fed first (vampire.awakening)",)
    if roll.dice is not None and len(roll.dice) > v.humanity:
        return (
            (
                f"{len(roll.dice)} dice are more than Humanity {v.humanity} (vampire.awakening); "
                "with none to roll record --success or --failure"
            ),
        )
    return ()


def wake(v: Vampire, event: Recorded, world: World) -> Outcome[Vampire]:
    """A point of blood and the roll; who rises from wounds is Crippled."""
    roll = event.body
    assert isinstance(roll, Wake)
    assert v.torpor is not None
    blood = v.blood.spent(1)
    spent = Effect(event.at, "vampire.awakening", "blood", v.blood.now, blood.now, event.id)
    v = msgspec.structs.replace(v, blood=blood)
    if not _succeeded(roll, world):
        dusk = world.next_dusk(event.at)
        assert v.torpor is not None
        torpor = msgspec.structs.replace(v.torpor, earliest=dusk)
        before, after = (world.calendar.format(t) for t in (v.torpor.earliest or 0, dusk))
        failed = Effect(
            event.at, "vampire.awakening", "earliest waking", before, after, event.id, "failed"
        )
        return msgspec.structs.replace(v, torpor=torpor), (spent, failed)
    from_wounds = v.torpor is not None and v.torpor.cause == WOUNDS
    v, risen = rise(v, "vampire.awakening", event.at, event.id, world)
    effects = (spent, *risen)
    if from_wounds and not v.track.free:
        track = v.track.healed(1)
        rule = "vampire.awakening.crippled"
        effects = (*effects, Effect(event.at, rule, "track", v.track, track, event.id))
        v = msgspec.structs.replace(v, track=track)
    return v, effects


def _succeeded(roll: Wake, world: World) -> bool:
    if roll.dice is None:
        return bool(roll.success)
    difficulty = roll.difficulty or world.settings.awakening_difficulty
    return net_successes(roll.dice, difficulty) >= 1
