"""`assert WHO KEY=VALUE`: the paper sheet against the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from cli.desk import the_desk
from cli.grammar import Argument, GrammarCommand, Option
from cli.values import NAMES, PAIR, as_table
from ledger.errors import Refused
from ledger.naming import refuse_unknown

if TYPE_CHECKING:
    from ledger.campaign import Campaign
    from ledger.replay import Life
    from ledger.rules.settings import World
    from ledger.rules.system import State


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
    from ledger.projections.sheets import sheet

    found = sheet(campaign.life(who), instant)
    if found is None:
        raise Refused(f"{who} has not been added by {campaign.calendar.format(instant)}")
    wrong = []
    for path, wanted in expected.items():
        value = _walk(found, path)
        if not agrees(value, wanted):
            maker = _maker(campaign, who, path, value, instant)
            wrong.append(f"{who} {path}: expected {wanted}, but it is {_shown(value)}{maker}")
    if wrong:
        raise Refused("\n".join(wrong))


def _walk(document: Any, path: str) -> Any:
    """The value at a dotted path; None below what is null.

    Raises:
        Refused: where a table has no such key, or a list no such place.
    """
    here, rest = document, path
    while rest and here is not None:
        if isinstance(here, Mapping):
            # keys may have dots or blanks in them: the longest that fits
            key = next((k for k in _heads(rest) if k in here), None)
            if key is None:
                raise refuse_unknown(rest.partition(".")[0], tuple(here), f"{path}:")
            here, rest = here[key], rest[len(key) + 1 :]
        elif isinstance(here, list):
            head, _, rest = rest.partition(".")
            if not (head.isascii() and head.isdigit() and len(head) < 6 and int(head) < len(here)):
                raise Refused(f"{path}: there are {len(here)}, counted from 0, and no {head[:20]}")
            here = here[int(head)]
        else:
            raise Refused(f"{path}: there is nothing below {_shown(here)}")
    return here


def _heads(path: str) -> list[str]:
    parts = path.split(".")
    return [".".join(parts[:n]) for n in range(len(parts), 0, -1)]


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


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


def _maker(campaign: Campaign, who: str, path: str, value: Any, instant: int) -> str:
    """The event, or the time, that gave a value; empty when it was always so."""
    life = campaign.life(who)
    moment = instant
    for place in reversed(range(len(life.steps))):
        step = life.steps[place]
        event = step.event
        if event.at > instant:
            continue
        if _value(life, step.state, step.world, event.at, path) != value:
            since = campaign.calendar.format(event.at)
            return f" (by time, between {since} and {campaign.calendar.format(moment)})"
        if _value(life, *life.before(place), event.at, path) != value:
            verb = f"{event.verb} {event.who or ''}".strip()
            return f" (by {verb} at {campaign.calendar.format(event.at)}, {event.id})"
        moment = event.at
    return ""


def _value(life: Life, state: State | None, world: World, at: int, path: str) -> Any:
    """A value of a sheet at a step of a life; a sheet that is not there has none."""
    from ledger.projections.sheets import sheet_of

    found = sheet_of(life, state, world, at, ahead=path.startswith("due"))
    try:
        return ABSENT if found is None else _walk(found, path)
    except Refused:
        return ABSENT


ABSENT = object()


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
