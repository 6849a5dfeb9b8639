"""The archive of a campaign: JSON lines that keep everything to the letter.

The first line says what it is and which branches there are; then comes one line for each commit with
its events, by branch and number. Numeric ids of the store are not in it, so that the same campaign
has the same bytes wherever it lies.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec

from ledger.errors import Refused
from ledger.store import BranchRow, CommitRow, EventRow

FORMAT = "campaign-ledger"
VERSION = 1

RealTime = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]  # UTC microseconds since 1970


class BranchEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A branch.

    Attributes:
        name: as in `--branch`.
        parent: the branch from which it was forked; None for main.
        base_position: the last position that it shares with its parent; None for main.
        head: the number of its last commit, by which a file that was cut off is known.
        deleted_at: UTC microseconds since 1970; None while it is in use.
    """

    name: str
    parent: str | None
    base_position: int | None
    head: int
    deleted_at: RealTime | None


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line: what it is, and the campaign's branches in the order of their creation."""

    format: str
    version: int
    campaign: str
    created_at: RealTime
    current_branch: str
    branches: tuple[BranchEntry, ...]


class EventEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event with all its columns; the body is its exact text."""

    position: int
    ordinal: int
    kind: str
    schema: int
    at: int
    until: int | None
    who: str | None
    by: str | None
    note: str | None
    amends: str | None
    body: str


class CommitEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A commit with all its columns, the branch by name, and its events by ordinal."""

    branch: str
    number: int
    id: str
    line: str
    key: str | None
    by: str | None
    reason: str | None
    recorded_at: int
    clock: int
    previous: str
    digest: str
    events: tuple[EventEntry, ...]

    def rows(self, branch: int) -> tuple[CommitRow, list[EventRow]]:
        """What the store would hold of it on the branch with this number."""
        events = [
            EventRow(
                event.position,
                self.id,
                event.ordinal,
                event.kind,
                event.schema,
                event.at,
                event.until,
                event.who,
                event.by,
                event.note,
                event.amends,
                event.body.encode(),
            )
            for event in self.events
        ]
        first = self.events[0].position if self.events else 0
        last = self.events[-1].position if self.events else 0
        commit = CommitRow(
            branch,
            self.number,
            self.id,
            self.line,
            self.key,
            self.by,
            self.reason,
            self.recorded_at,
            first,
            last,
            self.clock,
            self.previous,
            self.digest,
        )
        return commit, events


def header_line(
    name: str, created_at: int, current_branch: int, branches: Sequence[BranchRow]
) -> bytes:
    """The first line of an archive."""
    names = {branch.id: branch.name for branch in branches}
    entries = tuple(
        BranchEntry(
            name=branch.name,
            parent=None if branch.parent is None else names[branch.parent],
            base_position=branch.base_position,
            head=branch.head_commit,
            deleted_at=branch.deleted_at,
        )
        for branch in branches
    )
    header = Header(
        format=FORMAT,
        version=VERSION,
        campaign=name,
        created_at=created_at,
        current_branch=names[current_branch],
        branches=entries,
    )
    return _line(header)


def commit_line(branch: str, commit: CommitRow, events: Sequence[EventRow]) -> bytes:
    """The line of a commit."""
    entries = tuple(
        [
            EventEntry(
                position=event.position,
                ordinal=event.ordinal,
                kind=event.kind,
                schema=event.schema,
                at=event.at,
                until=event.until,
                who=event.who,
                by=event.by,
                note=event.note,
                amends=event.amends,
                body=event.body.decode(),
            )
            for event in events
        ]
    )
    entry = CommitEntry(
        branch=branch,
        number=commit.number,
        id=commit.id,
        line=commit.line,
        key=commit.key,
        by=commit.by,
        reason=commit.reason,
        recorded_at=commit.recorded_at,
        clock=commit.clock,
        previous=commit.previous,
        digest=commit.digest,
        events=entries,
    )
    return _line(entry)


def _line(entry: Header | CommitEntry) -> bytes:
    return msgspec.json.encode(entry) + b"\n"


_HEADERS = msgspec.json.Decoder(Header)
_COMMITS = msgspec.json.Decoder(CommitEntry)


class _Claim(msgspec.Struct):
    """What the first line of any archive says of itself, of whatever version."""

    format: str
    version: int


def read_header(line: bytes, source: str) -> Header:
    """The first line of an archive; *source* names the file in a refusal.

    Raises:
        Refused: when it is none, or one of a newer version.
    """
    try:
        claim = msgspec.json.decode(line, type=_Claim)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        claim = _Claim("", 0)
    if claim.format != FORMAT:
        raise Refused(f"{source}:1: this is no export of a campaign (`export --format jsonl`)")
    if claim.version != VERSION:
        raise Refused(
            f"{source}:1: it is of format {claim.version}, this version reads {VERSION}: "
            "import it with the version that wrote it"
        )
    try:
        header = _HEADERS.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
        raise Refused(f"{source}:1: {wrong}") from None
    _refuse_odd_family(header, source)
    return header


def _refuse_odd_family(header: Header, source: str) -> None:
    known: list[str] = []
    for branch in header.branches:
        if branch.name in known:
            raise Refused(f"{source}:1: there are two branches {branch.name!r}")
        root = branch.parent is None and branch.base_position is None and branch.name == "main"
        if root != (not known) or (not root and branch.parent not in known):
            raise Refused(f"{source}:1: branch {branch.name!r} does not come after its parent")
        if not root and branch.base_position is None:
            raise Refused(f"{source}:1: branch {branch.name!r} does not say where it was forked")
        known.append(branch.name)
    if header.current_branch not in known:
        raise Refused(f"{source}:1: the current branch {header.current_branch!r} is none of them")


def read_commits(lines: Iterator[bytes], source: str) -> Iterator[tuple[int, CommitEntry]]:
    """The commits after the first line, each with the number of its line.

    Raises:
        Refused: for a line that is no commit, with its place in *source*.
    """
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        try:
            yield number, _COMMITS.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
            raise Refused(f"{source}:{number}: it is no line of an export: {wrong}") from None
