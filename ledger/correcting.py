"""Correcting: void, amend, undo and redo. All are events; nothing is ever changed or removed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import msgspec

from ledger.campaign import Campaign
from ledger.codec import CODEC
from ledger.command import Command, Proposal
from ledger.errors import Refused
from ledger.events import (
    CAMPAIGN,
    CORRECTIONS,
    Answer,
    Body,
    Init,
    Recorded,
    Redo,
    Rule,
    Undo,
    Void,
)
from ledger.history import clock_of, read_corrections, to_redo, to_undo
from ledger.recording import Correct, Recorder


def _newest_first(campaign: Campaign) -> Iterator[Recorded]:
    for row in reversed(campaign.reader.events(campaign.branch)):
        yield CODEC.read(row)


def _correction(command: Command, commit: str, campaign: Campaign, body: Body) -> Recorded:
    """A correction stands at the clock, which it does not move."""
    verb = {Void: "void", Undo: "undo", Redo: "redo"}[type(body)]
    position = campaign.position + 1
    if command.secret:
        body = msgspec.structs.replace(body, secret=True)
    return Recorded(
        position,
        commit,
        1,
        f"{CAMPAIGN}.{verb}",
        campaign.clock,
        None,
        None,
        body,
        command.by,
        command.note,
        None,
        position,
    )


def _proposal(
    campaign: Campaign,
    events: Sequence[Recorded],
    concerned: Iterable[Recorded],
) -> Proposal:
    """What corrections make of the campaign; *concerned* are the events that they touch."""
    corrections = read_corrections(
        [*campaign.campaign_events, *[e for e in events if isinstance(e.body, CORRECTIONS)]]
    )
    everything = [CODEC.read(row) for row in campaign.reader.events(campaign.branch)]
    return Proposal(
        events=tuple(events),
        corrections=corrections,
        touched=_touched(campaign, [*events, *concerned]),
        clock=clock_of([*everything, *events], corrections),
    )


def _touched(campaign: Campaign, events: Iterable[Recorded]) -> tuple[str, ...] | None:
    """The characters whose history differs with or without *events*; None for everybody."""
    names: dict[str, None] = {}
    for event in events:
        body = event.body
        if isinstance(body, Rule):
            return None
        if isinstance(body, Void):
            more = _touched(campaign, [campaign.event(body.event)])
            if more is None:
                return None
            names.update(dict.fromkeys(more))
        elif event.who is not None:
            names[event.who] = None
    return tuple(names)


def void(recorder: Recorder, command: Command, commit: str) -> Proposal:
    """One event does not count any more; a hit takes its soak along."""
    campaign = recorder.campaign
    target = _to_be_corrected(campaign, command.words["event"])
    if isinstance(target.body, Void) and _is_of_an_amend(campaign, target):
        raise Refused(f"{target.id} belongs to an amend: undo that, or amend the new event")
    body = Void(event=target.id, because=command.words["because"])
    return _proposal(campaign, [_correction(command, commit, campaign, body)], [target])


def _is_of_an_amend(campaign: Campaign, void: Recorded) -> bool:
    (commit,) = campaign.reader.commits_by_prefix(campaign.branch, void.commit)
    rows = campaign.reader.events_of(campaign.branch, commit)
    return any(row.amends is not None for row in rows)


def _to_be_corrected(campaign: Campaign, text: str) -> Recorded:
    target = campaign.event(text)
    by = campaign.corrections.struck_by(target)
    if by is not None:
        raise Refused(f"{target.id} does not count any more since {by}")
    if isinstance(target.body, Init):
        raise Refused("the campaign's init cannot be voided; begin another campaign with `init`")
    if isinstance(target.body, Undo | Redo):
        other = "redo" if isinstance(target.body, Undo) else "undo"
        raise Refused(f"{target.id} is an {target.verb}: `{other}` takes it back")
    return target


def amend(recorder: Recorder, command: Command, commit: str) -> Proposal:
    """An event is voided, and a line takes its place."""
    campaign, line = recorder.campaign, command.inner
    assert line is not None
    if line.verb in CORRECTING:
        raise Refused(f"amend puts an event in another's place, not a {line.verb}")
    if line.key or line.dry_run or line.accept_findings:
        raise Refused("--key, --dry-run and --accept-findings stand on the amend, not in its line")
    target = _to_be_corrected(campaign, command.words["event"])
    if isinstance(target.body, Void):
        raise Refused(f"{target.id} is a void: `void` takes it back")
    because = command.words.get("because") or "amended"
    voided = _correction(command, commit, campaign, Void(event=target.id, because=because))
    without = {
        life.who: life for _, life in recorder.futures(_proposal(campaign, [voided], [target]))
    }
    line = msgspec.structs.replace(
        _kept_reference(line, target),
        by=line.by or target.by,
        note=line.note or target.note,
        secret=line.secret or command.secret or target.body.secret,
    )
    drafts = recorder.drafts(line, target.at, without)
    events = recorder.numbered(line, commit, drafts, amends=target.id, first=2)
    return _proposal(campaign, [voided, *events], [target])


def _kept_reference(line: Command, target: Recorded) -> Command:
    """A soak in the place of a soak answers the same hit."""
    if line.verb == target.verb and isinstance(target.body, Answer) and "hit" not in line.words:
        words = {**line.words, "hit": target.body.answers}
        return msgspec.structs.replace(line, words=words)
    return line


def undo(recorder: Recorder, command: Command, commit: str) -> Proposal:
    """The last commands are taken back."""
    campaign, count = recorder.campaign, command.words["count"]
    commands = to_undo(_newest_first(campaign), campaign.corrections.undone, count)
    if len(commands) < count:
        raise Refused(f"{len(commands)} of the commands can be undone, not {count}")
    return _reversal(campaign, command, commit, Undo(commands=tuple(commands)))


def redo(recorder: Recorder, command: Command, commit: str) -> Proposal:
    """The commands that were undone last count again."""
    campaign, count = recorder.campaign, command.words["count"]
    commands = to_redo(_newest_first(campaign), count)
    if len(commands) < count:
        raise Refused(
            f"{len(commands)} of the undone commands can be redone, not {count}; "
            "a new command ends the chance"
        )
    return _reversal(campaign, command, commit, Redo(commands=tuple(commands)))


def _reversal(campaign: Campaign, command: Command, commit: str, body: Undo | Redo) -> Proposal:
    concerned = [
        CODEC.read(row)
        for name in body.commands
        for found in campaign.reader.commits_by_prefix(campaign.branch, name)
        for row in campaign.reader.events_of(campaign.branch, found)
    ]
    return _proposal(campaign, [_correction(command, commit, campaign, body)], concerned)


CORRECTING: Mapping[str, Correct] = MappingProxyType(
    {"void": void, "amend": amend, "undo": undo, "redo": redo}
)
