"""The service: open a store, begin campaigns, record and ask. The whole library in a few verbs."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from ledger.calendar import CalendarDefinition, calendar_of, kept_of, read_instant
from ledger.campaign import Campaign
from ledger.codec import CODEC
from ledger.command import Receipt
from ledger.correcting import CORRECTING
from ledger.errors import Refused
from ledger.events import CAMPAIGN, Init, Recorded
from ledger.recording import Recorder, now_in_microseconds
from ledger.rules.settings import Settings, changed
from ledger.store import CampaignRow, CommitDraft, CommitRow, NoCommits, open_store, random_id
from ledger.text import refuse_unfit

if TYPE_CHECKING:
    from ledger.store.event_store import EventStore, Reader, Writer

RULES_VERSION = 1  # pinned by each campaign, so that a change of the code never rewrites its past


class Ledger:
    """An open store.

    Use it as a context manager. One `reading` or `writing` block is one transaction.
    """

    def __init__(self, store: "EventStore") -> None:
        self._store = store

    @classmethod
    def open(cls, target: str, mode: str = "read") -> "Ledger":
        """Open a store: "read", "write" what exists, or "create" it where there is nothing.

        Raises:
            StoreUnusable: when it is missing, damaged or of another schema.
        """
        assert mode in {"read", "write", "create"}
        return cls(open_store(target, mode))  # type: ignore[arg-type]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._store.close()

    @contextmanager
    def reading(self) -> Iterator["Reader"]:
        """A transaction in which every answer is of one moment."""
        with self._store.reading() as reader:
            yield reader

    @contextmanager
    def writing(self) -> Iterator["Writer"]:
        """A transaction that is kept if the block ends well, and undone if it raises."""
        with self._store.writing() as writer:
            yield writer


def find_campaign(reader: "Reader", name: str | None) -> CampaignRow:
    """The campaign of that name, or the only one.

    Raises:
        Refused: when there is none, or several and none is named.
    """
    if name is not None:
        return reader.campaign(name)
    campaigns = reader.campaigns()
    if len(campaigns) == 1:
        return campaigns[0]
    if not campaigns:
        raise Refused("the store holds no campaign; `init NAME --start DATE` begins one")
    names = ", ".join(campaign.name for campaign in campaigns)
    raise Refused(f"the store holds several campaigns ({names}); say which with --campaign")


def open_campaign(
    reader: "Reader",
    name: str | None = None,
    branch: str | None = None,
    known_at: str | None = None,
) -> Campaign:
    """A campaign to ask, perhaps as it was known at an event or at a real date and time."""
    row = find_campaign(reader, name)
    campaign = Campaign(reader, row, reader.branch(row, branch))
    if known_at is None:
        return campaign
    return Campaign(reader, row, campaign.branch, _known(campaign, known_at))


def _known(campaign: Campaign, text: str) -> CommitRow:
    reader, branch = campaign.reader, campaign.branch
    if text.isascii() and text.isdigit():
        commit = reader.commit_at(branch, int(text)) if len(text) < 18 else None
        if commit is None:
            raise Refused(f"there is no event at position {text}; the last is {campaign.position}")
        return commit
    if text[:1].isdigit():
        commit = reader.commit_before(branch, read_real_time(text))
        if commit is None:
            raise Refused(f"nothing had been recorded by {text}")
        return commit
    commits = reader.commits_by_prefix(branch, text.partition(".")[0])
    if len(commits) != 1:
        commits = reader.commits_by_prefix(branch, campaign.event(text).commit)
    return commits[0]


def read_real_time(text: str) -> int:
    """A real date and time (ISO, UTC unless it says otherwise) as UTC microseconds since 1970."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Refused(
            f"{text!r} is no real date and time; write 2026-11-30, or 2026-11-30 21:00"
        ) from None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    passed = moment - datetime(1970, 1, 1, tzinfo=UTC)
    return (passed.days * 86_400 + passed.seconds) * 1_000_000 + passed.microseconds


def open_recorder(writer: "Writer", name: str | None = None, branch: str | None = None) -> Recorder:
    """A campaign to record in; other writers wait until the transaction ends."""
    row = find_campaign(writer, name)
    head = writer.lock(writer.branch(row, branch))
    return Recorder(Campaign(writer, row, head), writer, CORRECTING)


def begin_campaign(
    writer: "Writer",
    name: str,
    start: str,
    *,
    calendar: str | CalendarDefinition = "gregorian",
    settings: Mapping[str, str] | None = None,
    line: str = "",
    note: str | None = None,
    dry_run: bool = False,
) -> tuple[Recorder | None, Receipt]:
    """Begin a campaign at an in-game date; the recorder is None after a dry run.

    *calendar* is a known name or a world's own definition, which the campaign keeps for ever.

    Raises:
        Refused: when the name is taken, or the date, calendar or a setting makes no sense.
    """
    found = calendar_of(calendar)
    refuse_unfit(name)
    if not name.strip():
        raise Refused("a campaign has a name")
    at = read_instant(start, found, clock=None, start=None)
    changed(Settings(), settings or {}, found)
    commit, recorded_at = random_id(), now_in_microseconds()
    body = Init(
        name=name, calendar=kept_of(found), settings=dict(settings or {}), rules=RULES_VERSION
    )
    kind = f"{CAMPAIGN}.init"
    event = Recorded(1, commit, 1, kind, at, None, None, body, None, note, anchor=1)
    receipt = Receipt(
        command=None if dry_run else commit,
        events=(event,),
        recorded_at=recorded_at,
        before=at,
        after=at,
        nothing="a dry run: nothing was written" if dry_run else "",
    )
    if any(row.name == name for row in writer.campaigns()):
        raise Refused(f"there is a campaign {name!r} already; campaigns have names of their own")
    if dry_run:
        return None, receipt
    row, branch = writer.create_campaign(name, recorded_at)
    draft = CommitDraft(
        id=commit,
        line=line,
        reason=note,
        recorded_at=recorded_at,
        clock=at,
        events=(CODEC.draft(event),),
    )
    head, _ = writer.append(branch, [draft], NoCommits())
    return Recorder(Campaign(writer, row, head), writer, CORRECTING), receipt
