"""The verbs that every system of the World of Darkness has, in one table."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ledger.errors import Refused
from ledger.events import Recorded
from ledger.rules import points
from ledger.rules.death import KILL, NOTE, after_death
from ledger.rules.pools import Gain, Spend
from ledger.rules.rest import Rest, rested
from ledger.rules.settings import World
from ledger.rules.storyteller import conditions
from ledger.rules.storyteller.blow import (
    Hit,
    Knockdown,
    Soak,
    check_hit,
    check_soak,
    knock_down,
    plan_hit,
    plan_soak,
    strike,
)
from ledger.rules.storyteller.character import C, Character
from ledger.rules.storyteller.meditation import (
    Meditate,
    check_meditate,
    insight,
    meditate,
    next_insight,
    plan_meditate,
)
from ledger.rules.storyteller.nature import Nature
from ledger.rules.storyteller.story import StoryEnd, end_story
from ledger.rules.storyteller.wardrobe import WARDROBE
from ledger.rules.system import Draft, Outcome, Process, Scene, Verb, body_of


def plan_rest(words: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """Rest over the span that was typed."""
    if words.get("complete") and words.get("activity"):
        raise Refused("complete rest has no activity; say one of --complete and --activity")
    return [Draft(body_of(Rest, words, "rest"), scene.at, scene.until)]


def rest(c: C, event: Recorded, world: World) -> Outcome[C]:
    """Rest from the event's second to its end."""
    assert isinstance(event.body, Rest)
    length = world.calendar.day_seconds
    stretch = rested(c.rest, event.at, event.end, event.body, length)
    return msgspec.structs.replace(c, rest=stretch), ()


def end_conditions(c: C, _: World, at: int) -> Outcome[C]:
    """What held for some turns is over."""
    left, effects = conditions.ended(c.conditions, at)
    return msgspec.structs.replace(c, conditions=left), effects


def status_of(c: Character) -> str:
    """The gravest that holds for somebody without torpor: dead, incapacitated, active."""
    if c.death is not None:
        return "dead"
    return "incapacitated" if c.track.disables else "active"


def forbids(c: Character, verb: Verb, event: Recorded) -> str | None:
    """What the dead and the incapacitated cannot do (wod.dead, wod.incapacitated)."""
    if c.death is None and not c.track.disables:
        return None
    if (why := after_death(c, verb, event)) is not None or not verb.own_act:
        return why
    return f"{event.who} is incapacitated and cannot {event.verb} (wod.incapacitated)"


def shared_verbs(nature: Nature[Any], pools: Mapping[str, str]) -> dict[str, Verb]:
    """The verbs of a system with this nature; *pools* gives each pool the rule of its points."""
    return {
        "hit": Verb(Hit, strike(nature), check_hit(nature), plan_hit),
        "soak": Verb(Soak, plan=plan_soak, answer=check_soak(nature)),
        "knockdown": Verb(Knockdown, knock_down(nature), own_act=True),
        "spend": Verb(Spend, points.spender(pools), points.check_spend(pools), own_act=True),
        "gain": Verb(Gain, points.gainer(pools), points.check_gain(pools)),
        "rest": Verb(Rest, rest, plan=plan_rest),
        "meditate": Verb(Meditate, meditate, check_meditate(pools), plan_meditate, own_act=True),
        "story-end": Verb(StoryEnd, end_story),
        **WARDROBE,
        **KILL,
        **NOTE,
    }


# what time brings about in every system
SHARED_PROCESSES = (
    Process(1, lambda c, _, __: conditions.next_end(c.conditions), end_conditions, ("conditions",)),
    Process(2, next_insight, insight, ("meditations",)),
)
