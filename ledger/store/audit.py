"""Does the store still hold what was recorded? Everything is computed again and compared."""

from collections import defaultdict

from ledger.store.chain import GENESIS, commit_digest
from ledger.store.reader import Reader
from ledger.store.rows import BranchRow, CommitRow, EventRow


def verify(reader: Reader, branch: BranchRow) -> list[str]:
    """Check a branch from the campaign's first commit on; one line for each thing amiss.

    Empty when all is well. Every line names the commit that it is about, if there is one.
    """
    found: list[str] = []
    own: defaultdict[str, list[EventRow]] = defaultdict(list)
    for event in reader.events(branch):
        own[event.commit_id].append(event)
    previous, number, position, clock = GENESIS, 0, 0, 0
    for commit in reader.commits(branch):
        number, position = number + 1, position + 1
        events = own.pop(commit.id, [])
        found += _of_commit(commit, events, number, position, previous)
        if commit.number == branch.base_commit and commit.last_position != branch.base_position:
            found.append(f"{commit.id}: branch {branch.name} is not forked where it ends")
        # Go on from what the commit says of itself: one change is then one finding.
        previous, number, clock = commit.digest, commit.number, commit.clock
        position = commit.last_position
    found += [
        f"{events[0].id} at position {events[0].position}: there is no commit {commit_id}"
        for commit_id, events in own.items()
    ]
    head = (branch.head_commit, branch.head_position, branch.head_digest, branch.clock)
    if head != (number, position, previous, clock):
        found.append(
            f"branch {branch.name}: its head is commit {branch.head_commit} at position "
            f"{branch.head_position}, its last commit is {number} at position {position}"
        )
    return found


def _of_commit(
    commit: CommitRow, events: list[EventRow], number: int, position: int, previous: str
) -> list[str]:
    found: list[str] = []
    if commit.number != number:
        found.append(f"{commit.id}: it is number {commit.number} where {number} should be")
    if commit.first_position != position:
        found.append(
            f"{commit.id}: it begins at position {commit.first_position}, not at {position}"
        )
    places = [(event.position, event.ordinal) for event in events]
    count = commit.last_position - commit.first_position + 1
    if places != [(commit.first_position + n, n + 1) for n in range(count)]:
        found.append(f"{commit.id}: its events are not those from first to last position")
    if commit.previous != previous:
        found.append(f"{commit.id}: it does not follow the commit before it")
    if commit_digest(commit.previous, commit, events) != commit.digest:
        found.append(f"{commit.id}: it or one of its events was changed after it was recorded")
    return found
