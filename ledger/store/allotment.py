"""Numbers, positions and digests for new commits: pure, from the locked head of a branch."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from msgspec import structs

from ledger.errors import Refused
from ledger.store.chain import canonical
from ledger.store.public_id import LENGTH, is_public_id
from ledger.store.rows import BranchRow, CommitDraft, CommitRow, EventRow
from ledger.store.storable import refuse_unstorable

_LIMIT: Final = 2**63  # both databases keep an instant in 64 bits
_NUL_IN_JSON: Final = rb"\u0000"


def allot(
    head: BranchRow, drafts: Sequence[CommitDraft]
) -> tuple[BranchRow, tuple[CommitRow, ...], list[list[EventRow]]]:
    """Give each draft its place after `head`: the new head, the commits, their events.

    Refuses what one of the databases could not give back unchanged.
    """
    commits: list[CommitRow] = []
    events: list[list[EventRow]] = []
    for draft in drafts:
        commit, own = _placed(head, draft)
        head = structs.replace(
            head,
            head_position=commit.last_position,
            head_commit=commit.number,
            head_digest=commit.digest,
            clock=commit.clock,
        )
        commits.append(commit)
        events.append(own)
    return head, tuple(commits), events


def _placed(head: BranchRow, draft: CommitDraft) -> tuple[CommitRow, list[EventRow]]:
    if not draft.events:
        raise Refused(f"a commit without events is not recorded: {draft.line!r}")
    if not is_public_id(draft.id):
        raise Refused(f"{draft.id!r} is no id of a commit: {LENGTH} letters from k to z")
    _refuse_distant_instants(draft)
    events = [
        EventRow(
            head.head_position + ordinal,
            draft.id,
            ordinal,
            event.kind,
            event.schema,
            event.at,
            event.until,
            event.who,
            event.by,
            event.note,
            event.amends,
            event.body,
        )
        for ordinal, event in enumerate(draft.events, start=1)
    ]
    commit = CommitRow(
        branch=head.id,
        number=head.head_commit + 1,
        id=draft.id,
        line=draft.line,
        key=draft.key,
        by=draft.by,
        reason=draft.reason,
        recorded_at=draft.recorded_at,
        first_position=head.head_position + 1,
        last_position=head.head_position + len(events),
        clock=draft.clock,
        previous=head.head_digest,
        digest="",
    )
    return structs.replace(commit, digest=_digest(commit, events)), events


def _digest(commit: CommitRow, events: Sequence[EventRow]) -> str:
    """Take the digest, and look at the texts closely only if its encoding gives a reason."""
    try:
        written = canonical(commit.previous, commit, events)
    except UnicodeEncodeError:
        _refuse_texts(commit, events)
        raise
    if _NUL_IN_JSON in written:  # or a backslash before "u0000", which is fine
        _refuse_texts(commit, events)
    return sha256(written).hexdigest()


def _refuse_texts(commit: CommitRow, events: Sequence[EventRow]) -> None:
    for row in (commit, *events):
        for name in row.__struct_fields__:
            value = getattr(row, name)
            if isinstance(value, str):
                refuse_unstorable(name, value)


def _refuse_distant_instants(draft: CommitDraft) -> None:
    instants = [draft.recorded_at, draft.clock]
    for event in draft.events:
        instants.append(event.at)
        if event.until is not None:
            instants.append(event.until)
    for instant in (min(instants), max(instants)):
        if not -_LIMIT <= instant < _LIMIT:
            raise Refused(f"an instant {instant} seconds from the epoch cannot be stored")
