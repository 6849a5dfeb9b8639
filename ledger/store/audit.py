"""Does the store still hold what was recorded? Everything is computed again and compared.

Rows pass by and are not kept, so a campaign of any length can be followed. A damaged row may
hold anything in any column: nothing is reckoned with before its digest has been taken.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ledger.store.chain import GENESIS, commit_digest
from ledger.store.reader import Reader
from ledger.store.rows import BranchRow, CommitRow, EventRow


class Link(Struct, frozen=True):
    """A place in a chain: after which commit.

    Attributes:
        number: the commit's number; 0 before the first one.
        position: its last event's position; 0 before the first one.
        digest: its digest.
        clock: the in-game second after it.
    """

    number: int = 0
    position: int = 0
    digest: str = GENESIS
    clock: int = 0

    def after(self, commit: CommitRow) -> "Link":
        """The place after the next commit as that says itself, where it says anything sensible."""
        number, position = commit.number, commit.last_position
        if not (isinstance(number, int) and isinstance(position, int)):
            number, position = self.number + 1, self.position
        return Link(number, position, commit.digest, commit.clock)

    @classmethod
    def head_of(cls, branch: BranchRow) -> "Link":
        """The place where a branch ends, as its row says."""
        return cls(branch.head_commit, branch.head_position, branch.head_digest, branch.clock)


class Stage(Struct, frozen=True):
    """One commit on the way along a branch.

    Attributes:
        commit: None for events that no commit lays claim to.
        events: the events that bear its id, by position.
        problems: what is amiss, a line each; empty when all is well.
    """

    commit: CommitRow | None
    events: Sequence[EventRow]
    problems: Sequence[str]


def follow(reader: Reader, branch: BranchRow, link: Link) -> Iterator[Stage]:
    """Go along the commits of the branch itself, of which the first should follow *link*."""
    passing = reader.own_events(branch)
    waiting: dict[str, list[EventRow]] = {}  # events that came before their commit
    ahead = next(passing, None)
    for commit in reader.own_commits(branch):
        while ahead is not None and _not_after(ahead.position, commit.last_position):
            waiting.setdefault(ahead.commit_id, []).append(ahead)
            ahead = next(passing, None)
        events = waiting.pop(commit.id, [])
        yield Stage(commit, events, problems_of(commit, events, link))
        # Go on from what the commit says of itself: one change is then one problem.
        link = link.after(commit)
    while ahead is not None:
        waiting.setdefault(ahead.commit_id, []).append(ahead)
        ahead = next(passing, None)
    for commit_id, events in waiting.items():
        place = f"{events[0].id} at position {events[0].position}"
        yield Stage(None, events, (f"{place}: there is no commit {commit_id} that holds it",))


def _not_after(position: object, last: object) -> bool:
    """Whether an event's position is within a commit; True for what is no position."""
    if isinstance(position, int) and isinstance(last, int):
        return position <= last
    return True


def problems_of(commit: CommitRow, events: Sequence[EventRow], link: Link) -> list[str]:
    """What is wrong with a commit and its events where it should follow *link*; a line each."""
    found: list[str] = []
    if commit.number != link.number + 1:
        found.append(f"{commit.id}: it is number {commit.number} where {link.number + 1} should be")
    if commit.first_position != link.position + 1:
        begins, right = commit.first_position, link.position + 1
        found.append(f"{commit.id}: it begins at position {begins}, not at {right}")
    if not _complete(commit, events):
        found.append(f"{commit.id}: its events are not those from first to last position")
    if commit.previous != link.digest:
        found.append(f"{commit.id}: it does not follow the commit before it")
    if not _untouched(commit, events):
        found.append(f"{commit.id}: it or one of its events was changed after it was recorded")
    return found


def _complete(commit: CommitRow, events: Sequence[EventRow]) -> bool:
    first, last = commit.first_position, commit.last_position
    if not (isinstance(first, int) and isinstance(last, int)) or last - first + 1 != len(events):
        return False
    return all(
        (event.position, event.ordinal) == (first + n, n + 1) for n, event in enumerate(events)
    )


def _untouched(commit: CommitRow, events: Sequence[EventRow]) -> bool:
    try:
        return commit_digest(commit.previous, commit, events) == commit.digest
    except (TypeError, UnicodeEncodeError):  # a body that is no bytes, a text that is no text
        return False


def head_problem(branch: BranchRow, link: Link) -> str | None:
    """What is wrong with where a branch says it ends; None when it ends at *link*."""
    if Link.head_of(branch) == link:
        return None
    return (
        f"branch {branch.name}: its head is commit {branch.head_commit} at position "
        f"{branch.head_position}, its last commit is {link.number} at position {link.position}"
    )


def verify(reader: Reader, branch: BranchRow) -> list[str]:
    """Check a branch from the campaign's first commit on; one line for each thing amiss.

    Empty when all is well. Every line names the commit that it is about, if there is one.
    """
    family = {row.id: row for row in reader.branches(branch)}
    found: list[str] = []
    link = Link()
    for branch_id, end in reader.lineage(branch):
        for stage in follow(reader, family[branch_id], link):
            if stage.commit is None:
                found += stage.problems if end is None else ()
                continue
            if end is not None and stage.commit.last_position > end:
                break
            found += stage.problems
            link = link.after(stage.commit)
        if end is not None and link.position != end:
            found.append(f"branch {branch.name}: it is not forked where a commit ends")
    head = head_problem(branch, link)
    return found if head is None else [*found, head]
