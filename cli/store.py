"""Keeping a store: `verify`, `rebuild`, `backup`, `db`, and `completion` of what is in it.

What completes names on the shell asks SQLite itself: loading the library would take longer than
anybody waits for a key.
"""

from __future__ import annotations

import os
import shlex
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from click.shell_completion import get_completion_class

from cli.desk import DEFAULT_STORE, Desk, the_desk
from cli.grammar import Argument, GrammarCommand
from cli.progress import progress
from ledger.text import shown_safely

SHELLS = ("bash", "zsh", "fish")
# as in `ledger.query`, which would have to be loaded for them
TERMS = ("who", "type", "date", "recorded", "by", "note", "rule", "amount", "id", "voided")
COMPLETE = "_CAMPAIGN_COMPLETE"  # how the shell's script asks; Click makes the name


def _outside_a_journal(ctx: click.Context, name: str) -> Desk:
    desk = the_desk(ctx)
    if desk.writer is not None:
        raise click.UsageError(f"{name} concerns the whole store and stands in no journal")
    return desk


# Proofs and copies ---------------------------------------------------------------------------------


@click.pass_context
def _verify(ctx: click.Context, /) -> None:
    from ledger.moving.inspection import examining

    desk, found = _outside_a_journal(ctx, "verify"), False
    with progress("verifying") as watch, examining(desk.store, watch) as problems:
        for problem in problems:
            found = True
            click.echo(f"campaign: {shown_safely(problem)}", err=True)
    if found:
        ctx.exit(3)
    if sys.stdout.isatty():
        click.echo("everything is as it was recorded")


@click.pass_context
def _rebuild(ctx: click.Context, /) -> None:
    from ledger.moving.rebuilding import rebuild_heads
    from ledger.service import Ledger

    desk = _outside_a_journal(ctx, "rebuild")
    done = []
    with Ledger.open(desk.store, "write") as ledger, ledger.writing() as writer:
        for campaign in writer.campaigns():
            with progress(f"rebuilding {shown_safely(campaign.name)}") as watch:
                rebuilt = rebuild_heads(writer, campaign, watch)
            done += [(campaign.name, one) for one in rebuilt]
    for name, one in done:
        before, after = one.before, one.after
        click.echo(
            f"{name}, {after.name}: it ends with commit {after.head_commit} at position "
            f"{after.head_position}, not {before.head_commit} at {before.head_position}"
        )
    if not done:
        click.echo("nothing to rebuild: every branch ends where its last commit does")


@click.pass_context
def _backup(ctx: click.Context, /, file: str) -> None:
    from ledger.store import open_store

    desk = _outside_a_journal(ctx, "backup")
    store = open_store(desk.store, "read")
    try:
        with progress("copying", patience=0) as watch:
            watch(0, None)  # one step, however long
            store.copy(Path(file))
    finally:
        store.close()
    size = Path(file).stat().st_size
    if desk.output == "json":
        desk.print_json({"file": str(Path(file).absolute()), "size": size})
    else:
        proof = f"`campaign --db {shlex.quote(file)} verify` proves it"
        click.echo(shown_safely(f"{file}: {size} bytes; {proof}"))


# The database --------------------------------------------------------------------------------------


@click.pass_context
def _upgrade(ctx: click.Context, /) -> None:
    from ledger.store import upgrade_store

    desk = _outside_a_journal(ctx, "db upgrade")
    before, after = upgrade_store(desk.store)
    if desk.output == "json":
        desk.print_json({"before": before, "after": after})
    elif before == after:
        click.echo(f"the schema is {after} already")
    else:
        click.echo(f"the schema was {before} and is {after}")


@click.pass_context
def _current(ctx: click.Context, /) -> None:
    from ledger.store import describe_store

    desk = the_desk(ctx)
    found = describe_store(desk.store)
    if desk.output == "json":
        desk.print_json({"revision": found.revision, "newest": found.newest})
    else:
        click.echo(found.revision)


@click.pass_context
def _path(ctx: click.Context, /) -> None:
    from ledger.store import describe_store

    desk = the_desk(ctx)
    location = describe_store(desk.store).location
    if desk.output == "json":
        desk.print_json({"location": location})
    else:
        click.echo(shown_safely(location))


@click.pass_context
def _status(ctx: click.Context, /) -> None:
    from ledger.store import describe_store

    desk = the_desk(ctx)
    found = describe_store(desk.store)
    campaigns = _campaigns(desk) if found.revision == found.newest else None
    if desk.output == "json":
        desk.print_json(
            {
                "location": found.location,
                "revision": found.revision,
                "newest": found.newest,
                "size": found.size,
                "campaigns": campaigns,
            }
        )
        return
    click.echo(shown_safely(f"location   {found.location}"))
    newer = "" if campaigns is not None else f"; this version reads {found.newest}"
    click.echo(f"schema     {found.revision}{newer}")
    click.echo(f"size       {found.size} bytes")
    for row in campaigns or ():
        branches = ", ".join(row["branches"])
        events = f"{row['commits']} commands, {row['events']} events"
        click.echo(f"campaign   {shown_safely(row['name'])}: {events}; branches: {branches}")


def _campaigns(desk: Desk) -> list[dict[str, Any]]:
    """The campaigns of the store; commands and events are those of the current branch."""
    from ledger.service import Ledger

    rows = []
    with Ledger.open(desk.store) as ledger, ledger.reading() as reader:
        for campaign in reader.campaigns():
            branches = [row for row in reader.branches(campaign) if row.deleted_at is None]
            current = reader.branch(campaign)
            rows.append(
                {
                    "name": campaign.name,
                    "branches": [row.name for row in branches],
                    "commits": current.head_commit,
                    "events": current.head_position,
                }
            )
    return rows


# Completion ----------------------------------------------------------------------------------------


@click.pass_context
def _completion(ctx: click.Context, /, shell: str) -> None:
    found = get_completion_class(shell)
    assert found is not None, "the choice is Click's own"
    click.echo(found(ctx.find_root().command, {}, "campaign", COMPLETE).source())


Complete = Callable[[click.Context, click.Parameter, str], list[str]]


def character_names(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The characters of the campaign that is meant, the last of several with commas."""
    before, comma, begun = incomplete.rpartition(",")
    campaign = given_to(ctx, "campaign", "CAMPAIGN")
    names = ask_store(
        ctx,
        "SELECT DISTINCT e.who FROM events e JOIN campaigns c ON c.id = e.campaign "
        "WHERE e.kind LIKE '%.add' AND (c.name = ?1 OR ?1 IS NULL) ORDER BY e.who",
        (campaign,),
    )
    names += [] if comma else ["all"]
    return [quoted(before + comma + name) for name in names if name.startswith(begun)]


def query_terms(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The prefixes of a question, and the characters behind `who:`."""
    before, colon, begun = incomplete.rpartition("who:")
    if colon:
        return [before + colon + name for name in character_names(ctx, param, begun)]
    negation, rest = ("not:", incomplete[4:]) if incomplete.startswith("not:") else ("", incomplete)
    return [f"{negation}{prefix}:" for prefix in TERMS if prefix.startswith(rest)]


def campaign_names(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The campaigns of the store."""
    names = ask_store(ctx, "SELECT name FROM campaigns ORDER BY id", ())
    return [quoted(name) for name in names if name.startswith(incomplete)]


def given_to(ctx: click.Context, name: str, variable: str) -> str | None:
    """A global option of the line that is completed, or its variable of the environment."""
    value = ctx.find_root().params.get(name)
    return value if isinstance(value, str) else os.environ.get(variable)


def ask_store(ctx: click.Context, question: str, values: Sequence[str | None]) -> list[str]:
    """What the store answers; nothing where it cannot be asked without loading the library."""
    store = given_to(ctx, "store", "CAMPAIGN_DB") or DEFAULT_STORE
    path = Path(store.removeprefix("sqlite:///"))
    if "://" in str(path) or not path.is_file():
        return []
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=0.2)) as connection:
            rows = connection.execute(question, values).fetchall()
    except (sqlite3.Error, ValueError):
        return []
    return [name for (name,) in rows if isinstance(name, str) and name.isprintable()]


def quoted(word: str) -> str:
    """A word as its shell wants it: bash puts it into the line as it is, the others quote it."""
    return shlex.quote(word) if os.environ.get(COMPLETE) == "bash_complete" else word


# The commands --------------------------------------------------------------------------------------


def _command(name: str, says: str, callback: Any, *params: click.Parameter) -> click.Command:
    return GrammarCommand(name, help=says, callback=callback, params=list(params))


DB_GROUP = click.Group(
    "db",
    help="The store itself: where it is, its schema, what is in it.",
    commands=[
        _command("status", "Location, schema, size and campaigns.", _status),
        _command("path", "Where the store is.", _path),
        _command("current", "The revision of its schema.", _current),
        _command("upgrade", "Bring the schema up to date; make a backup before.", _upgrade),
    ],
)
KEEPING: Sequence[click.Command] = (
    _command("verify", "Is everything as it was recorded? Silent when it is.", _verify),
    _command("rebuild", "Reckon again what is only kept for speed.", _rebuild),
    _command(
        "backup",
        "An online copy of an SQLite store.",
        _backup,
        Argument(["file"], metavar="FILE"),
    ),
    DB_GROUP,
    _command(
        "completion",
        'The script that completes commands: `eval "$(campaign completion bash)"`.',
        _completion,
        Argument(["shell"], type=click.Choice(SHELLS)),
    ),
)
