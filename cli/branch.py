"""`branch`: saved alternatives, made, listed, compared, adopted and put away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli.answer import ReadingCommand
from cli.completing import branches
from cli.desk import Desk, the_desk
from cli.grammar import Argument, GrammarCommand, Option
from cli.journal import command_in
from cli.reading import KNOWN_AT, moments
from cli.whatif import difference_lines, print_lines
from ledger.errors import Refused
from ledger.text import shown_safely

if TYPE_CHECKING:
    from ledger.branching import Adoption
    from ledger.campaign import Campaign
    from ledger.store import BranchRow
    from ledger.store.event_store import Reader


@click.pass_context
def _list(ctx: click.Context, /) -> None:
    from cli.render.tables import show_rows

    desk = the_desk(ctx)
    with desk.reading() as campaign:
        reader, calendar = campaign.reader, campaign.calendar
        family = {row.id: row for row in reader.branches(campaign.row)}
        current = reader.branch(campaign.row).id
        rows = [
            {
                "name": row.name,
                "current": row.id == current,
                "parent": None if row.parent is None else family[row.parent].name,
                "forked_at": row.base_position,
                "position": row.head_position,
                "clock": calendar.format(row.clock),
            }
            for row in family.values()
            if row.deleted_at is None
        ]
    if desk.output in {"text", "csv"}:
        rows = [{**row, "current": "*" if row["current"] else ""} for row in rows]
    columns = ("current", "name", "parent", "forked_at", "position", "clock")
    show_rows(desk, rows, columns, "no branch")


@click.pass_context
def _create(ctx: click.Context, /, name: str, known_at: str | None) -> None:
    from ledger.branching import create_branch
    from ledger.service import open_campaign

    desk = the_desk(ctx)
    with desk.writing() as writer:
        campaign = open_campaign(writer, *desk.meant, known_at)
        branch = create_branch(writer, campaign, name)
        date = campaign.calendar.format(branch.clock)
    parent, at = campaign.branch.name, branch.base_position
    _say(
        desk,
        {"branch": name, "parent": parent, "forked_at": at, "clock": date},
        f"branch {name} leaves {parent} after event {at}, at {date}",
    )


@click.pass_context
def _switch(ctx: click.Context, /, name: str) -> None:
    desk = the_desk(ctx)
    with desk.writing() as writer:
        row = writer.campaign(_campaign_name(desk, writer))
        writer.switch(writer.branch(row, name))
        desk.turned()
    _say(desk, {"branch": name}, f"commands go to branch {name} from now on")


@click.pass_context
def _delete(ctx: click.Context, /, name: str) -> None:
    from ledger.recording import now_in_microseconds

    desk = the_desk(ctx)
    with desk.writing() as writer:
        row = writer.campaign(_campaign_name(desk, writer))
        branch = writer.branch(row, name)
        if branch.id == row.current_branch and branch.parent is not None:
            raise Refused(f"{name} is the current branch; `branch switch` to another one first")
        writer.delete_branch(branch, now_in_microseconds())
    _say(desk, {"branch": name}, f"branch {name} is put away; its history remains in the store")


def _campaign_name(desk: Desk, reader: Reader) -> str:
    from ledger.service import find_campaign

    return find_campaign(reader, desk.meant[0]).name


def _say(desk: Desk, document: dict[str, Any], text: str) -> None:
    if desk.output == "json" and not desk.quiet:
        desk.print_json(document)
    elif not desk.quiet:
        click.echo(shown_safely(text))


@click.pass_context
def _diff(
    ctx: click.Context, /, one: str, other: str | None, at: str | None, known_at: str | None
) -> None:
    from ledger.branching import difference
    from ledger.service import open_campaign

    desk = the_desk(ctx)
    with desk.reading(known_at) as campaign:
        reader, name = campaign.reader, campaign.name
        before = campaign if other is None else open_campaign(reader, name, one, known_at)
        after = open_campaign(reader, name, one if other is None else other, known_at)
        found = difference(before, after, at)
        then = before.clock if at is None else found.at
        heads = (before.branch.name, after.branch.name)
        lines = difference_lines(desk, after, found, then, heads)
    print_lines(lines)


@click.pass_context
def _adopt(ctx: click.Context, /, name: str, skip_refused: bool, accept_findings: bool) -> None:
    from ledger.branching import adopt

    desk = the_desk(ctx)
    with desk.recording() as recorder:
        campaign = recorder.campaign
        branch = campaign.reader.branch(campaign.row, name)
        done = adopt(
            recorder,
            branch,
            lambda line: command_in(ctx, line),
            skip_refused=skip_refused,
            accept_findings=accept_findings,
        )
    desk.recorded = any(one.anew for one in done.adopted)
    if desk.quiet:
        return
    if desk.output == "json":
        desk.print_json(_document(done, campaign))
    else:
        _tell(done, branch, campaign)


def _document(done: Adoption, campaign: Campaign) -> dict[str, Any]:
    from cli.render.differences import consequences_document

    return {
        "adopted": [
            {"command": one.command, "from": one.source.id, "line": one.source.line}
            for one in done.adopted
            if one.anew
        ],
        "refused": [
            {"from": one.source.id, "line": one.source.line, "why": one.why} for one in done.refused
        ],
        "consequences": consequences_document(campaign.calendar, done.consequences),
    }


def _tell(done: Adoption, branch: BranchRow, campaign: Campaign) -> None:
    from cli.render.differences import consequence_lines

    anew = [one for one in done.adopted if one.anew]
    lines = [f"  {one.source.line}  [{one.command}]" for one in anew]
    lines += [f"  refused: {one.source.line}  [{one.source.id}]: {one.why}" for one in done.refused]
    count = f"{len(anew)} command{'s' if len(anew) != 1 else ''}"
    target = campaign.branch.name
    if anew:
        lines.insert(0, f"{target} adopts {count} of {branch.name}:")
        lines += consequence_lines(campaign.calendar, done.consequences)
    else:
        lines.insert(0, f"{target} has everything of {branch.name} that it can have")
    for line in lines:
        click.echo(shown_safely(line))


def _name(name: str = "name", metavar: str = "BRANCH", *, required: bool = True) -> click.Parameter:
    return Argument([name], metavar=metavar, required=required, shell_complete=branches)


BRANCH_GROUP = click.Group(
    "branch",
    help="Alternatives that are kept: made, compared, adopted.",
    commands=[
        ReadingCommand("list", "The branches of the campaign.", _list, []),
        GrammarCommand(
            "create",
            help="Fork the branch that is meant, here or where it was known at a moment.",
            callback=_create,
            params=[
                Argument(["name"], metavar="NAME"),
                Option(KNOWN_AT, metavar="WHEN", help="Where: a position, an id, a real date."),
            ],
        ),
        GrammarCommand(
            "switch",
            help="Commands go to this branch from now on.",
            callback=_switch,
            params=[_name()],
        ),
        ReadingCommand(
            "diff",
            "What differs on another branch, or between two.",
            _diff,
            [
                _name("one"),
                _name("other", "[BRANCH]", required=False),
                *moments(),
            ],
        ),
        GrammarCommand(
            "adopt",
            help="Record a branch's commands here too, by the rules; all of them or none.",
            callback=_adopt,
            params=[
                _name(),
                Option(["--skip-refused"], is_flag=True, help="Leave out what is refused here."),
                Option(
                    ["--accept-findings"],
                    is_flag=True,
                    help="Also where events of this branch become unlawful.",
                ),
            ],
        ),
        GrammarCommand(
            "delete",
            help="Put a branch away; its history remains.",
            callback=_delete,
            params=[_name()],
        ),
    ],
)
