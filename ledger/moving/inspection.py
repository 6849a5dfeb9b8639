"""Is a campaign as it was recorded? Each commit is followed, read and reckoned with again.

What is looked at: the chain of digests, numbers and positions without gaps, where branches fork and
end, whether this version can read every event, and whether each commit's clock is the one that its
history gives. Commits pass by and are not kept.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

import msgspec

from ledger.codec import CODEC
from ledger.errors import StoreUnusable
from ledger.events import Init, Recorded
from ledger.moving.clockwork import Clockwork
from ledger.store import BranchRow, CampaignRow, CommitRow, EventRow, open_store
from ledger.store.audit import Link, Stage, follow, head_problem

if TYPE_CHECKING:
    from ledger.store.event_store import Reader

Fork = tuple[int, int]  # the id of the branch on which the last shared commit was made; its number


class Passage(msgspec.Struct, frozen=True):
    """One commit that was looked at.

    Attributes:
        branch: the branch on which it was made.
        commit: None for what concerns the branch and no commit.
        events: its events, by ordinal.
        problems: what is amiss, a line each; empty when all is well.
        end: where the branch ends by its commits, in its last passage; None before.
    """

    branch: BranchRow
    commit: CommitRow | None = None
    events: Sequence[EventRow] = ()
    problems: Sequence[str] = ()
    end: Link | None = None


class Traveller:
    """Goes along the commits of a branch and reckons with them, as long as they are sound."""

    def __init__(self, campaign: str, clockwork: Clockwork) -> None:
        self.link = Link()
        self.clockwork = clockwork
        self._campaign = campaign
        self._sound = True

    def fork(self, places: Callable[[str], Sequence[int]]) -> "Traveller":
        """One who has come as far and goes on along another branch."""
        other = Traveller(self._campaign, self.clockwork.fork(places))
        other.link, other._sound = self.link, self._sound
        return other

    def pass_by(self, stage: Stage) -> list[str]:
        """What is amiss with the next commit, a line each."""
        commit, problems = stage.commit, list(stage.problems)
        if commit is None:
            return problems
        begins, self.link = not self.link.number, self.link.after(commit)
        if not problems:
            try:
                events = [CODEC.read(row) for row in stage.events]
            except StoreUnusable as why:
                problems.append(str(why))
            else:
                problems += self._of_beginning(commit, events) if begins else ()
                problems += self._of_clock(commit, events)
        # Who has seen one thing amiss does not trust what follows from it.
        self._sound = self._sound and not problems
        return problems

    def _of_beginning(self, commit: CommitRow, events: Sequence[Recorded]) -> list[str]:
        first = events[0].body
        if not isinstance(first, Init):
            return [f"{commit.id}: the campaign does not begin with its init event"]
        if first.name != self._campaign:
            return [f"{commit.id}: it begins {first.name!r}, not {self._campaign!r}"]
        return []

    def _of_clock(self, commit: CommitRow, events: Sequence[Recorded]) -> list[str]:
        if not self._sound:
            return []
        self.clockwork.add(events)
        if self.clockwork.clock == commit.clock:
            return []
        right = self.clockwork.clock
        return [f"{commit.id}: its clock is {commit.clock}, its history makes it {right} seconds"]


def places_on(reader: "Reader", branch: BranchRow) -> Callable[[str], Sequence[int]]:
    """A way to find the positions of a commit's events on a branch, by the commit's id."""

    def find(commit_id: str) -> Sequence[int]:
        for commit in reader.commits_by_prefix(branch, commit_id):
            return range(commit.first_position, commit.last_position + 1)
        return ()

    return find


Watch = Callable[[int, int], None]  # is told how many of how many commits are done


def unwatched(done: int, of: int) -> None:
    """Nobody looks."""


def inspect_campaign(
    reader: "Reader", campaign: CampaignRow, watch: Watch = unwatched
) -> Iterator[Passage]:
    """The commits of all branches, by branch and number, with what is amiss."""
    branches = reader.branches(campaign)
    total = sum([branch.head_commit - (branch.base_commit or 0) for branch in branches])
    done = count(1)
    family = {branch.id: branch for branch in branches}
    wanted = {fork for branch in branches if (fork := fork_of(branch, family)) is not None}
    reached: dict[Fork, Traveller] = {}
    if campaign.current_branch not in family:
        why = f"there is no branch {campaign.current_branch}, which should be the current one"
        yield Passage(branches[0], problems=(why,))
    for branch in branches:
        fork = fork_of(branch, family)
        if branch.parent is None:
            traveller = Traveller(campaign.name, Clockwork(places_on(reader, branch)))
        elif fork is not None and fork in reached:
            traveller = reached[fork].fork(places_on(reader, branch))
        else:
            why = f"branch {branch.name}: its parent has no commit where it was forked"
            yield Passage(branch, problems=(why,))
            continue
        if traveller.link.position != (branch.base_position or 0):
            why = f"branch {branch.name}: it is not forked where a commit ends"
            yield Passage(branch, problems=(why,))
        if (branch.id, traveller.link.number) in wanted:
            reached[branch.id, traveller.link.number] = traveller.fork(places_on(reader, branch))
        for stage in follow(reader, branch, traveller.link):
            problems = traveller.pass_by(stage)
            yield Passage(branch, stage.commit, stage.events, problems)
            watch(next(done), total)
            if (branch.id, traveller.link.number) in wanted and stage.commit is not None:
                places = places_on(reader, branch)
                reached[branch.id, traveller.link.number] = traveller.fork(places)
        head = head_problem(branch, traveller.link)
        problems = [] if head is None else [head]
        yield Passage(branch, problems=problems, end=traveller.link)


def fork_of(branch: BranchRow, family: Mapping[int, BranchRow]) -> Fork | None:
    """Where the last commit that a branch shares with its parent was made.

    None for main, and for a branch whose parent is none that was there before it.
    """
    if branch.base_commit is None:
        return None
    owner = branch
    # An ancestor that was forked there or later holds the shared commit no more than its parent.
    while owner is branch or (
        owner.base_commit is not None and owner.base_commit >= branch.base_commit
    ):
        parent = family.get(owner.parent or 0)
        if parent is None or parent.id >= owner.id:
            return None
        owner = parent
    return owner.id, branch.base_commit


@contextmanager
def examining(target: str, watch: Watch = unwatched) -> Iterator[Iterator[str]]:
    """The problems of a store, a line each, as they are found; none when all is well.

    Raises:
        StoreUnusable: when it is missing, cannot be opened, or is of another schema.
    """
    store = open_store(target, "read")
    try:
        with store.examining() as (reader, damage):
            yield _problems(reader, damage, watch)
    finally:
        store.close()


def _problems(reader: "Reader", damage: Sequence[str], watch: Watch) -> Iterator[str]:
    for line in damage:
        yield f"the database is damaged: {line}"
    for campaign in reader.campaigns():
        if not reader.branches(campaign):
            yield f"{campaign.name}: it has no branch"
            continue
        for passage in inspect_campaign(reader, campaign, watch):
            for problem in passage.problems:
                yield f"{campaign.name}, {passage.branch.name}: {problem}"
