"""The rule systems, in one explicit list, and the kinds of events that they know.

How a further World of Darkness system is added, say a ghoul (a mortal with a little blood):

1. A folder `ghoul/` with its state, `class Ghoul(Patient): blood: Pool | None = None`; its table of
   traits, `{**TRAITS, "blood": POOL}`; its pools with the rule of each.
2. A `Nature`: what a blow meets (soak, kinds of damage, what an overflow does), from the policies in
   `storyteller/` or its own.
3. One `System` value: `verbs={**shared_verbs(NATURE, POOLS), "add": …, "set": …}` and whatever it does
   otherwise, `processes=(*SHARED_PROCESSES, …)`, a sheet, what is due.
4. One entry in `SYSTEMS` below. Nothing else names systems.

`tests/rules/test_ghoul.py` does just that.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ledger.events import CAMPAIGN, CAMPAIGN_EVENTS, Body
from ledger.naming import refuse_unknown
from ledger.rules.mortal import MORTAL
from ledger.rules.mutant import MUTANT
from ledger.rules.request import REQUEST
from ledger.rules.system import System
from ledger.rules.vampire import VAMPIRE

SYSTEMS: tuple[System[Any], ...] = (VAMPIRE, MORTAL, MUTANT, REQUEST)


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
