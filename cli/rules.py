"""`rules list` and `rules show`: the rules in the project's words."""

from __future__ import annotations

import click

from cli.completing import rules
from cli.desk import the_desk
from cli.grammar import Argument, GrammarCommand


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
    from ledger.rules.catalogue import find_rule

    desk, found = the_desk(ctx), find_rule(rule)
    if desk.output == "json":
        desk.print_json(
            {"id": found.id, "title": found.title, "text": found.text, "source": found.source}
        )
        return
    click.echo(f"{found.id}: {found.title}\n{found.text}\nSource: {found.source}")


RULES_GROUP = click.Group(
    "rules",
    help="The rules: their ids, wording and source.",
    commands=[
        GrammarCommand("list", help="All rules.", callback=_list),
        GrammarCommand(
            "show",
            help="One rule: `rules show vampire.bashing.halved`.",
            callback=_show,
            params=[Argument(["rule"], metavar="ID", shell_complete=rules)],
        ),
    ],
)
