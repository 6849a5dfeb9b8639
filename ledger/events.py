"""Events: what was said at the table, with its place in the history; and what follows from it.

An event has a *body* (the payload: dice, successes, source, options, never results) inside an
envelope (`Recorded`: who, when, by whom, in which command). Effects and findings are values that a
replay computes beside the events; they are never stored.
"""

from typing import Annotated, Any

import msgspec

from ledger.calendar import CalendarDefinition

MOST = 9999  # more of anything is a slip of the finger
Amount = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Count = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
NUMBERS = ("amount", "points", "levels", "successes")  # as the N of a line is called in bodies


# Values of a replay hold no cycles, and there are hundreds of thousands of them: the garbage
# collector need not look at them (gc=False, inherited by what follows).


class Body(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """The base of all payloads; a subclass is listed in the table of kinds under a stable name.

    Attributes:
        secret: whether what was said is for the Storyteller alone; no player's report tells it.
    """

    secret: bool = False

    @property
    def number(self) -> int | None:
        """The N of its line, or the successes of its dice; None where there is none."""
        for name in NUMBERS:
            value = getattr(self, name, None)
            if isinstance(value, int):
                return value
        return None


class Answer(Body, frozen=True, kw_only=True):
    """A body that belongs to an earlier event and counts at that event's moment.

    Attributes:
        answers: the public id of that event, resolved when the answer was recorded.
    """

    answers: str


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """An event in its place.

    Attributes:
        position: its number in the branch, from 1, in the order of recording.
        commit: the public id of the command that made it.
        ordinal: its number within that command, from 1.
        kind: `<campaign or system>.<verb>`, and `.<variant>` where one verb has several bodies.
        at: its in-game second.
        until: the in-game second at which its span ends; None when it has none.
        who: the character's name; None for an event of the whole campaign.
        by: who did it, as named at the table; None when nobody was named.
        note: free text; None when there is none.
        amends: the public id of the event whose place it takes; None for an ordinary event.
        anchor: the position that orders it among the events of one moment; its own unless amended.
        answers: the events that count at its moment (a hit's soak).
        id: the public id, `<commit>.<ordinal>`; follows from these.
    """

    position: int
    commit: str
    ordinal: int
    kind: str
    at: int
    until: int | None
    who: str | None
    body: Body
    by: str | None = None
    note: str | None = None
    amends: str | None = None
    anchor: int = 0
    answers: tuple["Recorded", ...] = ()
    id: str = ""

    def __post_init__(self) -> None:
        # kept, for a replay reads it several times an event
        if not self.id:
            msgspec.structs.force_setattr(self, "id", f"{self.commit}.{self.ordinal}")

    @property
    def verb(self) -> str:
        """The verb as users write it: the kind without its system, and without its variant."""
        return self.kind.split(".")[1]

    @property
    def end(self) -> int:
        """The in-game second at which it is over: the end of its span, or its own."""
        return self.at if self.until is None else self.until


class Effect(msgspec.Struct, frozen=True, gc=False):
    """One application of a rule.

    Attributes:
        at: the in-game second.
        rule: the rule's id in the catalogue; None for what the table simply says (a trait is set).
        what: what of the sheet it concerns ("blood", "track", "torpor").
        before: the value before; a number, a text, a health track, or None.
        after: the value after, likewise.
        cause: the public id of the event that brought it about; None when only time did.
        detail: more words for a reader; empty when the values say all.
        phase: its place among what falls due at one moment, for what time brings about (see
            `Process`); 0 for what an event does.
    """

    at: int
    rule: str | None
    what: str
    before: Any
    after: Any
    cause: str | None = None
    detail: str = ""
    phase: int = 0

    @property
    def text(self) -> str:
        """The effect as a line for a reader."""
        change = f"{self.what} {shown(self.before)} → {shown(self.after)}"
        return f"{change} ({self.detail})" if self.detail else change


class Finding(msgspec.Struct, frozen=True, gc=False):
    """An event that is unlawful as history now stands; it has no effect on the sheet.

    Attributes:
        event: the public id of the event.
        who: the character concerned; None for an event of the whole campaign.
        why: the refusal that it would meet today.
    """

    event: str
    who: str | None
    why: str


class Init(Body, frozen=True, kw_only=True):
    """The first event of a campaign: its name, its calendar, its settings from the start.

    A calendar known by name stands there as that name, a world's own as its whole definition.
    """

    name: str
    calendar: str | CalendarDefinition = "gregorian"
    settings: dict[str, str] = {}
    rules: int = 1


class Rule(Body, frozen=True, kw_only=True):
    """Campaign settings that hold from the event's date on, as they were written."""

    settings: dict[str, str]


class Advance(Body, frozen=True, kw_only=True):
    """Time passes: the event's own span says from when to when."""


class Void(Body, frozen=True, kw_only=True):
    """One event that does not count any more, with the reason."""

    event: str
    because: str


class Undo(Body, frozen=True, kw_only=True):
    """The commands that are taken back, newest first, by their public ids."""

    commands: tuple[str, ...]


class Redo(Body, frozen=True, kw_only=True):
    """The undone commands that count again, oldest first, by their public ids."""

    commands: tuple[str, ...]


class Note(Body, frozen=True, kw_only=True):
    """Anything worth keeping about a character."""

    text: str


CAMPAIGN = "campaign"
CAMPAIGN_EVENTS: dict[str, type[Body]] = {
    "init": Init,
    "rule": Rule,
    "advance": Advance,
    "void": Void,
    "undo": Undo,
    "redo": Redo,
}
CORRECTIONS = (Void, Undo, Redo)


def shown(value: Any) -> str:
    """A value of a sheet as text: `none` for None, a track by its marks."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
