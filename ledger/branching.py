"""Branches: alternatives that are kept, compared, and adopted.

A branch shares its past with the one that it was forked from and never changes it. Adopting does not
copy rows: the branch's commands are judged again by the rules on the other branch, with the dates
and the events that they meant where they were recorded.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from ledger.calendar import Calendar
from ledger.campaign import Campaign
from ledger.codec import CODEC
from ledger.command import Command
from ledger.errors import Refused
from ledger.events import Advance, Answer, Recorded, Redo, Undo, Void
from ledger.history import Corrections
from ledger.projections.difference import Consequences, consequences
from ledger.recording import Recorder
from ledger.replay import Life
from ledger.rules.settings import World
from ledger.store import BranchRow, CommitRow
from ledger.text import refuse_unfit

if TYPE_CHECKING:
    from ledger.store.event_store import Writer

LONGEST_NAME = 100
ADOPTED = "adopted-"  # begins the key of a command that was adopted; the id of its source follows


def create_branch(writer: "Writer", campaign: Campaign, name: str) -> BranchRow:
    """Fork a campaign's branch where the campaign is known to end; nothing is copied.

    Raises:
        Refused: when the name is taken, or was, or cannot be read.
    """
    refuse_unfit(name)
    if not name or name != name.strip() or name.startswith("-"):
        raise Refused("a branch's name is not empty and has no blank at its ends, no - in front")
    if len(name) > LONGEST_NAME:
        raise Refused(f"{name[:40]!r}… is too long for a name: at most {LONGEST_NAME} signs")
    return writer.create_branch(campaign.branch, name, campaign.position)


def difference(one: Campaign, other: Campaign, at: str | None) -> Consequences:
    """What differs in every sheet of two branches, at a date or each by its own clock."""
    then, now = one.clock, other.clock
    if at is not None:
        then = now = one.instant(at)
    there, names = set(one.roster()), set(other.roster())
    pairs = []
    for who in dict.fromkeys([*one.roster(Corrections()), *other.roster(Corrections())]):
        nobody = Life(who, World(one.calendar))
        old = one.life(who) if who in there else nobody
        new = old.revised(other.selection(who).events) if who in names else nobody
        pairs.append((old, new))
    return consequences(pairs, then, now)


class Adopted(msgspec.Struct, frozen=True):
    """A command of a branch that was recorded on another.

    Attributes:
        source: the commit on the branch.
        command: the public id of the commit that it has become.
        anew: False when an earlier adoption had recorded it already.
    """

    source: CommitRow
    command: str
    anew: bool


class Refusal(msgspec.Struct, frozen=True):
    """A command of a branch that is not lawful on another, and why."""

    source: CommitRow
    why: str


class Adoption(msgspec.Struct, frozen=True):
    """What became of a branch's commands on another."""

    adopted: Sequence[Adopted]
    refused: Sequence[Refusal]
    consequences: Consequences


def adopt(
    recorder: Recorder,
    branch: BranchRow,
    read: Callable[[str], Command],
    *,
    skip_refused: bool = False,
    accept_findings: bool = False,
) -> Adoption:
    """Record the standing commands of a branch that the recorder's branch has not.

    *read* reads a line as the grammar does. Nothing may be kept when it is refused.

    Raises:
        Refused: with the list of the refused commands, unless *skip_refused* leaves them out.
    """
    target = recorder.campaign
    if branch.id == target.branch.id:
        raise Refused(f"{branch.name} cannot adopt itself; say the other branch with --branch")
    recorder.flush()
    recorder.touched.clear()
    before = target.clock
    move = _Move(recorder, Campaign(target.reader, target.row, branch), read)
    adopted: list[Adopted] = []
    refused: list[Refusal] = []
    for commit in move.waiting():
        try:
            done = move.take(commit, accept_findings=accept_findings)
        except Refused as why:
            refused.append(Refusal(commit, str(why)))
        else:
            adopted += () if done is None else (done,)
    if refused and not skip_refused:
        raise Refused(_list_of(refused, branch, target))
    return Adoption(adopted, refused, recorder.changes(before, target.clock))


def _list_of(refused: Sequence[Refusal], branch: BranchRow, target: Campaign) -> str:
    count = f"{len(refused)} of its commands are" if len(refused) > 1 else "a command of it is"
    lines = [f"  {one.source.line}  [{one.source.id}]: {one.why}" for one in refused]
    head = (
        f"{branch.name} is not adopted: {count} refused on {target.branch.name} "
        "(--skip-refused leaves out what is)"
    )
    return "\n".join([head, *lines])


def _apart(branch: BranchRow, other: BranchRow, family: Mapping[int, BranchRow]) -> set[int]:
    """The branches that lead from the trunk that two branches share to the first of them.

    What was recorded on the trunk since is no part of it, unless the branch is the trunk itself.
    """
    trunk, row = {other.id}, other
    while row.parent is not None:
        row = family[row.parent]
        trunk.add(row.id)
    apart, row = {branch.id}, branch
    while row.parent is not None and row.parent not in trunk:
        row = family[row.parent]
        apart.add(row.id)
    return apart


class _Move:
    """The commands of one branch on their way to another."""

    def __init__(
        self, recorder: Recorder, source: Campaign, read: Callable[[str], Command]
    ) -> None:
        self._recorder = recorder
        self._source = source
        self._read = read
        self._ids: dict[str, str] = {}  # of events: there → here
        reader, here = source.reader, recorder.campaign.branch
        self._target = {commit.id: commit for commit in reader.commits(here)}
        apart = _apart(source.branch, here, {row.id: row for row in reader.branches(here)})
        self._own = {
            commit.id: commit
            for commit in reader.commits(source.branch)
            if commit.branch in apart and commit.id not in self._target
        }

    def waiting(self) -> list[CommitRow]:
        """The branch's own commands that stand there; what it undid itself never happened."""
        undone = self._source.corrections.undone
        return [commit for commit in self._own.values() if commit.id not in undone]

    def take(self, commit: CommitRow, *, accept_findings: bool) -> Adopted | None:
        """Record a command; None for one that is nothing here.

        Raises:
            Refused: when it is unlawful here, or concerns one that was refused.
        """
        reader, source = self._source.reader, self._source
        events = [CODEC.read(row) for row in reader.events_of(source.branch, commit)]
        origin = self._origin_here(commit)
        if origin is not None:
            rows = self._recorder.campaign.reader.events_of(self._recorder.campaign.branch, origin)
            self._ids |= _twins(events, [CODEC.read(row) for row in rows])
            return Adopted(commit, origin.id, anew=False)
        command = self._command(commit, events)
        if command is None:
            return None
        command = msgspec.structs.replace(
            command,
            key=self._key(commit),
            accept_findings=command.accept_findings or accept_findings,
        )
        receipt = self._recorder.record(command, report=False)
        if receipt.command is None:
            return None
        self._ids |= _twins(events, receipt.events)
        return Adopted(commit, receipt.command, anew=not receipt.nothing)

    def _origin_here(self, commit: CommitRow) -> CommitRow | None:
        """The command of this branch from which the other had adopted it; None if there is none."""
        if not (commit.key or "").startswith(ADOPTED):
            return None
        origin = self._target.get((commit.key or "").removeprefix(ADOPTED).rstrip("+"))
        undone = self._recorder.campaign.corrections.undone
        return None if origin is None or origin.id in undone else origin

    def _key(self, commit: CommitRow) -> str:
        """The idempotency key by which a second adoption knows the first."""
        here = self._recorder.campaign
        self._recorder.flush()
        key = commit.key or f"{ADOPTED}{commit.id}"
        while (known := here.reader.commit_by_key(here.branch, key)) is not None:
            if known.id not in here.corrections.undone:
                break
            key += "+"  # it was taken back here, and is wanted again
        return key

    def _command(self, commit: CommitRow, events: Sequence[Recorded]) -> Command | None:
        body = events[0].body
        if isinstance(body, Undo | Redo):
            return self._reversal(commit, body)
        return _pinned(self._read(commit.line), events, self._here, self._source.calendar)

    def _reversal(self, commit: CommitRow, body: Undo | Redo) -> Command | None:
        """What an undo or redo means for the commands that both branches have."""
        here, there = self._recorder.campaign.corrections.undone, self._source.corrections.undone
        undoing = isinstance(body, Undo)
        meant = tuple(
            [
                one
                for one in body.commands
                if one not in self._own and (one in there) == undoing and (one in here) != undoing
            ]
        )
        if not meant:
            return None
        words = {"count": len(meant), "commands": meant}
        command = self._read(commit.line)
        return msgspec.structs.replace(command, words=words)

    def _here(self, event: str) -> str:
        """The id that an event of the branch has here.

        Raises:
            Refused: for an event of a command that was refused.
        """
        if event in self._ids:
            return self._ids[event]
        if event.partition(".")[0] in self._own:
            raise Refused(f"{event}, which it concerns, is not here")
        return event


def _pinned(
    command: Command, events: Sequence[Recorded], here: Callable[[str], str], calendar: Calendar
) -> Command:
    """A command with the date, and the events that it meant, where it was recorded."""
    first, words = events[0], dict(command.words)
    if isinstance(first.body, Void) and command.verb in {"void", "amend"}:
        words["event"] = here(first.body.event)
        inner = command.inner
        if inner is not None:
            dated = inner.at
            inner = _pinned(inner, events[1:], here, calendar)
            inner = inner if dated else msgspec.structs.replace(inner, at=None)
        return msgspec.structs.replace(command, words=words, inner=inner)
    if words.get("throughout"):
        return command
    duration = command.duration
    if isinstance(first.body, Answer) and command.verb == "soak":
        words["hit"] = here(first.body.answers)
    if isinstance(first.body, Advance):
        words["to"], duration = calendar.format(first.end), None
    date = calendar.format(first.at)
    return msgspec.structs.replace(command, words=words, at=date, duration=duration)


def _twins(there: Sequence[Recorded], here: Sequence[Recorded]) -> Mapping[str, str]:
    """Which event has become which: the same number of a kind for the same character."""

    def named(events: Sequence[Recorded]) -> dict[tuple[str | None, str, int], str]:
        found: dict[tuple[str | None, str, int], str] = {}
        for event in events:
            number = sum([key[:2] == (event.who, event.kind) for key in found])
            found[event.who, event.kind, number] = event.id
        return found

    mine = named(here)
    return {one: mine[key] for key, one in named(there).items() if key in mine}
