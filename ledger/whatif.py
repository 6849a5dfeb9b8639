"""What if: the same campaign with some changes, by the same rules, and nothing of it written.

Every change is a command: an event left out is a void, one in another's place an amend, a setting a
rule that counts throughout. They are recorded on a sketch of the branch, or, to keep them, on a
branch of their own; so a what-if shows what recording the same would show.
"""

from collections.abc import Callable, Sequence

import msgspec

from ledger.campaign import Campaign
from ledger.command import Command
from ledger.correcting import CORRECTING
from ledger.errors import Refused
from ledger.projections.difference import Consequences
from ledger.recording import Recorder
from ledger.store import sketch_on


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """What would be otherwise, as it was typed.

    Attributes:
        rules: settings from the campaign's start on.
        without: events that are left out, by id, prefix or position.
        replace: events, and the line that takes the place of each.
        do: lines that are recorded besides, in their order.
    """

    rules: Sequence[tuple[str, str]] = ()
    without: Sequence[str] = ()
    replace: Sequence[tuple[str, str]] = ()
    do: Sequence[str] = ()


Parse = Callable[[Sequence[str]], Command]  # the words of a line, as the grammar reads them
Read = Callable[[str], Command]  # a line as the grammar reads it
BECAUSE = "what if"


def commands_of(campaign: Campaign, changes: Changes, parse: Parse, read: Read) -> list[Command]:
    """The commands that make the changes: settings first, then what happened, then what is new.

    Raises:
        Refused: for an event that is not there or is changed in two ways, or a line that records
            nothing.
    """
    without = dict.fromkeys(campaign.event(text).id for text in changes.without)
    replaced: dict[str, str] = {}
    for text, line in changes.replace:
        event = campaign.event(text).id
        if event in without:
            raise Refused(f"{event} cannot be left out and replaced as well; say one of both")
        if event in replaced:
            raise Refused(f"{event} is replaced twice; one line takes its place")
        replaced[event] = line
    words = [["void", event, "--because", BECAUSE] for event in without]
    words += [["amend", event, line, "--because", BECAUSE] for event, line in replaced.items()]
    if changes.rules:
        words.insert(0, ["rule", *[f"{k}={v}" for k, v in changes.rules], "--throughout"])
    commands = [*map(parse, words), *map(read, changes.do)]
    for command in commands:
        if command.dry_run:
            raise Refused("--dry-run has no place in a what-if, which writes nothing anyway")
    return commands


def imagined(campaign: Campaign) -> Recorder:
    """A recorder that goes on from a campaign, as it is known, in memory only."""
    branch, commit = campaign.branch, None
    if campaign.known_at is not None:
        commit = campaign.reader.commit_at(branch, campaign.known_at)
    if commit is not None:
        branch = msgspec.structs.replace(
            branch,
            head_position=commit.last_position,
            head_commit=commit.number,
            head_digest=commit.digest,
            clock=commit.clock,
        )
    sketch = sketch_on(campaign.reader, branch)
    return Recorder(campaign.apart(sketch, branch), sketch, CORRECTING)


def outcome(recorder: Recorder, commands: Sequence[Command], at: str | None) -> Consequences:
    """Record the commands, and say what differs at an in-game date.

    Without a date each history is looked at by its own clock. Events that become unlawful are
    findings.

    Raises:
        Refused: when a command is itself unlawful where it stands.
    """
    campaign = recorder.campaign
    then = campaign.clock if at is None else campaign.instant(at)
    recorder.touched.clear()
    for command in commands:
        accepting = msgspec.structs.replace(command, accept_findings=True)
        recorder.record(accepting, report=False)
    return recorder.changes(then, campaign.clock if at is None else then)
