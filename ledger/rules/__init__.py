"""The rule systems, in one explicit list, and the kinds of events that they know.

A further system is a folder beside the others with one `System` value (a table of verbs, of
processes, a sheet), and one more entry in `SYSTEMS`; nothing else names systems.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ledger.events import CAMPAIGN, CAMPAIGN_EVENTS, Body
from ledger.rules.mortal import MORTAL
from ledger.rules.mutant import MUTANT
from ledger.rules.system import System, refuse_unknown
from ledger.rules.vampire import VAMPIRE

SYSTEMS: tuple[System[Any], ...] = (VAMPIRE, MORTAL, MUTANT)


def find_system(name: str) -> System[Any]:
    """The system of that name.

    Raises:
        Refused: when there is none, with a did-you-mean.
    """
    for system in SYSTEMS:
        if system.name == name:
            return system
    raise refuse_unknown(name, [system.name for system in SYSTEMS], "system")


def _kinds() -> Mapping[str, type[Body]]:
    kinds = {f"{CAMPAIGN}.{verb}": body for verb, body in CAMPAIGN_EVENTS.items()}
    for system in SYSTEMS:
        for name, verb in system.verbs.items():
            if verb.is_recorded:
                kinds[f"{system.name}.{name}"] = verb.body
    return MappingProxyType(kinds)


KINDS = _kinds()
