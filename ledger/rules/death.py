"""Death: how a character's story ends by the Storyteller's word, and what is left after it."""

from typing import TypeVar

import msgspec

from ledger.events import Body, Effect, Note, Recorded
from ledger.rules.settings import World
from ledger.rules.system import Death, Outcome, State, Verb

S = TypeVar("S", bound=State)


class Kill(Body, frozen=True, kw_only=True):
    """The Storyteller's word that a character is dead, and why."""

    ruling: str | None = None


def died(state: S, at: int, rule: str, cause: str | None) -> Outcome[S]:
    """The state after death, and its effect."""
    effect = Effect(at, rule, "status", "alive", "dead", cause)
    return msgspec.structs.replace(state, death=Death(at, rule, cause)), (effect,)


def check_kill(_: State, event: Recorded, __: World) -> tuple[str, ...]:
    """`kill` always wants a reason."""
    assert isinstance(event.body, Kill)
    if event.body.ruling:
        return ()
    return (f"kill {event.who}: say why with --ruling (wod.dead)",)


def kill(state: S, event: Recorded, _: World) -> Outcome[S]:
    """The Storyteller's word."""
    return died(state, event.at, "wod.dead", event.id)


def note(state: S, _: Recorded, __: World) -> Outcome[S]:
    """A note changes nothing on the sheet."""
    return state, ()


def after_death(state: State, verb: Verb, event: Recorded) -> str | None:
    """Why the dead cannot be meant (wod.dead); None when they can, or the character lives."""
    if state.death is None or verb.body is Note:
        return None
    return f"{event.who} is dead: only notes and corrections are accepted (wod.dead)"


NOTE = {"note": Verb(Note, note)}
KILL = {"kill": Verb(Kill, kill, check_kill)}
