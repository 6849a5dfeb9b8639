"""Documents of what happened and will happen: `history`, `due`, and what recording answers."""

from typing import Any

import msgspec

from cli.documents.values import Date, RealTime, Value
from ledger.events import Finding
from ledger.projections.difference import Change


class EffectRow(msgspec.Struct, frozen=True):
    """One application of a rule.

    Attributes:
        rule: the rule's id; null for what the table simply says.
        text: the effect in words.
        before: the value before.
        after: the value after.
    """

    at: Date
    rule: str | None
    text: str
    before: Value
    after: Value


class EventRow(msgspec.Struct, frozen=True):
    """An event; with `history --effects` also what happened by itself.

    Attributes:
        position: its number in the branch, in the order of recording; null for what happened by
            itself, and so are the id, the command and the time of recording.
        id: `COMMAND.N`; its first letters are enough for `void` and `amend` while no other id
            begins with them.
        at: when it happened.
        until: when its span ends; null when it has none.
        who: null for an event of the whole campaign.
        type: the verb; `effect` for what happened by itself.
        data: what was said; its keys go by the type, see below.
        by: who did it; null when nobody was named.
        command: the id of the command that recorded it.
        voided_by: the id of what took it back; null while it stands.
        effects: what it brought about.
    """

    position: int | None
    id: str | None
    branch: str
    at: Date
    until: Date | None
    recorded_at: RealTime | None
    who: str | None
    type: str
    data: dict[str, Any]
    by: str | None
    note: str | None
    command: str | None
    voided_by: str | None
    effects: list[EffectRow]


class DueRow(msgspec.Struct, frozen=True):
    """What will happen by itself, or may be done.

    Attributes:
        rule: the id of the rule by which it comes.
        certain: false for what somebody may do, as to try to wake.
    """

    at: Date
    who: str
    what: str
    rule: str
    certain: bool


class Consequences(msgspec.Struct, frozen=True):
    """What differs when history does.

    Attributes:
        at: when the sheets are compared.
        changes: every value that differs.
        findings: the events that are unlawful only now.
    """

    at: Date
    changes: list[Change]
    findings: list[Finding]


class Receipt(msgspec.Struct, frozen=True):
    """What became of a recording command.

    Attributes:
        command: its id; null when nothing was written.
        events: what it recorded.
        consequences: what it changes besides going on; null for a command that only goes on.
    """

    command: str | None
    events: list[EventRow]
    consequences: Consequences | None
