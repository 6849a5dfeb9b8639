"""Replay: the fold of a character's events through in-game time.

A `Life` is the fold, step by step: time passes up to an event (`elapse`), then the event counts
(`apply`), or, where it is unlawful as history stands, leaves a finding and no effect. A life keeps
the state after each step, so that any date can be asked, and a changed history is folded again only
from where it differs.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ledger.errors import Refused
from ledger.events import Answer, Effect, Finding, Init, Recorded, Rule
from ledger.history import in_game_order
from ledger.rules import find_system
from ledger.rules.settings import World, changed
from ledger.rules.system import Coming, State, System

NOTHING: tuple[Any, ...] = ()
NO_EVENT = "its event is unlawful"  # the finding of an answer to an event that does not count


class Step(msgspec.Struct, frozen=True, gc=False):
    """One event in a life.

    Attributes:
        event: the event with its answers.
        state: the character after it; None before the character is added.
        world: the calendar, and the settings in force after it.
        passed: the effects of the time since the step before.
        effects: the effects of the event itself.
        findings: why the event, or an answer to it, is unlawful; it then has no effect.
    """

    event: Recorded
    state: State | None
    world: World
    passed: tuple[Effect, ...] = NOTHING
    effects: tuple[Effect, ...] = NOTHING
    findings: tuple[Finding, ...] = NOTHING


class Life:
    """A character's events, folded.

    Events of the whole campaign that change settings are among them.
    """

    def __init__(
        self,
        who: str,
        world: World,
        steps: Iterable[Step] = (),
        system: System[Any] | None = None,
    ) -> None:
        self.who = who
        self.origin = world  # before the first event: the calendar, and no setting changed
        self.steps = list(steps)
        self.shared = 0  # how many steps, from the first, it has in common with its forerunner
        self.system = system or next(
            (_system(step.event) for step in self.steps if step.event.verb == "add"), None
        )

    @property
    def events(self) -> list[Recorded]:
        """The standing events in the order of the fold."""
        return [step.event for step in self.steps]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that is unlawful as history stands."""
        return tuple([finding for step in self.steps for finding in step.findings])

    def precedes(self, event: Recorded) -> bool:
        """Whether all that is folded comes before *event*."""
        return not self.steps or in_game_order(self.steps[-1].event) <= in_game_order(event)

    def before(self, place: int) -> tuple[State | None, World]:
        """The character and the world as the event at a place among the steps found them."""
        if not place:
            return None, self.origin
        last = self.steps[place - 1]
        if last.state is None or self.system is None:
            return last.state, last.world
        at = self.steps[place].event.at
        return self.system.elapse(last.state, last.world, last.event.at, at)[0], last.world

    def passing(self, since: int, until: int) -> tuple[Effect, ...]:
        """The effects of time alone, later than *since* and not later than *until*."""
        first = bisect_right(self.steps, since, key=lambda step: step.event.at)
        end = bisect_right(self.steps, until, key=lambda step: step.event.at)
        among = [effect for step in self.steps[first:end] for effect in step.passed]
        last = self._until(until)[2]
        return tuple([effect for effect in (*among, *last) if since < effect.at <= until])

    def extended(self, events: Iterable[Recorded]) -> "Life":
        """The life with events that follow all others."""
        life = Life(self.who, self.origin, self.steps, self.system)
        life.shared = len(self.steps)
        life._go_on(tuple(events))
        return life

    def _go_on(self, events: Sequence[Recorded], known: Sequence[Step] = ()) -> None:
        """Fold events that follow all others.

        What time brings next is asked only where the answer may be another one than before.
        *known* are steps that the last of the events once made: where one of them leaves the same
        character in the same world again, so do those that follow, and they are not folded anew.
        """
        system, state, world, since = self.system, None, self.origin, 0
        if self.steps:
            last = self.steps[-1]
            state, world, since = last.state, last.world, last.event.at
        decide = None if system is None else system.decisive
        decisive: object = None  # for what is due next; None where it is not known
        asked: State | None = None  # who was asked last: a note leaves the very same
        due: Coming | None = None
        keep = self.steps.append
        for place, event in enumerate(events, len(known) - len(events)):
            at, passed = event.at, NOTHING
            if decide is not None and at > since and state is not None and system is not None:
                if state is not asked or decisive is None:
                    now, asked = decide(state), state
                    if now != decisive:
                        decisive, due = now, system.next_due(state, world, since)
                if due is not None and due[0] <= at:
                    state, passed, due = system.pass_time(state, world, since, at, due)
                    decisive = decide(state)
            if event.who is None:  # of the whole campaign: settings
                step = self._settings(event, state, world, passed)
                world, decisive = step.world, None
            else:
                theirs = _system(event) if system is None else system
                step = self._event(theirs, event, state, world, passed)
                state = step.state
                if system is None and state is not None:
                    self.system = system = theirs
                    decide = system.decisive
            keep(step)
            since = at
            if place >= 0 and state == known[place].state and world == known[place].world:
                self.steps += known[place + 1 :]
                return

    def revised(self, events: Sequence[Recorded]) -> "Life":
        """The life with these events, in the order of the fold, in place of its own.

        What it has in common with them from the beginning is not folded again, nor what follows a
        change that makes no difference any more.
        """
        same = 0
        for step, event in zip(self.steps, events, strict=False):
            if step.event is not event and step.event != event:
                break
            same += 1
        most, tail = min(len(self.steps), len(events)) - same, 0
        while tail < most:
            step, event = self.steps[-1 - tail], events[-1 - tail]
            if step.event is not event and step.event != event:
                break
            tail += 1
        life = Life(self.who, self.origin, self.steps[:same])
        life.shared = same
        life._go_on(events[same:], self.steps[len(self.steps) - tail :])
        if life.system is None and life.steps and life.steps[-1].state is not None:
            life.system = self.system
        return life

    def answered(self, answer: Recorded) -> "Life | None":
        """The life with an answer to one of its events; None when it has no such event."""
        body = answer.body
        if not isinstance(body, Answer):
            return None
        for place in reversed(range(len(self.steps))):
            event = self.steps[place].event
            if event.id == body.answers:
                with_it = msgspec.structs.replace(event, answers=(*event.answers, answer))
                later = self.steps[place + 1 :]
                life = Life(self.who, self.origin, self.steps[:place])
                life.shared = place
                life._go_on([with_it, *[step.event for step in later]], later)
                life.system = self.system
                return life
        return None

    def at(self, instant: int) -> tuple[State | None, World]:
        """The character and the world at an in-game second, its events included.

        After the last event it is a forecast: as if nothing more were recorded.
        """
        state, world, _ = self._until(instant)
        return state, world

    def _until(self, instant: int) -> tuple[State | None, World, tuple[Effect, ...]]:
        index = bisect_right(self.steps, instant, key=lambda step: step.event.at)
        if not index:
            return None, self.origin, NOTHING
        step = self.steps[index - 1]
        if step.state is None or self.system is None:
            return step.state, step.world, NOTHING
        state, effects = self.system.elapse(step.state, step.world, step.event.at, instant)
        return state, step.world, effects

    def _settings(
        self, event: Recorded, state: State | None, world: World, passed: tuple[Effect, ...]
    ) -> Step:
        assert isinstance(event.body, Init | Rule)
        try:
            settings = changed(world.settings, event.body.settings, world.calendar)
        except Refused as why:
            finding = Finding(event.id, None, str(why))
            return Step(event, state, world, passed, NOTHING, (finding,))
        return Step(event, state, msgspec.structs.replace(world, settings=settings), passed)

    def _event(
        self,
        system: System[Any],
        event: Recorded,
        state: State | None,
        world: World,
        passed: tuple[Effect, ...],
    ) -> Step:
        verb = system.by_kind.get(event.kind)
        why = system.check(state, event, world, verb)
        if why or verb is None:
            found = [Finding(event.id, self.who, reason) for reason in why]
            found += [Finding(a.id, self.who, NO_EVENT) for a in event.answers]
            return Step(event, state, world, passed, NOTHING, tuple(found))
        lawful, findings = event, NOTHING
        if event.answers and state is not None:
            lawful, findings = self._answered(system, event, state, world)
        apply, settle = verb.apply, system.settle
        assert apply is not None, f"{event.kind} is an answer and stands at its event"
        try:
            after, effects = apply(state, lawful, world)
            if settle is not None:
                after, more = settle(after, lawful, world)
                if more:
                    effects += more
        except Refused as reason:  # a date beyond the calendar's reach
            finding = Finding(event.id, self.who, str(reason))
            return Step(event, state, world, passed, NOTHING, (finding,))
        return Step(event, after, world, passed, effects, findings)

    def _answered(
        self, system: System[Any], event: Recorded, state: State, world: World
    ) -> tuple[Recorded, tuple[Finding, ...]]:
        """The event with the answers that count, and why others do not."""
        kept, found = [], []
        for answer in event.answers:
            why = system.check_answer(state, event, answer, world)
            if why:
                found += [Finding(answer.id, self.who, reason) for reason in why]
            else:
                kept.append(answer)
        if not found:
            return event, NOTHING
        return msgspec.structs.replace(event, answers=tuple(kept)), tuple(found)


def _system(event: Recorded) -> System[Any]:
    return find_system(event.kind.partition(".")[0])


def replay(who: str, world: World, events: Sequence[Recorded]) -> Life:
    """The life of *who*: the fold of *events*, which come in the order of the fold."""
    return Life(who, world).revised(events)
