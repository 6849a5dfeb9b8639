"""Recording: a command becomes events, is judged by the rules, and is appended as one commit.

A command is judged against the lives that it would make. What is unlawful itself is refused; what
makes other events unlawful is refused with their list, unless the Storyteller accepts the findings.
An event in the past, or a correction, reports what it changes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from ledger.calendar import read_duration
from ledger.campaign import Campaign
from ledger.codec import CODEC
from ledger.command import Command, Proposal, Receipt
from ledger.errors import Refused
from ledger.events import (
    CAMPAIGN,
    CORRECTIONS,
    Advance,
    Answer,
    Effect,
    Finding,
    Init,
    Recorded,
    Rule,
)
from ledger.history import Corrections, in_game_order, select
from ledger.projections.difference import Consequences, Pair, consequences, new_findings
from ledger.replay import NO_EVENT, Life
from ledger.rules import find_system
from ledger.rules.settings import World, changed
from ledger.rules.system import Draft, Scene, System
from ledger.store import CommitDraft, Exactly, random_id
from ledger.text import refuse_unfit

if TYPE_CHECKING:
    from ledger.store.event_store import Writer
    from ledger.store.sketch import Sketch

LONGEST_NAME = 100
ALL = "all"  # in place of names: everybody who lives and whose system knows the verb


class Nothing(Exception):
    """A command that does nothing, and says so."""


def now_in_microseconds() -> int:
    """Real time, the only one in the ledger, as UTC microseconds since 1970."""
    passed = datetime.now(UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    return (passed.days * 86_400 + passed.seconds) * 1_000_000 + passed.microseconds


class Recorder:
    """Records commands on one branch, inside one transaction that holds its lock.

    On a sketch it records in memory, by the same rules.

    Attributes:
        campaign: as it is with everything recorded so far.
        touched: the lives that commands have changed, by name: as they were before, and as they
            are now. Whoever wants to know what some commands change clears it first.
    """

    def __init__(
        self,
        campaign: Campaign,
        writer: "Writer | Sketch",
        correcting: Mapping[str, "Correct"],
    ) -> None:
        self.campaign = campaign
        self.touched: dict[str, Pair] = {}
        self._writer = writer
        self._correcting = correcting
        self._pending: list[CommitDraft] = []

    def record(self, command: Command, *, report: bool = True) -> Receipt:
        """Judge a command and append it; *report* says whether to find out what else it changes.

        Raises:
            Refused: when it is unlawful, or makes other events so; nothing is written then.
        """
        clock = self.campaign.clock
        if (earlier := self._repeated(command)) is not None:
            return earlier
        commit = random_id()
        try:
            proposal = self._propose(command, commit)
        except Nothing as why:
            return Receipt(before=clock, after=clock, nothing=str(why))
        return self._judge(command, commit, proposal, report)

    def flush(self) -> None:
        """Write what is pending, so that the store can be asked for it."""
        if self._pending:
            drafts, self._pending = self._pending, []
            expected = Exactly(self.campaign.branch.head_position)
            head, _ = self._writer.append(self.campaign.branch, drafts, expected)
            self.campaign.branch = head

    # What was said ---------------------------------------------------------------------------

    def _repeated(self, command: Command) -> Receipt | None:
        if command.key is None:
            return None
        self.flush()
        commit = self._writer.commit_by_key(self.campaign.branch, command.key)
        if commit is None:
            return None
        if commit.line not in {command.line, _accepting(command.line, command.verb)}:
            raise Refused(
                f"the key {command.key!r} was used for another command: {commit.line}\n"
                "a key stands for one command; take another one"
            )
        rows = self._writer.events_of(self.campaign.branch, commit)
        events = tuple([CODEC.read(row) for row in rows])
        effects: dict[str, tuple[Effect, ...]] = {}
        for who in dict.fromkeys(e.who for e in events if e.who is not None):
            if self.campaign.is_added(who):
                life = self.campaign.life(who)
                effects.update(_effects_of(life, {event.id for event in events}))
        undone = ", and undone since" if commit.id in self.campaign.corrections.undone else ""
        return Receipt(
            command=commit.id,
            events=events,
            effects=effects,
            recorded_at=commit.recorded_at,
            before=self.campaign.clock,
            after=self.campaign.clock,
            nothing=f"recorded already under the key {command.key!r}{undone}",
        )

    def _propose(self, command: Command, commit: str) -> Proposal:
        throughout = " throughout" if command.words.get("throughout") else ""
        correction = self._correcting.get(command.verb + throughout)
        if correction is not None:
            self.flush()
            return correction(self, command, commit)
        drafts = self.drafts(command)
        events = self.numbered(command, commit, drafts)
        settings = any(isinstance(event.body, Rule) for event in events)
        touched = None if settings else tuple(dict.fromkeys(e.who for e in events if e.who))
        clock = max(self.campaign.clock, *[event.end for event in events])
        return Proposal(
            events=events, corrections=self.campaign.corrections, touched=touched, clock=clock
        )

    def drafts(
        self, command: Command, at: int | None = None, lives: Mapping[str, Life] | None = None
    ) -> list[tuple[str | None, str, Draft]]:
        """What a command would record: (character, kind, draft) each.

        *at* is its in-game second where it has no date of its own, *lives* what to plan with
        instead of the campaign's own.
        """
        campaign = self.campaign
        if command.at is not None:
            at = campaign.instant(command.at)
        elif at is None:
            at = campaign.clock
        if at < campaign.start:
            raise Refused(
                f"{campaign.calendar.format(at)} is before the campaign's start, "
                f"{campaign.calendar.format(campaign.start)}"
            )
        command = self._with_whole_ids(command)
        until = self._until(command, at)
        if command.verb in WHOLE_CAMPAIGN:
            kind, draft = WHOLE_CAMPAIGN[command.verb](campaign, command, at, until)
            return [(None, kind, draft)]
        if command.verb == "add":
            return [self._newcomer(command, at, lives or {})]
        return [
            (who, system.kind_of(draft.body), draft)
            for who, system, life in self._meant(command, at, lives or {})
            for draft in system.plan(
                command.verb, command.words, self._scene(life, at, until, command)
            )
        ]

    def _with_whole_ids(self, command: Command) -> Command:
        """The command with the id of the standing event where it names one by a beginning."""
        if "hit" not in command.words:
            return command
        self.flush()
        hit = self.campaign.heir_of(self.campaign.event(command.words["hit"]))
        return msgspec.structs.replace(command, words={**command.words, "hit": hit.id})

    def _until(self, command: Command, at: int) -> int | None:
        if command.duration is None:
            return None
        calendar = self.campaign.calendar
        seconds = self.campaign.world_at(at).settings.combat_round_seconds
        duration = read_duration(command.duration, calendar, round_seconds=seconds)
        until = calendar.add(at, duration)
        if until == at:
            raise Nothing(f"{command.duration} is no time at all; nothing was recorded")
        return until

    def _newcomer(
        self, command: Command, at: int, lives: Mapping[str, Life]
    ) -> tuple[str, str, Draft]:
        who = new_name(command.who[0])
        added = self.campaign.is_added(who) if who not in lives else lives[who].system is not None
        if added:
            raise Refused(
                f"{who} is in the campaign already; every character has a name of her own"
            )
        system = find_system(command.words["system"])
        words = {key: value for key, value in command.words.items() if key != "system"}
        life = Life(who, World(self.campaign.calendar))
        (draft,) = system.plan("add", words, self._scene(life, at, None, command))
        return who, system.kind_of(draft.body), draft

    def _meant(
        self, command: Command, at: int, lives: Mapping[str, Life]
    ) -> list[tuple[str, System[Any], Life]]:
        everybody = command.who == (ALL,)
        if everybody or not self.campaign.knows(command.who):
            self.flush()
        named = () if everybody else tuple(dict.fromkeys(command.who))
        meant = []
        for own in self.campaign.lives(named):
            life = lives.get(own.who, own)
            system = life.system
            if system is None:
                raise Refused(f"{life.who} has not been added by then")
            if everybody:
                state, _ = life.at(at)
                if state is None or state.death is not None or command.verb not in system.verbs:
                    continue
            meant.append((life.who, system, life))
        if not meant:
            raise Refused(f"{command.verb} all: there is nobody whom that could mean")
        return meant

    def _scene(self, life: Life, at: int, until: int | None, command: Command) -> Scene:
        state, world = life.at(at)
        if not life.steps:
            world = self.campaign.world_at(at)

        def foresee(drafts: Sequence[Draft], instant: int) -> tuple[Any, World]:
            system = life.system
            assert system is not None
            said = [(life.who, system.kind_of(draft.body), draft) for draft in drafts]
            events = self.numbered(command, "foreseen", said)
            return life.revised(sorted([*life.events, *events], key=in_game_order)).at(instant)

        def other(name: str) -> Any:
            if not self.campaign.knows((name,)):
                self.flush()
            return self.campaign.life(name).at(at)[0] if self.campaign.is_added(name) else None

        roll = None if command.seed is None else _dice(command.seed, life.who)
        return Scene(life.who, state, at, world, foresee, until, life.events, other, roll)

    def numbered(
        self,
        command: Command,
        commit: str,
        drafts: Sequence[tuple[str | None, str, Draft]],
        *,
        amends: str | None = None,
        first: int = 1,
    ) -> tuple[Recorded, ...]:
        """The events of a command, with the positions and ids that they get from *first* on."""
        events: list[Recorded] = []
        for ordinal, (who, kind, draft) in enumerate(drafts, first):
            body, position = draft.body, self.campaign.position + ordinal
            if isinstance(body, Answer) and body.answers.startswith("^"):
                mine = [event for event in events if event.who == who]
                number = int(body.answers.removeprefix("^"))
                body = msgspec.structs.replace(body, answers=mine[number - 1].id)
            if command.secret:
                body = msgspec.structs.replace(body, secret=True)
            events.append(
                Recorded(
                    position,
                    commit,
                    ordinal,
                    kind,
                    draft.at,
                    draft.until,
                    who,
                    body,
                    command.by,
                    command.note,
                    None if isinstance(body, Answer) else amends,
                    position,
                )
            )
        return tuple(events)

    # What the rules say ----------------------------------------------------------------------

    def _judge(self, command: Command, commit: str, proposal: Proposal, report: bool) -> Receipt:
        campaign = self.campaign
        if proposal.touched is None:
            self.flush()
        pairs = self.futures(proposal)
        mine = {event.id for event in proposal.events}
        new = [finding for old, life in pairs for finding in new_findings(old, life, life.shared)]
        unlawful = [finding for finding in new if finding.event in mine]
        if unlawful:
            reasons = list(dict.fromkeys(finding.why for finding in unlawful))
            raise Refused("; ".join([why for why in reasons if why != NO_EVENT] or reasons))
        if new and not command.accept_findings:
            raise Refused(self._list_of(new, pairs))
        going_on = all(_goes_on(old, life) for old, life in pairs)
        correcting = any(isinstance(event.body, CORRECTIONS) for event in proposal.events)
        late = any(event.at < campaign.clock for event in proposal.events)
        makes_a_difference = report and (correcting or late or not going_on)
        effects: dict[str, tuple[Effect, ...]] = {}
        for _, life in pairs:
            lived = {event.id for event in proposal.events if event.who == life.who}
            effects.update(_effects_of(life, lived))
        recorded_at = now_in_microseconds()
        receipt = Receipt(
            command=commit,
            events=proposal.events,
            effects=effects,
            recorded_at=recorded_at,
            before=campaign.clock,
            after=proposal.clock,
            passed=self._passed(pairs, proposal) if report else (),
            consequences=self._changes(pairs, proposal) if makes_a_difference else None,
        )
        draft = CommitDraft(
            id=commit,
            line=_accepting(command.line, command.verb) if new else command.line,
            key=command.key,
            by=command.by,
            reason=command.words.get("because") or command.note,
            recorded_at=recorded_at,
            clock=proposal.clock,
            events=tuple([CODEC.draft(event) for event in proposal.events]),
        )
        if command.dry_run:
            return msgspec.structs.replace(
                receipt, command=None, nothing="a dry run: nothing was written"
            )
        self._pending.append(draft)
        campaign.go_on(proposal.events, proposal.corrections, proposal.clock, pairs)
        for old, life in pairs:
            self.touched[life.who] = (self.touched.get(life.who, (old, old))[0], life)
        return receipt

    def changes(self, then: int, now: int) -> Consequences:
        """What has become different since `touched` was cleared, between two in-game seconds."""
        self.flush()
        pairs = {
            new.who: (old, new) for old, new in self._with_others(self.touched.values(), then, now)
        }
        order = dict.fromkeys([*self.campaign.roster(Corrections()), *pairs])
        return consequences([pairs[who] for who in order if who in pairs], then, now)

    def futures(self, proposal: Proposal) -> list[tuple[Life, Life]]:
        """The lives that a proposal touches, as they are and as they would be."""
        campaign = self.campaign
        names = campaign.roster() if proposal.touched is None else proposal.touched
        if proposal.touched is None:
            campaign.lives(names)
            names = [*names, *campaign.roster(proposal.corrections)]  # who comes back with it
        settings = [e for e in proposal.events if isinstance(e.body, Init | Rule)]
        return [
            self._future(
                who,
                [*settings, *[e for e in proposal.events if e.who == who]],
                proposal.corrections,
            )
            for who in dict.fromkeys([*names, *[e.who for e in proposal.events if e.who]])
        ]

    def _future(
        self, who: str, events: Sequence[Recorded], corrections: Corrections
    ) -> tuple[Life, Life]:
        campaign = self.campaign
        old = campaign.life(who) if campaign.is_added(who) else campaign.fold(who)
        if corrections is campaign.corrections and old.steps:
            following = select(events, Corrections()).events
            whole = len(following) + sum([len(event.answers) for event in following])
            amending = any(event.amends is not None for event in events)
            if whole == len(events) and not amending and all(map(old.precedes, following)):
                return old, old.extended(following)
            if len(events) == 1 and (answered := old.answered(events[0])) is not None:
                return old, answered
        everything = [*campaign.settings_events(), *campaign.stream(who), *events]
        unique = list({event.id: event for event in everything}.values())
        return old, old.revised(select(unique, corrections).events)

    def _changes(self, pairs: Sequence[Pair], proposal: Proposal) -> Consequences:
        then, now = self.campaign.clock, proposal.clock
        return consequences(self._with_others(pairs, then, now), then, now)

    def _with_others(self, pairs: Iterable[Pair], then: int, now: int) -> list[Pair]:
        """The lives that were touched, and all others where the clock has changed.

        Everybody is older or younger then.
        """
        pairs = list(pairs)
        if then == now:
            return pairs
        self.flush()
        seen = {old.who for old, _ in pairs}
        return pairs + [(life, life) for life in self.campaign.lives() if life.who not in seen]

    def _passed(
        self, pairs: Sequence[tuple[Life, Life]], proposal: Proposal
    ) -> tuple[tuple[str, Effect], ...]:
        """What happens by itself on the way of the clock, where that is worth telling."""
        before, after = self.campaign.clock, proposal.clock
        spans = any(event.until is not None for event in proposal.events)
        if after <= before or not (spans or after - before >= self.campaign.calendar.day_seconds):
            return ()
        self.flush()
        future = {life.who: life for _, life in pairs}
        lives = [future.get(life.who, life) for life in self.campaign.lives()]
        lives += [life for who, life in future.items() if not self.campaign.is_added(who)]
        passed = [
            (effect.at, effect.phase, order, life.who, effect)
            for order, life in enumerate(lives)
            for effect in life.passing(before, after)
        ]
        return tuple([(who, e) for *_, who, e in sorted(passed, key=lambda row: row[:3])])

    def _list_of(self, findings: Sequence[Finding], pairs: Sequence[tuple[Life, Life]]) -> str:
        events = {event.id: event for _, life in pairs for event in life.events}
        lines = []
        for finding in findings:
            event = events.get(finding.event)
            date = "" if event is None else f"{self.campaign.calendar.format(event.at)} "
            verb = "" if event is None else f"{event.verb} {event.who} "
            lines.append(f"  {date}{verb}({finding.event}): {finding.why}")
        return (
            "later events would no longer be lawful; --accept-findings records it all the same\n"
            + "\n".join(lines)
        )


def _dice(seed: int, who: str) -> Callable[[int], int]:
    """Dice of the ledger's own: the same seed rolls the same for the same character."""
    dice = Random(f"{seed} {who}")  # noqa: S311 - a game's dice, not a secret
    return lambda sides: dice.randint(1, sides)


def _accepting(line: str, verb: str) -> str:
    """A line that makes other events unlawful: it says that this is accepted."""
    said = "--accept-findings"
    return line if said in line.split() else f"{verb} {said}{line.removeprefix(verb)}"


def _goes_on(old: Life, life: Life) -> bool:
    """Whether a life only has steps more than it had."""
    return life.shared == len(old.steps)


def _effects_of(life: Life, events: set[str]) -> dict[str, tuple[Effect, ...]]:
    found: dict[str, tuple[Effect, ...]] = {}
    for step in reversed(life.steps):
        ids = {step.event.id, *[answer.id for answer in step.event.answers]}
        for one in ids & events:
            own = step.event.id if step.event.id not in events else one  # a soak tells of its hit
            found[one] = tuple([effect for effect in step.effects if effect.cause == own])
        if len(found) == len(events):
            break
    return found


def new_name(name: str) -> str:
    """A name that a new character can bear.

    Raises:
        Refused: for an empty name, a reserved one, a comma, or characters that cannot be read.
    """
    if not name.strip() or name != name.strip():
        raise Refused("a name is not empty and has no blank at its ends")
    if name == ALL:
        raise Refused("`all` means everybody; it is no name")
    if "," in name:
        raise Refused(f"{name!r}: a comma separates names; leave it out")
    if len(name) > LONGEST_NAME:
        raise Refused(f"{name[:40]!r}… is too long for a name: at most {LONGEST_NAME} signs")
    refuse_unfit(name)
    return name


# Commands of the whole campaign ----------------------------------------------------------------

Whole = Callable[[Campaign, Command, int, int | None], tuple[str, Draft]]


def _advance(campaign: Campaign, command: Command, at: int, until: int | None) -> tuple[str, Draft]:
    if until is None:
        until = campaign.instant(command.words["to"])
    if until < at:
        raise Refused(
            f"the clock stands at {campaign.calendar.format(at)} and does not go back to "
            f"{campaign.calendar.format(until)}; `undo` takes an advance back"
        )
    if until == at:
        raise Nothing(f"the clock stands at {campaign.calendar.format(at)} already")
    return f"{CAMPAIGN}.advance", Draft(Advance(), at, until)


def _rule(campaign: Campaign, command: Command, at: int, _: int | None) -> tuple[str, Draft]:
    values = command.words["settings"]
    changed(campaign.world_at(at).settings, values, campaign.calendar)
    return f"{CAMPAIGN}.rule", Draft(Rule(settings=dict(values)), at)


WHOLE_CAMPAIGN: Mapping[str, Whole] = {"advance": _advance, "rule": _rule}

Correct = Callable[[Recorder, Command, str], Proposal]
