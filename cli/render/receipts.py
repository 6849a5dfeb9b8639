"""What became of a command, as text or JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.render.differences import consequence_lines, consequences_document
from ledger.events import CAMPAIGN, Body, Redo, Undo
from ledger.projections.chronicle import event_row

if TYPE_CHECKING:
    from ledger.campaign import Campaign
    from ledger.command import Command, Receipt

# commands that move the clock to their end
WITH_A_SPAN = ("advance", "rest", "meditate", "sleep", "exert")


def receipt_document(campaign: Campaign, receipt: Receipt) -> dict[str, Any]:
    """A receipt as the reference describes it."""
    events = [
        event_row(
            event,
            receipt.effects.get(event.id, ()),
            calendar=campaign.calendar,
            branch=campaign.branch.name,
            recorded_at=receipt.recorded_at,
            voided_by=campaign.corrections.struck_by(event),
        )
        for event in receipt.events
    ]
    consequences = None
    if receipt.consequences is not None:
        consequences = consequences_document(campaign.calendar, receipt.consequences)
    return {"command": receipt.command, "events": events, "consequences": consequences}


def receipt_lines(campaign: Campaign, command: Command, receipt: Receipt) -> Iterator[str]:
    """A receipt for a reader: each event with its effects, then what else it changes."""
    calendar = campaign.calendar
    for event in receipt.events:
        meant = f" {event.who}" if event.who else ""
        yield f"{calendar.format(event.at)}  {event.verb}{meant}  [{event.id}]"
        if isinstance(event.body, Undo | Redo):
            yield from _commands(campaign, event.body)
        if command.seed is not None and (rolled := _rolled(event.body)):
            yield f"    rolled: {rolled}"
        for effect in receipt.effects.get(event.id, ()):
            rule = f"  ({effect.rule})" if effect.rule else ""
            yield f"    {effect.text}{rule}"
    for who, effect in receipt.passed:
        yield f"  {calendar.format(effect.at)}  {who}: {effect.text}  ({effect.rule})"
    if receipt.passed or receipt.after < receipt.before or command.verb in WITH_A_SPAN:
        yield f"the clock stands at {calendar.format(receipt.after)}"
    if receipt.consequences is not None:
        yield from consequence_lines(calendar, receipt.consequences)
    if receipt.nothing:
        yield receipt.nothing
    elif any(event.kind == f"{CAMPAIGN}.undo" for event in receipt.events):
        count = f" {len(receipt.events[0].body.commands)}"  # type: ignore[attr-defined]
        yield f"`campaign redo{count if count != ' 1' else ''}` brings it back"


def _rolled(body: Body) -> str:
    """What the ledger has rolled for an event; empty for nothing."""
    told: str | None = getattr(body, "rolled", None)
    face = getattr(body, "d20", None)
    return told or ("" if face is None else f"d20 {face}")


def _commands(campaign: Campaign, body: Undo | Redo) -> Iterator[str]:
    for name in body.commands:
        for commit in campaign.reader.commits_by_prefix(campaign.branch, name):
            yield f"    {commit.line}  [{commit.id}]"
