"""What goes into the store and what comes out of it, as frozen values.

In-game instants (`at`, `until`, `clock`) are whole seconds of the campaign's calendar,
`recorded_at`, `created_at` and `deleted_at` are UTC microseconds since 1970. Positions and
numbers count from 1; 0 stands before the first one.
"""

from enum import Enum
from typing import Final, Literal

from msgspec import Struct


class EventDraft(Struct, frozen=True, kw_only=True):
    """An event before the store has given it a place."""

    kind: str
    """A stable lower-case name such as "vampire.hit"."""
    schema: int
    at: int
    until: int | None = None
    """The in-game second of its end; None for an event without a duration."""
    who: str | None = None
    """A character's name; None for an event of the whole campaign."""
    by: str | None = None
    note: str | None = None
    amends: str | None = None
    """The public id of the event whose place it takes; None for most."""
    body: bytes
    """The payload, kept to the byte."""


class CommitDraft(Struct, frozen=True, kw_only=True):
    """One command with all its events, before the store has given it a place."""

    id: str
    """Twelve letters from `random_id`."""
    line: str
    """The command as typed."""
    key: str | None = None
    """The idempotency key; None if the caller gave none."""
    by: str | None = None
    reason: str | None = None
    recorded_at: int
    clock: int
    """The campaign's in-game clock after this commit."""
    events: tuple[EventDraft, ...]


# Rows have their fields in the order of the selected columns (tables.py), because they are
# made by position from ten thousands of result tuples; `gc=False` is safe, as no field can
# hold a cycle.


class EventRow(Struct, frozen=True, gc=False):
    """A recorded event."""

    position: int
    commit_id: str
    ordinal: int
    """Its number within its commit, from 1."""
    kind: str
    schema: int
    at: int
    until: int | None
    who: str | None
    by: str | None
    note: str | None
    amends: str | None
    body: bytes

    @property
    def id(self) -> str:
        """The public id, `<commit>.<ordinal>`."""
        return f"{self.commit_id}.{self.ordinal}"


class ToldRow(Struct, frozen=True, gc=False):
    """A recorded event with what a history says of its command."""

    event: EventRow
    branch: int
    """The branch it was recorded on: an ancestor of the one that was asked, or that one."""
    recorded_at: int


Span = tuple[int | None, int | None]
"""From a number on and before another; None where it is open."""


class Sieve(Struct, frozen=True, kw_only=True):
    """Which rows may be meant by a question (sieve.py); None: all that there are."""

    who: tuple[str, ...] | None = None
    kinds: tuple[str, ...] | None = None
    spans: tuple[Span, ...] | None = None
    """Of in-game seconds; within any of them."""
    positions: tuple[Span, ...] | None = None
    recorded: tuple[Span, ...] | None = None
    by: tuple[str, ...] | None = None
    """Parts of the text, in whatever case; "" for any text."""
    note: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    """Parts of the text, likewise, and the kinds that hold text of their own."""


class CommitRow(Struct, frozen=True, gc=False):
    """A recorded command. Its events are those from `first_position` to `last_position`."""

    branch: int
    """The branch it was recorded on: an ancestor of the one that was asked, or that one."""
    number: int
    id: str
    line: str
    key: str | None
    by: str | None
    reason: str | None
    recorded_at: int
    first_position: int
    last_position: int
    clock: int
    previous: str
    """The digest of the commit before it; 64 zeros before the first one."""
    digest: str


class CampaignRow(Struct, frozen=True):
    """A campaign; `current_branch` is the id of the branch its commands go to."""

    id: int
    name: str
    current_branch: int
    created_at: int


class BranchRow(Struct, frozen=True):
    """A branch as it was when it was read; only the head fields ever change."""

    campaign: int
    id: int
    name: str
    parent: int | None
    """The id of the branch it was forked from; None for main."""
    base_position: int | None
    """The last position it shares with its parent; None for main."""
    base_commit: int | None
    """The number of the commit there; None for main."""
    head_position: int
    head_commit: int
    head_digest: str
    clock: int
    """The in-game second after the head commit; 0 before the first one."""
    deleted_at: int | None
    """None while the branch is in use."""


class Everyone(Enum):
    """The type of `EVERYONE`, which cannot be None: that means "of the whole campaign"."""

    EVERYONE = "everyone"


EVERYONE: Final = Everyone.EVERYONE
"""Do not select by character: the events of all of them and of the campaign."""

Order = Literal["position", "game"]
"""By position (as recorded), or by in-game second and then position."""


class Anything(Struct, frozen=True, tag=True):
    """Append whatever the branch holds by now."""


class NoCommits(Struct, frozen=True, tag=True):
    """Append only to a branch that holds nothing yet, its fork included."""


class SomeCommits(Struct, frozen=True, tag=True):
    """Append only to a branch that holds something already."""


class Exactly(Struct, frozen=True, tag=True):
    """Append only if the last event of the branch has this position (0: there is none)."""

    position: int


Expected = Anything | NoCommits | SomeCommits | Exactly
