"""Tests rolled at the table: Resilience, fatigue, Persistence, and the d100 of those who starve (2).

A result of Resilience or fatigue answers the blow or the exertion that asks for it and counts at that
moment, whenever it is entered. The two others are events of their own.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from ledger.errors import Refused
from ledger.events import Answer, Body, Recorded
from ledger.rules.request.character import Adventurer, Pending
from ledger.rules.request.repose import FATIGUE
from ledger.rules.system import Draft, Scene

Result = Literal["success", "failure"]
Minutes = Annotated[int, msgspec.Meta(ge=1, le=9999)]
HUNDRED, ALWAYS, NEVER = 100, 5, 95  # up to 5 a d100 succeeds, above 95 it fails (L)


class Trial(Answer, frozen=True, kw_only=True):
    """The result of a test that a blow or an exertion asks for.

    Attributes:
        test: resilience or fatigue.
        result: success or failure.
        minutes: how long a failure fells; None where it does not.
        rolled: what the ledger rolled; None for dice at the table.
    """

    test: Literal["resilience", "fatigue"]
    result: Result
    minutes: Minutes | None = None
    rolled: str | None = None


class Persistence(Body, frozen=True, kw_only=True):
    """The test of somebody exhausted (request.fatigue.levels); the table says when."""

    result: Result
    minutes: Minutes | None = None
    rolled: str | None = None


class Dying(Body, frozen=True, kw_only=True):
    """How many minutes CON 0 leaves by hunger, thirst or cold (request.states.common)."""

    minutes: Annotated[int, msgspec.Meta(ge=1, le=HUNDRED)]
    rolled: str | None = None


def plan_test(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """The result of the oldest pending test of a kind."""
    if scene.state is None:
        raise Refused(f"{scene.who} has not been added by then")
    plans = {"death": _plan_death, "persistence": _plan_persistence}
    return plans.get(words["test"], _plan_answer)(words, scene, scene.state)


def _result(words: Mapping[str, Any], scene: Scene, score: int) -> tuple[Result, list[str]]:
    """The result as given, or as the ledger rolls it against a score; with what it rolled."""
    given = words.get("result")
    if given is not None:
        return given, []
    if scene.roll is None:
        raise Refused(f"test {scene.who} {words['test']}: success or failure?")
    d100 = scene.roll(HUNDRED)
    success = d100 <= ALWAYS or (d100 <= score and d100 <= NEVER)
    return "success" if success else "failure", [f"d100 {d100} against {score} %"]


def _plan_answer(words: Mapping[str, Any], scene: Scene, h: Adventurer) -> list[Draft]:
    kind = words["test"]
    owed: Pending | None = next((test for test in h.pending if test.test == kind), None)
    if owed is None:
        raise Refused(f"{scene.who} owes no {kind} test; nothing of the kind is pending")
    result, rolled = _result(words, scene, h.resilience + owed.modifier)
    minutes = words.get("minutes")
    if minutes is None and scene.roll is not None and owed.minutes and result == "failure":
        minutes = scene.roll(6)
        rolled.append(f"d6 {minutes}")
    asking = next(event for event in scene.past if event.id == owed.event)
    told = ", ".join(rolled) or None
    body = Trial(answers=owed.event, test=kind, result=result, minutes=minutes, rolled=told)
    return [Draft(body, asking.at)]


# by the level of fatigue: the die of a faint and the hours for each of its points
FAINTS: Mapping[str, tuple[int, int]] = {"Exhausted": (3, 2), "Debilitated": (6, 2)}


def _plan_persistence(words: Mapping[str, Any], scene: Scene, h: Adventurer) -> list[Draft]:
    result, rolled = _result(words, scene, h.persistence)
    minutes = words.get("minutes")
    level = FATIGUE[h.fatigue]
    if result == "failure" and minutes is None and scene.roll is not None and level in FAINTS:
        sides, hours = FAINTS[level]
        die = scene.roll(sides)
        minutes = die * hours * scene.world.calendar.minutes_per_hour
        rolled.append(f"d{sides} {die}")
    told = ", ".join(rolled) or None
    return [Draft(Persistence(result=result, minutes=minutes, rolled=told), scene.at)]


def _plan_death(words: Mapping[str, Any], scene: Scene, h: Adventurer) -> list[Draft]:
    """The d100 counts from the moment at which CON was 0."""
    if "result" in words:
        raise Refused("test WHO death has no success or failure; give --minutes N (d100)")
    if h.doom is None or not h.doom.asked:
        raise Refused(f"{scene.who} owes no death test; nothing of the kind is pending")
    minutes, rolled = words.get("minutes"), None
    if minutes is None:
        if scene.roll is None:
            raise Refused(f"test {scene.who} death: --minutes N, the d100")
        minutes = scene.roll(HUNDRED)
        rolled = f"d100 {minutes}"
    if minutes > HUNDRED:
        raise Refused(f"test {scene.who} death: --minutes is a d100, from 1 to {HUNDRED}")
    return [Draft(Dying(minutes=minutes, rolled=rolled), h.doom.since)]


def check_persistence(h: Adventurer, event: Recorded, _: Any) -> tuple[str, ...]:
    """Only the two last levels of fatigue ask for it; a failure takes some time."""
    test = event.body
    assert isinstance(test, Persistence)
    level = FATIGUE[h.fatigue]
    if level not in FAINTS:
        asked = " and ".join(FAINTS)
        return (
            f"{event.who} is {level}; only {asked} ask for persistence (request.fatigue.levels)",
        )
    if test.result == "failure" and test.minutes is None:
        sides, hours = FAINTS[level]
        return (
            (
                f"{event.who} faints: for how long? Give --minutes N (1d{sides} times {hours} hours), "
                "or --roll (request.fatigue.levels)"
            ),
        )
    if test.result == "success" and test.minutes is not None:
        return ("--minutes goes with a failure",)
    return ()
