"""`explain`: why a value of a sheet is what it is, itemised like a bill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.desk import the_desk
from cli.grammar import Argument, GrammarCommand
from cli.reading import moments, safely
from cli.store import character_names

if TYPE_CHECKING:
    from ledger.campaign import Campaign


@click.pass_context
def _explain(
    ctx: click.Context,
    /,
    who: str,
    subject: tuple[str, ...],
    at: str | None,
    known_at: str | None,
) -> None:
    desk = the_desk(ctx)
    with desk.reading(known_at) as campaign:
        document = explanation_document(campaign, who, subject, at, known_at)
    if desk.output == "json":
        desk.print_json(document)
    elif desk.output == "csv":
        from cli.render.tables import show_rows

        rows = [
            {"subject": account["subject"], **line}
            for account in document["accounts"]
            for line in account["lines"]
        ]
        columns = ("subject", "at", "event", "type", "rule", "text", "before", "after", "change")
        show_rows(desk, rows, columns, "")
    else:
        from cli.render.explanation import explanation_lines

        console = desk.console()
        for line in explanation_lines(safely(document)):
            console.print(line)


def explanation_document(
    campaign: Campaign, who: str, subject: Sequence[str], at: str | None, known_at: str | None
) -> dict[str, Any]:
    """Why a character's sheet, or what the words point at on it, is as it is."""
    import msgspec

    from ledger.errors import Refused
    from ledger.projections.explanation import explain, rules_of

    instant = campaign.clock if at is None else campaign.instant(at)
    life = campaign.life(who)
    word = " ".join(subject) or None
    accounts = explain(life, instant, word)
    if accounts is None or life.system is None:
        raise Refused(f"{who} has not been added by {campaign.calendar.format(instant)}")
    return {
        "campaign": campaign.name,
        "branch": campaign.branch.name,
        "at": campaign.calendar.format(instant),
        "known_at": known_at,
        "who": who,
        "system": life.system.name,
        "subject": word,
        "accounts": [msgspec.to_builtins(account) for account in accounts],
        "rules": rules_of(accounts),
        "findings": [{"event": found.event, "why": found.why} for found in life.findings],
    }


EXPLAIN = GrammarCommand(
    "explain",
    help="Why it is so: `explain Vera level`, blood, torpor, a box, a pool, a location, any value.",
    callback=_explain,
    params=[
        Argument(["who"], metavar="WHO", shell_complete=character_names),
        Argument(["subject"], nargs=-1, metavar="[WHAT]..."),
        *moments(),
    ],
)
