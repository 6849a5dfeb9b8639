"""`rules list` and `rules show`: the rules in the project's words."""

from __future__ import annotations

import click

from cli.answer import ReadingCommand
from cli.completing import rules
from cli.desk import the_desk
from cli.grammar import Argument


@click.pass_context
def _list(ctx: click.Context, /) -> None:
    from cli.render.tables import show_rows
    from ledger.rules.catalogue import RULES

    rows = [
        {"id": rule.id, "title": rule.title, "text": rule.text, "source": rule.source}
        for rule in RULES.values()
    ]
    show_rows(the_desk(ctx), rows, ("id", "title", "source"), "no rule")


@click.pass_context
def _show(ctx: click.Context, /, rule: str) -> None:
    from cli.render.tables import show_data
    from ledger.rules.catalogue import find_rule

    desk, found = the_desk(ctx), find_rule(rule)
    row = {"id": found.id, "title": found.title, "text": found.text, "source": found.source}
    if desk.output == "json":
        desk.print_json(row)
        return
    if show_data(desk, [row], tuple(row)):
        return
    click.echo(f"{found.id}: {found.title}\n{found.text}\nSource: {found.source}")


RULES_GROUP = click.Group(
    "rules",
    help="The rules: their ids, wording and source.",
    commands=[
        ReadingCommand("list", "All rules.", _list, []),
        ReadingCommand(
            "show",
            "One rule: `rules show vampire.bashing.halved`.",
            _show,
            [Argument(["rule"], metavar="ID", shell_complete=rules)],
        ),
    ],
)
