"""The wording of every rule: id, title, text and source, in the project's own words.

`campaign rules list` and `campaign rules show` print it, `explain` names its ids, and the code
cites an id beside the function that applies it. The wording stands here and nowhere else, so that
a rule that is read and a rule that is played cannot drift apart in two places. A text that starts
a sentence with "Ruling:" says what the project decided where the sources are silent or disagree,
and names the campaign setting that changes it, if there is one.
"""

import difflib
from collections.abc import Mapping
from types import MappingProxyType

from ledger.errors import Refused
from ledger.rules.catalogue import request, storyteller
from ledger.rules.catalogue.rule import Rule

CHAPTERS = (
    storyteller.HEALTH_TRACK,
    storyteller.DAMAGE_AND_SOAK,
    storyteller.VAMPIRES,
    storyteller.RECOVERY,
    storyteller.MORTALS_AND_MUTANTS,
    request.LOCATIONS,
    request.WOUNDS,
    request.HEALING,
    request.CHARACTERISTICS,
    request.STATES,
    request.ACTIVITY_AND_LOAD,
)
RULES: Mapping[str, Rule] = MappingProxyType(
    {one.id: one for chapter in CHAPTERS for one in chapter}
)

FEW = 8  # rules that a refusal names


def find_rule(rule_id: str) -> Rule:
    """Return the rule of that id.

    Raises:
        Refused: there is no such rule; the message names those with that in their ids, else the
            nearest one.
    """
    rule = RULES.get(rule_id)
    if rule is not None:
        return rule
    inside = [known for known in RULES if rule_id in known] if rule_id else []
    nearest = difflib.get_close_matches(rule_id, RULES, n=1)
    if 0 < len(inside) <= FEW:
        hint = f"; there is {', '.join(inside)};"
    else:
        hint = f"; did you mean {nearest[0]}?" if nearest else ";"
    raise Refused(f"no rule '{rule_id}'{hint} `campaign rules list` has them all")
