"""A command, what it would record, and what became of it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ledger.events import Effect, Recorded
from ledger.history import Corrections
from ledger.projections.difference import Consequences


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """One line, parsed but not yet filled in by the clock and defaults.

    Attributes:
        verb: as typed.
        line: the whole command as typed, in canonical quoting, without its key.
        who: names, or `all`; empty for a command of the whole campaign.
        words: the verb's own arguments and options, those that were given.
        at: its date as typed; None for the campaign's clock.
        duration: the length of its span as typed; None without one.
        key: the idempotency key; None for none.
        secret: what is said is for the Storyteller alone.
        dry_run: judge and report, and write nothing.
        accept_findings: record it even where other events become unlawful.
        seed: what the ledger's own dice start from; None where the players roll.
        inner: the line that takes an event's place, for `amend`.
    """

    verb: str
    line: str
    who: tuple[str, ...] = ()
    words: Mapping[str, Any] = {}
    at: str | None = None
    duration: str | None = None
    by: str | None = None
    note: str | None = None
    key: str | None = None
    secret: bool = False
    dry_run: bool = False
    accept_findings: bool = False
    seed: int | None = None
    inner: "Command | None" = None


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a command.

    Attributes:
        command: the public id of the commit; None when nothing was written.
        events: what was recorded.
        effects: the effects of each of these events, by its id.
        recorded_at: real time, UTC microseconds since 1970.
        before: the campaign's clock before, in in-game seconds.
        after: the campaign's clock after.
        passed: who it happened to, and what happened by itself, while the clock went from `before`
            to `after`; told for commands with a span and for jumps of a day or more.
        consequences: what it changes besides going on; None for a command that only goes on.
        nothing: why nothing was recorded; empty when something was.
    """

    command: str | None = None
    events: tuple[Recorded, ...] = ()
    effects: Mapping[str, tuple[Effect, ...]] = {}
    recorded_at: int = 0
    before: int
    after: int
    passed: tuple[tuple[str, Effect], ...] = ()
    consequences: Consequences | None = None
    nothing: str = ""


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """Events that a command would record, and what they touch.

    Attributes:
        events: in their order, with the positions and ids that they would get.
        corrections: all corrections, these events' own included.
        touched: the characters whose history differs afterwards; None for everybody.
        clock: the campaign's clock afterwards.
    """

    events: tuple[Recorded, ...]
    corrections: Corrections
    touched: tuple[str, ...] | None
    clock: int
