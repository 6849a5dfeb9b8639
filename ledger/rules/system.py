"""What a rule system is: a table of verbs, the processes that time drives, and a sheet.

A verb's body says what is recorded; `plan` makes it from what was typed, `check` answers why it would
be unlawful (nothing: it is lawful), `apply` gives the state after it and the effects. All are pure
functions over frozen states. `check` runs when an event is recorded, where its answers refuse the
command, and in every replay, where they become findings.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any, Generic, TypeVar

import msgspec

from ledger.errors import Refused
from ledger.events import Body, Effect, Recorded
from ledger.rules.settings import World
from ledger.rules.subject import UNSAID, Reasons


class Death(msgspec.Struct, frozen=True, gc=False):
    """The end of a character: the in-game second, the rule, and the public id of the event."""

    at: int
    rule: str
    cause: str | None


class State(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The base of the states of all systems.

    Attributes:
        added: the in-game second at which the character entered the campaign.
        death: how the character died; None while alive (or undead).
    """

    added: int
    death: Death | None = None


S = TypeVar("S", bound=State)
Outcome = tuple[S, tuple[Effect, ...]]


class Draft(msgspec.Struct, frozen=True):
    """An event that is about to be recorded: its body, in-game second and end of span."""

    body: Body
    at: int
    until: int | None = None


class Due(msgspec.Struct, frozen=True):
    """Something that will happen by itself, or that somebody may do from then on.

    Attributes:
        at: the in-game second.
        what: in words.
        rule: the rule's id.
        certain: False for what somebody may do.
    """

    at: int
    what: str
    rule: str
    certain: bool = True


class Scene(msgspec.Struct, frozen=True):
    """What a plan may look at.

    Attributes:
        who: the character's name.
        state: the character at `at`; None before the character was added.
        at: the in-game second of the command.
        world: the calendar and the settings in force at that second.
        until: the in-game second at which the span that was typed ends; None without a span.
        past: the character's standing events, answers attached, in the order of the game.
        foresee: the character and the world at an in-game second, had some drafts been recorded.
        other: another character at `at` by name; None where there is none by then.
        roll: rolls a die with so many sides; None where the players roll. What it gives is recorded.
    """

    who: str
    state: Any
    at: int
    world: World
    foresee: Callable[[Sequence[Draft], int], tuple[Any, World]]
    until: int | None = None
    past: Sequence[Recorded] = ()
    other: Callable[[str], Any] = lambda _: None
    roll: Callable[[int], int] | None = None


Plan = Callable[[Mapping[str, Any], Scene], list[Draft]]
Check = Callable[[Any, Recorded, World], tuple[str, ...]]
Apply = Callable[[Any, Recorded, World], Outcome[Any]]


class Verb(msgspec.Struct, frozen=True):
    """One row of a system's table of verbs.

    Attributes:
        body: what is recorded.
        apply: the state after the event, and its effects.
        check: why the event would be unlawful; empty when it is lawful.
        plan: makes drafts of what was typed; None when the words are the body's fields.
        answer: for a body that answers an event, why it would be unlawful as an answer to it:
            the state before that event, the event, the answer. It has no `apply` of its own.
        own_act: whether it is something the character does, not something that befalls her.
    """

    body: type[Body]
    apply: Apply | None = None
    check: Check | None = None
    plan: Plan | None = None
    answer: Callable[[Any, Recorded, Recorded, World], tuple[str, ...]] | None = None
    own_act: bool = False

    @property
    def is_recorded(self) -> bool:
        """Whether events bear its name; `feed` is only another word for a gain."""
        return self.apply is not None or self.answer is not None


class Process(msgspec.Struct, frozen=True):
    """Something that time brings about.

    Attributes:
        phase: its place among what falls due at one moment: 1 conditions and durations end,
            2 recoveries, 3 losses and new states, 4 deadlines.
        next: when it happens next after an in-game second, as things stand; None for never.
        happen: the state after it, and the effects.
        depends_on: the fields of the state that `next` looks at, so that it is asked again only
            when one of them has changed; None for any of them.
    """

    phase: int
    next: Callable[[Any, World, int], int | None]
    happen: Callable[[Any, World, int], Outcome[Any]]
    depends_on: tuple[str, ...] | None = None


Coming = tuple[int, Process]  # what time brings next, and the in-game second at which it does


@dataclass(frozen=True)
class System(Generic[S]):
    """One rule system, as tables of functions.

    Attributes:
        name: as written in `add WHO SYSTEM`.
        verbs: the table of verbs, `add` among them (its `apply` gets None for the state).
        forbids: why the dead can do nothing of the kind, or the torpid and incapacitated not act so;
            None where they can.
        processes: what time brings about, in the order of their phases.
        settle: what a whole event brings about beyond itself (starvation); None for nothing.
        reasons: what can be asked about on a sheet (`explain`).
        sheet: the status of a character at an in-game second, as in the reference.
        due: what is ahead, in the order of time, as if nothing more were recorded.
    """

    name: str
    verbs: Mapping[str, Verb]
    forbids: Callable[[S, Verb, Recorded], str | None]
    processes: tuple[Process, ...]
    sheet: Callable[[S, World, int], dict[str, Any]]
    due: Callable[[S, World, int], list[Due]]
    settle: Callable[[S, Recorded, World], Outcome[S]] | None = None
    reasons: Reasons = UNSAID

    @cached_property
    def by_kind(self) -> Mapping[str, Verb]:
        """The table of verbs by the kinds of their events."""
        return {f"{self.name}.{name}": v for name, v in self.verbs.items() if v.is_recorded}

    @cached_property
    def decisive(self) -> Callable[[S], object]:
        """What of a state decides when something falls due next, settings and calendar aside."""
        fields: list[str] = []
        for process in self.processes:
            if process.depends_on is None:
                return _itself
            fields += process.depends_on
        return attrgetter(*dict.fromkeys(("death", *fields)))

    @cached_property
    def arrival(self) -> Verb:
        """The verb by which a character enters the campaign."""
        return self.verbs["add"]

    def find_verb(self, name: str) -> Verb:
        """The row of the table of verbs.

        Raises:
            Refused: when the system has no such verb.
        """
        if name in self.verbs:
            return self.verbs[name]
        raise Refused(f"{name} is not for {self.name} characters")

    def kind_of(self, body: Body) -> str:
        """The kind of an event with this body."""
        for name, verb in self.verbs.items():
            if verb.body is type(body) and verb.is_recorded:
                return f"{self.name}.{name}"
        raise TypeError(f"{self.name} records no {type(body).__name__}")

    def plan(self, name: str, words: Mapping[str, Any], scene: Scene) -> list[Draft]:
        """The events that a command makes for one character."""
        verb = self.find_verb(name)
        if verb.plan is not None:
            return verb.plan(words, scene)
        return [Draft(body_of(verb.body, words, f"{name} of a {self.name}"), scene.at)]

    def check(
        self, state: S | None, event: Recorded, world: World, verb: Verb | None
    ) -> tuple[str, ...]:
        """Why *event* is unlawful in *state*; empty when it is lawful.

        *verb* is the row of its kind: who asks for ten thousands looks it up once an event.
        """
        if verb is None:
            return (f"{event.who} is a {self.name}, and {event.kind} is not for those",)
        if state is None:
            return () if verb is self.arrival else (f"{event.who} has not been added by then",)
        if verb is self.arrival:
            return (f"{event.who} is in the campaign already",)
        if verb.own_act or state.death is not None:  # what befalls the living is never forbidden
            why = self.forbids(state, verb, event)
            if why is not None:
                return (why,)
        check = verb.check
        return () if check is None else check(state, event, world)

    def check_answer(
        self, state: S, event: Recorded, answer: Recorded, world: World
    ) -> tuple[str, ...]:
        """Why *answer* is unlawful for *event*, which meets *state*; empty when it is lawful."""
        check = self.by_kind[answer.kind].answer
        return (
            ("it answers nothing of the kind",)
            if check is None
            else check(state, event, answer, world)
        )

    def next_due(self, state: S, world: World, since: int) -> Coming | None:
        """The next thing that time brings after *since*, and when; None for nothing, ever.

        Nothing happens by time to the dead (wod.dead).
        """
        if state.death is not None:
            return None
        found: Coming | None = None
        for process in self.processes:
            at = process.next(state, world, since)
            if at is not None and (found is None or at < found[0]):
                found = at, process
        return found

    def elapse(self, state: S, world: World, since: int, until: int) -> Outcome[S]:
        """Time passes from *since* to *until*, what falls due at *until* included.

        The cost grows with the number of effects, not with the length of the span.
        """
        due = self.next_due(state, world, since)
        state, effects, _ = self.pass_time(state, world, since, until, due)
        return state, effects

    def pass_time(
        self, state: S, world: World, since: int, until: int, due: Coming | None
    ) -> tuple[S, tuple[Effect, ...], Coming | None]:
        """The same where it is known what falls *due* next after *since*; and what will then."""
        effects: tuple[Effect, ...] = ()
        while due is not None and due[0] <= until:
            at, process = due
            state, more = process.happen(state, world, at)
            effects += tuple([msgspec.structs.replace(e, phase=process.phase) for e in more])
            due = self.next_due(state, world, since)
        return state, effects, due


def _itself(state: S) -> S:
    return state


def body_of(kind: type[Body], words: Mapping[str, Any], what: str) -> Body:
    """A body of *kind* from *words*, checked.

    Raises:
        Refused: for a word that the body has not, or a value of the wrong kind.
    """
    unknown = [word for word in words if word not in kind.__struct_fields__]
    if unknown:
        raise Refused(f"{what} takes no {unknown[0].replace('_', '-')}")
    try:
        return msgspec.convert(dict(words), kind)
    except msgspec.ValidationError as wrong:
        raise Refused(f"{what}: {wrong}") from None
