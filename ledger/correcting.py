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
from ledger.history import Corrections, clock_of, read_corrections, to_redo, to_undo
from ledger.recording import Correct, Recorder
from ledger.rules.settings import Settings, changed


def _newest_first(campaign: Campaign) -> Iterator[Recorded]:
    for row in reversed(campaign.reader.events(campaign.branch)):
        yield CODEC.read(row)


def _correction(command: Command, commit: str, campaign: Campaign, body: Body) -> Recorded:
    """A correction stands at the clock, which it does not move."""
    verb = {Void: "void", Undo: "undo", Redo: "redo", Rule: "rule"}[type(body)]
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
    touched = _touched(campaign, [*events, *concerned])
    return Proposal(
        events=tuple(events),
        corrections=corrections,
        touched=touched,
        clock=_clock(campaign, events, corrections, touched or ()),
    )


def _clock(
    campaign: Campaign,
    events: Sequence[Recorded],
    corrections: Corrections,
    touched: Iterable[str],
) -> int:
    """The campaign's clock afterwards.

    Others are asked only where what reached up to the clock does not stand any more, and then only
    those that end later than all that is in memory.
    """
    clock = campaign.clock
    for event in [*events, *_restruck(campaign, corrections)]:
        if isinstance(event.body, (*CORRECTIONS, Answer)) or event.end < clock:
            continue
        if corrections.struck_by(event) is None:
            clock = event.end
        else:
            for who in touched:  # their lives are folded soon
                campaign.stream(who)
            known = [*campaign.in_memory(), *events]
            least = clock_of(known, corrections)
            later = campaign.reader.events_ending_after(campaign.branch, least)
            return clock_of([*known, *map(CODEC.read, later)], corrections)
    return clock


def _restruck(campaign: Campaign, corrections: Corrections) -> Iterator[Recorded]:
    """The events that stand before and not after some corrections, or the other way round."""
    before = campaign.corrections
    for commit in before.undone.keys() ^ corrections.undone.keys():
        yield from _events_of(campaign, commit)
    for one in before.voided.keys() ^ corrections.voided.keys():
        yield campaign.event(one)


def _events_of(campaign: Campaign, commit: str) -> Iterator[Recorded]:
    for found in campaign.reader.commits_by_prefix(campaign.branch, commit):
        for row in campaign.reader.events_of(campaign.branch, found):
            yield CODEC.read(row)


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
    if line.words.get("throughout"):
        raise Refused("a rule from the campaign's start on takes no event's place: void the event")
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
    """The last commands are taken back, or those that the caller names (for `adopt`)."""
    campaign, count = recorder.campaign, command.words["count"]
    commands = command.words.get("commands") or to_undo(
        _newest_first(campaign), campaign.corrections.undone, count
    )
    if len(commands) < count:
        raise Refused(f"{len(commands)} of the commands can be undone, not {count}")
    return _reversal(campaign, command, commit, Undo(commands=tuple(commands)))


def redo(recorder: Recorder, command: Command, commit: str) -> Proposal:
    """The commands that were undone last count again, or those that the caller names."""
    campaign, count = recorder.campaign, command.words["count"]
    commands = command.words.get("commands") or to_redo(_newest_first(campaign), count)
    if len(commands) < count:
        raise Refused(
            f"{len(commands)} of the undone commands can be redone, not {count}; "
            "a new command ends the chance"
        )
    return _reversal(campaign, command, commit, Redo(commands=tuple(commands)))


def _reversal(campaign: Campaign, command: Command, commit: str, body: Undo | Redo) -> Proposal:
    concerned = [event for name in body.commands for event in _events_of(campaign, name)]
    return _proposal(campaign, [_correction(command, commit, campaign, body)], concerned)


def rule_throughout(recorder: Recorder, command: Command, commit: str) -> Proposal:
    """Settings from the campaign's start on, right behind its init; later ones give way to them.

    A later `rule` event that sets one of them is voided; what else it sets is put in its place.
    """
    campaign, values = recorder.campaign, command.words["settings"]
    if command.at is not None:
        raise Refused("--throughout counts from the campaign's start and takes no date")
    init = campaign.campaign_events[0]
    changed(Settings(), values, campaign.calendar)
    said: list[tuple[Body, int, str | None]] = []
    concerned = [init]
    for event in campaign.settings_events():
        body = event.body
        if (
            not isinstance(body, Rule)
            or campaign.corrections.struck_by(event) is not None
            or values.keys().isdisjoint(body.settings)
        ):
            continue
        concerned.append(event)
        said.append((Void(event=event.id, because="another setting throughout"), 0, None))
        rest = {key: value for key, value in body.settings.items() if key not in values}
        if rest:
            said.append((Rule(settings=rest), event.at, event.id))
    said.append((Rule(settings=dict(values)), init.at, init.id))
    events = []
    for ordinal, (body, at, amends) in enumerate(said, 1):
        event = _correction(command, commit, campaign, body)
        place = campaign.position + ordinal
        events.append(
            msgspec.structs.replace(
                event,
                position=place,
                ordinal=ordinal,
                at=event.at if amends is None else at,
                amends=amends,
                anchor=place,
                id="",
            )
        )
    return _proposal(campaign, events, concerned)


CORRECTING: Mapping[str, Correct] = MappingProxyType(
    {
        "void": void,
        "amend": amend,
        "undo": undo,
        "redo": redo,
        "rule throughout": rule_throughout,
    }
)
