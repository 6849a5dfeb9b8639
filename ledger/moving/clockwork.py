"""The campaign's clock, reckoned commit by commit: what `history.clock_of` says after each.

The events pass by and are not kept; of each only its end stays, in eight bytes. A correction looks
for the commands that it strikes out by asking where they stand.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from itertools import chain

from ledger.events import CORRECTIONS, Answer, Recorded, Redo, Undo, Void

_NEVER = -(2**63)  # the end of what does not count; no instant is earlier
_BLOCK = 512  # ends whose latest is remembered

Places = Callable[[str], Sequence[int]]


class Clockwork:
    """Follows one branch from the campaign's first event on.

    Attributes:
        clock: the in-game second after what was added so far; None while nothing counts.
    """

    def __init__(self, places: Places) -> None:
        """Take a way to find the positions of a commit's events by its id; none if unknown."""
        self.clock: int | None = None
        self._places = places
        self._ends = array("q")  # by position, from 1
        self._latest = array("q")  # by block, of the events in it that stand
        self._struck: set[int] = set()  # positions
        self._undone: set[str] = set()  # commits
        self._voids: list[tuple[str, str, str]] = []  # event, its commit, the event that it voids
        self._voided: set[str] = set()  # events

    def fork(self, places: Places) -> "Clockwork":
        """A clockwork that has come as far and goes on along another branch."""
        other = copy(self)
        other._places = places  # noqa: SLF001  its own kind
        other._ends, other._latest = self._ends[:], self._latest[:]  # noqa: SLF001  as above
        other._struck, other._undone = set(self._struck), set(self._undone)  # noqa: SLF001
        other._voids, other._voided = list(self._voids), set(self._voided)  # noqa: SLF001
        return other

    def add(self, events: Iterable[Recorded]) -> None:
        """Take in the events of the next commit."""
        corrected = False
        for event in events:
            counts = not isinstance(event.body, (*CORRECTIONS, Answer))
            end = event.end if counts else _NEVER
            self._ends.append(end)
            if len(self._ends) % _BLOCK == 1:
                self._latest.append(_NEVER)
            self._latest[-1] = max(self._latest[-1], end)
            if counts and (self.clock is None or end > self.clock):
                self.clock = end
            if isinstance(event.body, CORRECTIONS):
                self._correct(event)
                corrected = True
        if corrected:
            latest = max(self._latest)
            self.clock = None if latest == _NEVER else latest

    def _correct(self, event: Recorded) -> None:
        body = event.body
        if isinstance(body, Void):
            self._voids.append((event.id, event.commit, body.event))
            self._review((), voids=True)
            return
        assert isinstance(body, Undo | Redo)
        if isinstance(body, Undo):
            self._undone.update(body.commands)
        else:
            self._undone.difference_update(body.commands)
        voiding = {commit for _, commit, _ in self._voids}
        self._review(body.commands, voids=not voiding.isdisjoint(body.commands))

    def _review(self, commits: Sequence[str], *, voids: bool) -> None:
        """Strike out, or let stand again, the events of *commits* and what the voids mean."""
        affected = {commit: self._places(commit) for commit in commits}
        changed: set[str] = set()
        if voids:
            before, self._voided = self._voided, self._void_targets()
            changed = before ^ self._voided
        for event in changed:
            commit = event.partition(".")[0]
            affected.setdefault(commit, self._places(commit))
        for commit, places in affected.items():
            for ordinal, position in enumerate(places, 1):
                if commit in self._undone or f"{commit}.{ordinal}" in self._voided:
                    self._struck.add(position)
                else:
                    self._struck.discard(position)
        for block in {(position - 1) // _BLOCK for position in chain(*affected.values())}:
            self._latest[block] = self._latest_in(block)

    def _void_targets(self) -> set[str]:
        """The events that are voided: a void counts unless it is undone or voided by a later one."""
        voided: set[str] = set()
        for event, commit, target in reversed(self._voids):
            if commit not in self._undone and event not in voided:
                voided.add(target)
        return voided

    def _latest_in(self, block: int) -> int:
        begin = block * _BLOCK
        ends = enumerate(self._ends[begin : begin + _BLOCK], begin + 1)
        return max([end for position, end in ends if position not in self._struck], default=_NEVER)
