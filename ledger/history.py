"""History: which events stand, and in which order they are folded.

Rows arrive in the order of recording. Corrections (void, undo, redo) decide which of them stand; an
answer (a soak) is attached to the event that it answers; an amended event keeps the place of the one
that it replaces. What remains is ordered by (in-game second, anchor, position).
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter

import msgspec
from msgspec.structs import replace

from ledger.errors import Refused
from ledger.events import CORRECTIONS, Answer, Init, Recorded, Redo, Undo, Void


class Corrections(msgspec.Struct, frozen=True):
    """What the corrections of a history strike out.

    Attributes:
        undone: public id of an undone command → id of the undo event.
        voided: public id of a voided event → id of the void event (also void events themselves).
    """

    undone: Mapping[str, str] = {}
    voided: Mapping[str, str] = {}

    def struck_by(self, event: Recorded) -> str | None:
        """The id of the correction that takes *event* out; None while nothing does."""
        return self.undone.get(event.commit) or self.voided.get(event.id)


def read_corrections(events: Iterable[Recorded]) -> Corrections:
    """Fold the corrections among *events*, which come in the order of recording.

    A void counts unless its own command is undone or it is itself voided by a later one.
    """
    undone: dict[str, str] = {}
    voids: list[tuple[Recorded, Void]] = []
    for event in events:
        body = event.body
        if isinstance(body, Undo):
            undone.update(dict.fromkeys(body.commands, event.id))
        elif isinstance(body, Redo):
            for command in body.commands:
                undone.pop(command, None)
        elif isinstance(body, Void):
            voids.append((event, body))
    voided: dict[str, str] = {}
    for event, void in reversed(voids):
        if event.commit not in undone and event.id not in voided:
            voided[void.event] = event.id
    return Corrections(undone, voided)


def to_undo(newest_first: Iterable[Recorded], undone: Mapping[str, str], count: int) -> list[str]:
    """The last *count* commands that may be taken back, newest first.

    Undo and redo are not themselves undone, and the first command of a campaign never is.
    """
    found: dict[str, None] = {}
    for event in newest_first:
        if isinstance(event.body, Init) or (len(found) == count and event.commit not in found):
            break
        if not isinstance(event.body, Undo | Redo) and event.commit not in undone:
            found[event.commit] = None
    return list(found)


def to_redo(newest_first: Iterable[Recorded], count: int) -> list[str]:
    """The *count* commands that were undone last and not redone, oldest first.

    Any other command since then ends the chance: only undos and redos at the very end count.
    """
    recent: list[Undo | Redo] = []
    for event in newest_first:
        if not isinstance(event.body, Undo | Redo):
            break
        recent.append(event.body)
    stack: list[str] = []
    for body in reversed(recent):
        if isinstance(body, Undo):
            stack.extend(body.commands)
        else:
            del stack[-len(body.commands) :]
    return stack[: -count - 1 : -1]


class Selection(msgspec.Struct, frozen=True):
    """The standing events of one stream in the order of the fold, and what was left out.

    Attributes:
        events: what stands, answers attached to what they answer.
        struck: public id of an event that does not stand → id of the correction that did it.
    """

    events: tuple[Recorded, ...]
    struck: Mapping[str, str]


in_game_order = attrgetter("at", "anchor", "position")
# the same, by the last first: each sort keeps the order that was there, and finds most of it
AS_RECORDED = (attrgetter("position"), attrgetter("at"))  # each event is its own anchor
AS_AMENDED = (attrgetter("position"), attrgetter("anchor"), attrgetter("at"))


def select(events: Sequence[Recorded], corrections: Corrections) -> Selection:
    """The standing events among *events* (in any order) in the order of the fold.

    An answer to an event that does not stand goes with it, unless that event was amended: then it
    answers the amended one, if that is of the same kind and its line brought no answer.
    """
    struck: dict[str, str] = {}
    undone, voided = corrections.undone, corrections.voided
    if undone or voided:
        # `struck_by` written out: long lives ask ten thousand times
        struck = {e.id: by for e in events if (by := undone.get(e.commit) or voided.get(e.id))}
    left = events if not struck else [event for event in events if event.id not in struck]
    standing: list[Recorded] = []
    answers: dict[str, list[Recorded]] = {}
    amended = False
    for event in left:
        body = event.body
        if isinstance(body, Answer):
            answers.setdefault(body.answers, []).append(event)
        else:
            standing.append(event)
            if event.amends is not None:
                amended = True
    if struck and answers:
        answers = _handed_on(events, answers, struck, corrections)
    if answers:
        standing = [
            event
            if (mine := answers.get(event.id)) is None
            else replace(event, answers=tuple(mine))
            for event in standing
        ]
    if amended:
        by_id = {event.id: event for event in events}
        standing = [e if e.amends is None else _placed(e, by_id) for e in standing]
    for key in AS_AMENDED if amended else AS_RECORDED:
        standing.sort(key=key)
    return Selection(tuple(standing), struck)


def _handed_on(
    events: Sequence[Recorded],
    answers: Mapping[str, list[Recorded]],
    struck: dict[str, str],
    corrections: Corrections,
) -> dict[str, list[Recorded]]:
    """The answers by the standing events that they belong to; those without one are *struck*."""
    by_id = {event.id: event for event in events}
    heirs = heirs_among(events, corrections)
    brought = {  # by the line that amended an event: the answers that it had do not come back
        event.body.answers
        for event in events
        if isinstance(event.body, Answer) and event.body.answers.startswith(f"{event.commit}.")
    }
    kept: dict[str, list[Recorded]] = {}
    for target, mine in answers.items():
        found = target
        while found in struck and found in heirs:
            heir, original = heirs[found], by_id.get(found)
            if (
                heir.id in brought
                or heir.id in answers
                or original is None
                or heir.kind != original.kind
            ):
                break
            found = heir.id
        if found in struck:
            struck.update({answer.id: struck[found] for answer in mine})
        else:
            kept.setdefault(found, []).extend(mine)
    return kept


def heirs_among(events: Iterable[Recorded], corrections: Corrections) -> dict[str, Recorded]:
    """The id of an amended event → the event that took its place, which may be amended itself."""
    return {
        event.amends: event
        for event in events
        if event.amends is not None and event.commit not in corrections.undone
    }


def _placed(event: Recorded, by_id: Mapping[str, Recorded]) -> Recorded:
    anchor, origin = event.position, event
    while origin.amends is not None and origin.amends in by_id:
        origin = by_id[origin.amends]
        anchor = origin.position
    return event if anchor == event.anchor else replace(event, anchor=anchor)


def clock_of(events: Iterable[Recorded], corrections: Corrections) -> int:
    """The campaign's clock: the latest end of all standing events that are not corrections.

    Answers do not count either: they stand and fall with their event, at its moment.
    """
    latest: int | None = None
    for event in reversed(list(events)):  # mostly the latest come last
        if (
            (latest is None or event.end > latest)
            and not isinstance(event.body, (*CORRECTIONS, Answer))
            and corrections.struck_by(event) is None
        ):
            latest = event.end
    if latest is None:
        raise Refused("the campaign has no event that stands, so it has no date")
    return latest
