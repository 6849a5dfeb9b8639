"""What time brings is asked again only when the fields have changed that it depends on."""

from collections.abc import Iterator
from functools import partial
from inspect import getattr_static, isfunction
from typing import Any

import pytest

from ledger.command import Command
from ledger.rules import SYSTEMS
from ledger.rules.system import Process, State, System
from ledger.service import Ledger, begin_campaign, open_campaign

TRAITS = {
    "vampire": {"stamina": "3", "humanity": "7"},
    "mortal": {"stamina": "2", "willpower": "5"},
    "mutant": {"stamina": "3", "willpower": "5", "gnosis": "6", "rage": "4", "power_charge": "6"},
    "request": {
        **dict.fromkeys(("STR", "CON", "SIZ", "INT", "POW", "DEX", "CHA"), "12"),
        "resilience": "40",
        "persistence": "40",
        "hero_points": "3",
    },
}
# (verb, words, length of its span), each for whoever knows the verb
NIGHT: tuple[tuple[str, dict[str, Any], str | None], ...] = (
    ("hit", {"amount": 4, "type": "lethal"}, None),
    ("knockdown", {"result": "failure"}, None),
    ("advance", {}, "3d"),
    ("hospital", {"step": "admit"}, None),
    ("spend", {"points": 1, "pool": "rage"}, None),
    ("spend", {"points": 2, "pool": "power_charge"}, None),
    ("meditate", {"pool": "gnosis", "successes": 2}, None),
    ("rest", {"complete": True}, "2d"),
    ("hit", {"amount": 1, "type": "bashing"}, None),
    ("torpor", {}, None),
    ("advance", {}, "3w"),
    ("kill", {"ruling": "the sun"}, None),
)
# the same for those with hit locations: wounds, magic, want, exertion, and a death by thirst
WEEK: tuple[tuple[str, dict[str, Any], str | None], ...] = (
    ("hit", {"amount": 4, "location": "chest"}, None),
    ("hit", {"amount": 6, "location": "left arm", "resilience": "failure"}, None),
    ("lose", {"points": 3, "characteristic": "STR"}, None),
    ("alter", {"characteristic": "DEX", "amount": 3, "label": "Grace"}, "1h"),
    ("exert", {"level": "medium", "results": ("failure",)}, "30min"),
    ("rest", {}, "9d"),
    ("deprive", {"want": "sleep"}, None),
    ("sleep", {}, "9h"),
    ("hit", {"amount": 12, "location": "left leg", "weapon": "crushing"}, None),
    ("test", {"test": "fatigue", "result": "success"}, None),
    ("test", {"test": "resilience", "result": "failure"}, None),
    ("treat", {"location": "left leg", "method": "magic", "points": 3}, None),
    ("hero", {"act": "act"}, None),
    ("advance", {}, "1min"),
    ("treat", {"location": "left leg", "method": "healing", "result": "success"}, None),
    ("deprive", {"want": "water"}, None),
    ("advance", {}, "3d"),
)
TOLD = [
    pytest.param(system, process, id=f"{system.name}-{place}")
    for system in SYSTEMS
    for place, process in enumerate(system.processes)
    if process.depends_on is not None
]


def steps_of(system: System[Any]) -> Iterator[tuple[State, Any, int]]:
    """States of all kinds of one character, each with its world and its in-game second."""
    with Ledger.open("sqlite://", "create") as ledger:
        with ledger.writing() as writer:
            recorder, _ = begin_campaign(writer, "One Night", "1998-10-31 21:00")
            assert recorder is not None
            words: dict[str, Any] = {"system": system.name, "traits": TRAITS[system.name]}
            recorder.record(Command(verb="add", line="add Ann", who=("Ann",), words=words))
            for verb, words, duration in WEEK if system.name == "request" else NIGHT:
                who = () if verb == "advance" else ("Ann",)
                known = verb == "advance" or verb in system.verbs
                if known and words.get("pool") in {None, *TRAITS[system.name]}:
                    recorder.record(
                        Command(verb=verb, line=verb, who=who, words=words, duration=duration)
                    )
            recorder.flush()
        with ledger.reading() as reader:
            for step in open_campaign(reader).life("Ann").steps:
                if step.state is not None:
                    yield step.state, step.world, step.event.at


class Watched:
    """A state that tells which of its fields were looked at."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.looked_at: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        found = getattr_static(type(self._state), name)
        if isinstance(found, property):
            assert found.fget is not None
            return found.fget(self)
        if isfunction(found):
            return partial(found, self)
        self.looked_at.add(name)
        return getattr(self._state, name)


@pytest.mark.parametrize(("system", "process"), TOLD)
def test_a_process_names_what_it_looks_at(system: System[Any], process: Process) -> None:
    """No field besides `depends_on` (and death, which ends everything) has a say in `next`."""
    assert process.depends_on is not None
    looked_at: set[str] = set()
    for state, world, at in steps_of(system):
        watched = Watched(state)
        assert process.next(watched, world, at) == process.next(state, world, at)
        looked_at |= watched.looked_at
    assert set(process.depends_on) <= looked_at <= {"death", *process.depends_on}
