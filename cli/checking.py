"""`assert WHO KEY=VALUE`: the paper sheet against the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from cli.desk import the_desk
from cli.grammar import Argument, GrammarCommand, Option
from cli.values import NAMES, PAIR, as_table
from ledger.errors import Refused

if TYPE_CHECKING:
    from ledger.campaign import Campaign


@click.pass_context
def _assert(
    ctx: click.Context,
    /,
    who: tuple[str, ...],
    expected: Any,
    at: str | None,
    known_at: str | None,
    **_: Any,
) -> None:
    table = as_table(expected)
    with the_desk(ctx).reading(known_at) as campaign:
        instant = campaign.clock if at is None else campaign.instant(at)
        for name in campaign.roster() if who == ("all",) else who:
            check_sheet(campaign, name, table, instant)


def check_sheet(campaign: Campaign, who: str, expected: Mapping[str, str], instant: int) -> None:
    """Compare a sheet with what is expected of it.

    Raises:
        Refused: where it differs: what is expected, what is so, and what made it so.
    """
    from ledger.projections.sheets import sheet, shown_value, value_at

    found = sheet(campaign.life(who), instant)
    if found is None:
        raise Refused(f"{who} has not been added by {campaign.calendar.format(instant)}")
    wrong = []
    for path, wanted in expected.items():
        value = value_at(found, path)
        if not agrees(value, wanted):
            made = _maker(campaign, who, path, instant)
            wrong.append(f"{who} {path}: expected {wanted}, but it is {shown_value(value)}{made}")
    if wrong:
        raise Refused("\n".join(wrong))


def agrees(value: Any, wanted: str) -> bool:
    """Whether a value of a sheet is what was written.

    null is `none`; a list is its items with commas, in any order; a date matches to the precision
    that is given.
    """
    if value is None:
        return wanted == "none"
    if isinstance(value, bool):
        return wanted.lower() in (("true", "yes") if value else ("false", "no"))
    if isinstance(value, list):
        items = [] if wanted == "none" else [item.strip() for item in wanted.split(",")]
        return sorted(map(str, value)) == sorted(items)
    if isinstance(value, str) and _is_date(value):
        return value == wanted or value.startswith((f"{wanted} ", f"{wanted}:", f"{wanted}-"))
    return str(value) == wanted


def _is_date(value: str) -> bool:
    return len(value) >= 19 and value[-3] == value[-6] == ":" and value[-9] == " "


def _maker(campaign: Campaign, who: str, path: str, instant: int) -> str:
    """The event, or the rule by which time, gave a value; empty when it was always so."""
    from ledger.projections.explanation import maker_of

    made = maker_of(campaign.life(who), path, instant)
    if made is None:
        return ""
    date = campaign.calendar.format(made.at)
    if made.event is None:
        rules = ", ".join(dict.fromkeys(effect.rule for effect in made.effects if effect.rule))
        return f" (by time at {date}, {rules})" if rules else f" (by time, after {date})"
    verb = f"{made.event.verb} {made.event.who or ''}".strip()
    return f" (by {verb} at {date}, {made.event.id})"


ASSERT = GrammarCommand(
    "assert",
    help="Check a sheet: `assert Vera level=Hurt pools.blood.now=7`. Silent when it holds.",
    callback=_assert,
    params=[
        Argument(["who"], type=NAMES, metavar="WHO"),
        Argument(["expected"], type=PAIR, nargs=-1, required=True, metavar="KEY=VALUE..."),
        Option(["--at"], metavar="DATE", help="In-game date; the clock if not given."),
        Option(["--known-at"], metavar="WHEN", help="As it was known at an event or real date."),
    ],
)
