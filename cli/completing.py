"""What completes the words of a line, in a shell and at the prompt: pools, places, ids, branches.

Names that are in the store come from SQLite itself (see `cli/store.py`). Tables of words that are
the rules' own are written out, for the rules take longer to load than anybody waits for a key; a
test holds them to the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import click

from cli.store import ask_store, given_to, quoted

POOLS: Mapping[str, Sequence[str]] = {
    "vampire": ("blood", "willpower"),
    "mortal": ("willpower",),
    "mutant": ("willpower", "power_charge", "rage", "gnosis"),
    "request": ("hero_points",),
}
PLACES = ("right leg", "left leg", "abdomen", "chest", "right arm", "left arm", "head")
NEWEST = 50  # events that are offered by their id

OF_THE_CAMPAIGN = "JOIN campaigns c ON c.id = e.campaign AND (c.name = ?1 OR ?1 IS NULL)"


def pools(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The pools that the characters of the line have by their systems; all before there are any."""
    systems = [kind.partition(".")[0] for kind in _arrivals(ctx, "e.kind")]
    names = dict.fromkeys(pool for system in systems or POOLS for pool in POOLS.get(system, ()))
    return _beginning(names, incomplete)


def systems(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """The systems that a character may be of."""
    return [system for system in POOLS if system.startswith(incomplete)]


def places(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The hit locations of the characters of the line; a human body's where nothing else is said."""
    names: dict[str, None] = {}
    for body in _arrivals(ctx, "CAST(e.body AS TEXT)"):
        names.update(dict.fromkeys(_places_of(json.loads(body))))
    return _beginning(names or dict.fromkeys(PLACES), incomplete)


def _places_of(added: dict[str, Any]) -> list[str]:
    rows = (added.get("body") or {}).get("locations") or ()
    return [row["name"] for row in rows] or list(PLACES)


def _arrivals(ctx: click.Context, column: str) -> list[str]:
    """A column of the events that added the characters of the line."""
    who = ctx.params.get("who")
    named = (who,) if isinstance(who, str) else who or ()
    return [
        value
        for name in named
        for value in ask_store(
            ctx,
            f"SELECT {column} FROM events e {OF_THE_CAMPAIGN} "
            "WHERE e.kind LIKE '%.add' AND (e.who = ?2 OR ?2 = 'all')",
            (given_to(ctx, "campaign", "CAMPAIGN"), name),
        )
    ]


def events(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The newest events by their ids."""
    return ask_store(
        ctx,
        f"SELECT e.commit_id || '.' || e.ordinal FROM events e {OF_THE_CAMPAIGN} "
        "WHERE substr(e.commit_id || '.' || e.ordinal, 1, length(?2)) = ?2 "
        f"ORDER BY e.position DESC LIMIT {NEWEST}",
        (given_to(ctx, "campaign", "CAMPAIGN"), incomplete),
    )


def branches(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The branches of the campaign that are in use."""
    names = ask_store(
        ctx,
        f"SELECT e.name FROM branches e {OF_THE_CAMPAIGN} WHERE e.deleted_at IS NULL ORDER BY e.id",
        (given_to(ctx, "campaign", "CAMPAIGN"),),
    )
    return _beginning(dict.fromkeys(names), incomplete)


def rules(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """The ids of the rules."""
    from ledger.rules.catalogue import RULES

    return [rule for rule in RULES if rule.startswith(incomplete)]


def _beginning(names: dict[str, None], incomplete: str) -> list[str]:
    return [quoted(name) for name in names if name.startswith(incomplete)]
