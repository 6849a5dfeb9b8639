"""The end of a story, which gives Willpower back (wod.willpower)."""

from msgspec.structs import replace

from ledger.events import Body, Effect, Recorded
from ledger.rules.pools import Pool
from ledger.rules.settings import World
from ledger.rules.storyteller.character import C
from ledger.rules.system import Outcome


class StoryEnd(Body, frozen=True, kw_only=True):
    """The end of a story, and whether it was unsatisfying."""

    unsatisfying: bool = False


def end_story(c: C, event: Recorded, _: World) -> Outcome[C]:
    """All Willpower comes back, unless the ending was unsatisfying."""
    assert isinstance(event.body, StoryEnd)
    will = c.willpower
    if event.body.unsatisfying or will is None or will.now >= will.max:
        return c, ()
    full = Pool(will.max, will.max)
    effect = Effect(event.at, "wod.willpower", "willpower", will.now, full.now, event.id)
    return replace(c, willpower=full), (effect,)
