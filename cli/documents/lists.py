"""Documents of the other reading commands, and of keeping a store."""

import msgspec

from cli.documents.sheets import FindingOnSheet
from cli.documents.values import Date, RealTime
from ledger.projections.explanation import Account


class RuleWords(msgspec.Struct, frozen=True):
    """A rule in the ledger's words."""

    title: str
    text: str
    source: str


class Explanation(msgspec.Struct, frozen=True):
    """Why values of a sheet are what they are.

    Attributes:
        known_at: what `--known-at` says; null when all is known.
        subject: what was asked about; null for all that is unusual.
        accounts: one for each value.
        rules: the wording of all rules that the accounts name, by their ids.
        findings: the character's events that are unlawful as history now stands.
    """

    campaign: str
    branch: str
    at: Date
    known_at: str | None
    who: str
    system: str
    subject: str | None
    accounts: list["ShownAccount"]
    rules: dict[str, RuleWords]
    findings: list[FindingOnSheet]


class ShownAccount(Account, frozen=True, kw_only=True):
    """Why one value is what it is.

    Attributes:
        subject: what it is called.
        path: where it stands in the document of `status`.
        value: what it is; the last line's `after`.
        lines: the bill, from when the character was added.
        earlier: how many older lines `--limit` has left out.
        reads: what else is read off it.
        marks: the marks that it is about, from the top.
        facts: the traits and settings that it rests on, as they are now.
        remarks: what else there is to say.
        ahead: what is still to come.
    """

    earlier: int


class Span(msgspec.Struct, frozen=True):
    """One state, until the next.

    Attributes:
        level: the health level, or the gravest wound of a hit location; null for unhurt.
    """

    begin: Date = msgspec.field(name="from")
    end: Date = msgspec.field(name="to")
    status: str
    level: str | None


class MarkOnTimeline(msgspec.Struct, frozen=True):
    """An event on the timeline.

    Attributes:
        event: its id.
        type: its verb.
    """

    at: Date
    event: str
    type: str


class Course(msgspec.Struct, frozen=True):
    """What a period was for one character.

    Attributes:
        spans: one after the other without a gap; none before the character was added.
        marks: the character's events in that period.
    """

    who: str
    spans: list[Span]
    marks: list[MarkOnTimeline]


class CharacterRow(msgspec.Struct, frozen=True):
    """Somebody in the campaign.

    Attributes:
        level: the health level; null when unhurt, and for systems without levels.
    """

    name: str
    system: str
    status: str
    level: str | None


class CampaignRow(msgspec.Struct, frozen=True):
    """A campaign of the store.

    Attributes:
        branch: the current one.
        characters: how many there are.
        events: how many there are.
    """

    name: str
    branch: str
    clock: Date
    characters: int
    events: int


class CommandRow(msgspec.Struct, frozen=True):
    """A command as it was recorded.

    Attributes:
        command: the line.
        by: who did it; null when nobody was named.
        reason: why; null where none was given.
        key: the key with which it is recorded only once; null for none.
        first_position: the number of its first event.
        last_position: the number of its last event.
        clock: the campaign's clock after it.
        voided_by: the id of the command that has undone it; null while it stands.
    """

    id: str
    recorded_at: RealTime
    command: str
    by: str | None
    reason: str | None
    key: str | None
    first_position: int
    last_position: int
    clock: Date
    voided_by: str | None


class RuleRow(msgspec.Struct, frozen=True):
    """A rule in the ledger's words."""

    id: str
    title: str
    text: str
    source: str


class JournalRun(msgspec.Struct, frozen=True):
    """What a journal has recorded, in numbers."""

    commands: int
    events: int


class Imported(msgspec.Struct, frozen=True):
    """What an import has added, in numbers."""

    campaign: str
    commits: int
    events: int


class BackedUp(msgspec.Struct, frozen=True):
    """A copy of a store.

    Attributes:
        file: where it is.
        size: in bytes.
    """

    file: str
    size: int


class Upgraded(msgspec.Struct, frozen=True):
    """The revisions of a store's schema before and after an upgrade."""

    before: str
    after: str


class Revision(msgspec.Struct, frozen=True):
    """The revision of a store's schema, and the newest that this version knows."""

    revision: str
    newest: str


class StoreLocation(msgspec.Struct, frozen=True):
    """Where a store is."""

    location: str


class CampaignInStore(msgspec.Struct, frozen=True):
    """A campaign of a store.

    Attributes:
        branches: their names.
        commits: how many commands the current branch has.
        events: how many events it has.
    """

    name: str
    branches: list[str]
    commits: int
    events: int


class StoreStatus(msgspec.Struct, frozen=True):
    """What a store is and what is in it.

    Attributes:
        revision: of its schema.
        newest: the revision that this version reads.
        size: in bytes.
        campaigns: null where the schema is of another version.
    """

    location: str
    revision: str
    newest: str
    size: int
    campaigns: list[CampaignInStore] | None
