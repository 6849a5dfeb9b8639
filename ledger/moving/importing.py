"""Reading an archive into a store: what is known is compared, what is new is added.

Nothing is taken on trust: numbers, positions, digests and clocks are reckoned again for every commit,
new or known, and every body is read. The caller's transaction keeps all of it, or nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from ledger.errors import Conflict, Refused
from ledger.moving.archive import BranchEntry, CommitEntry, Header, read_commits, read_header
from ledger.moving.clockwork import Clockwork
from ledger.moving.inspection import Traveller, places_on
from ledger.store import BranchRow, CommitDraft, CommitRow, EventDraft, EventRow, Exactly
from ledger.store.audit import Stage, problems_of

if TYPE_CHECKING:
    from ledger.store.event_store import Writer

_AT_ONCE = 500  # commits in memory before they are written


class Imported(msgspec.Struct, frozen=True):
    """What came in: the campaign's name, and how many of each were new."""

    campaign: str
    branches: int
    commits: int
    events: int


def import_archive(writer: "Writer", lines: Iterator[bytes], source: str) -> Imported:
    """Add what is new in an archive; *source* names the file in a refusal.

    Raises:
        Refused: for a file that is no archive, that was changed or cut off, or whose history
            diverges from that of the campaign of the same name; nothing may be kept then.
    """
    arrival = _Arrival(writer, read_header(next(lines, b""), source), source)
    for number, entry in read_commits(lines, source):
        arrival.take(number, entry)
    return arrival.end()


class _Section:
    """A branch on its way in."""

    def __init__(
        self,
        writer: "Writer",
        source: str,
        entry: BranchEntry,
        branch: BranchRow,
        start: Traveller | None,
    ) -> None:
        self.entry = entry
        self._source = source
        self.branch = writer.lock(branch)
        self.commits = self.events = 0  # that were new
        self._writer = writer
        self._known = writer.own_commits(branch)
        self._pending: list[CommitDraft] = []
        self._lines: list[int] = []
        self._name = next(row.name for row in writer.campaigns() if row.id == branch.campaign)
        self.traveller = (
            Traveller(self._name, Clockwork(self.places))
            if start is None
            else start.fork(self.places)
        )

    def places(self, commit_id: str) -> Sequence[int]:
        """The positions of a commit's events, by its id; none if it is unknown."""
        self.write()
        return places_on(self._writer, self.branch)(commit_id)

    def take(self, number: int, entry: CommitEntry) -> None:
        """Compare a commit with the store's, or add it."""
        commit, events = entry.rows(self.branch.id)
        wrong = problems_of(commit, events, self.traveller.link)
        wrong = self.traveller.pass_by(Stage(commit, events, wrong))
        if wrong:
            raise Refused(f"{self._source}:{number}: {wrong[0]}")
        known = next(self._known, None)
        if known is None:
            self._pending.append(_draft(commit, events))
            self._lines.append(number)
            if len(self._pending) >= _AT_ONCE:
                self.write()
        elif known.digest != commit.digest:
            raise Refused(
                f"{self._source}:{number}: commit {commit.id} is not {known.id}, which the store holds as "
                f"number {commit.number} of branch {self.entry.name}: the histories of "
                f"{self._name!r} diverge"
            )

    def write(self) -> None:
        """Write what is pending."""
        if not self._pending:
            return
        drafts, self._pending = self._pending, []
        lines, self._lines = self._lines, []
        expected = Exactly(self.branch.head_position)
        try:
            self.branch, _ = self._writer.append(self.branch, drafts, expected)
        except (Refused, Conflict) as why:  # an id or a key that is there twice
            raise Refused(f"{self._source}:{lines[0]} to {lines[-1]}: {why}") from why
        self.commits += len(drafts)
        self.events += sum([len(draft.events) for draft in drafts])

    def end(self) -> None:
        """Write the rest, and refuse a branch of which commits are missing."""
        self.write()
        found, promised = self.traveller.link.number, self.entry.head
        if found != promised:
            raise Refused(
                f"{self._source}: branch {self.entry.name} ends with commit {found} and should go on to "
                f"{promised}: the file was cut off"
            )


class _Arrival:
    """An archive on its way in, branch after branch."""

    def __init__(self, writer: "Writer", header: Header, source: str) -> None:
        self._writer = writer
        self._header = header
        self._source = source
        known = [row for row in writer.campaigns() if row.name == header.campaign]
        self._campaign = (
            known[0] if known else writer.create_campaign(header.campaign, header.created_at)[0]
        )
        self._is_new = not known
        self._made: list[tuple[BranchRow, BranchEntry]] = []
        self._done: list[_Section] = []
        self._forks: dict[tuple[str, int], Traveller | None] = {
            _fork_of(entry, header): None for entry in header.branches
        }
        self._ahead = iter(header.branches)
        self._section = self._open(next(self._ahead))

    def take(self, number: int, entry: CommitEntry) -> None:
        """Take in the next line."""
        while entry.branch != self._section.entry.name:
            following = next(self._ahead, None)
            if following is None:
                raise Refused(
                    f"{self._source}:{number}: branch {entry.branch!r} is not in the first line, "
                    "or out of order"
                )
            self._section = self._after(following)
        self._section.take(number, entry)
        self._remember_fork()

    def end(self) -> Imported:
        """Take in the branches without commits, and say what was new."""
        for following in self._ahead:
            self._section = self._after(following)
        self._close()
        if self._is_new:
            rows = {row.name: row for row in self._writer.branches(self._campaign)}
            self._writer.switch(rows[self._header.current_branch])
        for branch, entry in self._made:
            if entry.deleted_at is not None:
                self._writer.delete_branch(branch, entry.deleted_at)
        return Imported(
            self._header.campaign,
            len(self._made) + self._is_new,
            sum(section.commits for section in self._done),
            sum(section.events for section in self._done),
        )

    def _close(self) -> None:
        self._section.end()
        self._done.append(self._section)

    def _after(self, entry: BranchEntry) -> _Section:
        self._close()
        return self._open(entry)

    def _open(self, entry: BranchEntry) -> _Section:
        if entry.parent is None:
            start = None
        else:
            start = self._forks[_fork_of(entry, self._header)]
            if start is None:
                raise Refused(
                    f"{self._source}:1: branch {entry.name!r} is forked at position "
                    f"{entry.base_position}, where no commit of {entry.parent} ends"
                )
        self._section = _Section(self._writer, self._source, entry, self._branch(entry), start)
        self._remember_fork()
        return self._section

    def _remember_fork(self) -> None:
        section = self._section
        fork = (section.entry.name, section.traveller.link.position)
        if fork in self._forks:
            self._forks[fork] = section.traveller.fork(section.places)

    def _branch(self, entry: BranchEntry) -> BranchRow:
        """The store's branch of that name, made if it is not there."""
        family = {row.name: row for row in self._writer.branches(self._campaign)}
        parent = None if entry.parent is None else family[entry.parent]
        branch = family.get(entry.name)
        if branch is None:
            assert parent is not None, "every campaign has its main"
            assert entry.base_position is not None, "the header was checked"
            branch = self._writer.create_branch(parent, entry.name, entry.base_position)
            self._made.append((branch, entry))
        elif (branch.parent, branch.base_position) != (
            None if parent is None else parent.id,
            entry.base_position,
        ):
            raise Refused(
                f"{self._source}:1: branch {entry.name!r} of the store was forked elsewhere"
            )
        return branch


def _fork_of(entry: BranchEntry, header: Header) -> tuple[str, int]:
    """On which branch the last shared commit was made, and its last position."""
    family: Mapping[str, BranchEntry] = {branch.name: branch for branch in header.branches}
    base, owner = entry.base_position or 0, entry
    while owner.parent is not None and (owner is entry or (owner.base_position or 0) >= base):
        owner = family[owner.parent]
    return owner.name, base


def _draft(commit: CommitRow, events: Sequence[EventRow]) -> CommitDraft:
    return CommitDraft(
        id=commit.id,
        line=commit.line,
        key=commit.key,
        by=commit.by,
        reason=commit.reason,
        recorded_at=commit.recorded_at,
        clock=commit.clock,
        events=tuple(
            [
                EventDraft(
                    kind=event.kind,
                    schema=event.schema,
                    at=event.at,
                    until=event.until,
                    who=event.who,
                    by=event.by,
                    note=event.note,
                    amends=event.amends,
                    body=event.body,
                )
                for event in events
            ]
        ),
    )
