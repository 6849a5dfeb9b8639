"""`calendar`: days and months of the world's calendar, and calendars of other tools."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cli.answer import ReadingCommand
from cli.calendar_file import calendar_written, read_file
from cli.desk import Desk, the_desk
from cli.grammar import Argument, GrammarCommand, Option
from cli.reading import moments
from ledger.errors import Refused
from ledger.text import shown_safely

if TYPE_CHECKING:
    from ledger.calendar import Calendar
    from ledger.calendar.grid import Page
    from ledger.campaign import Campaign

FORMATS = ("foundry", "own")
EXAMPLES = ("tidewheel", "hollow-crown")


class Almanac(NamedTuple):
    """A calendar to ask, and the campaign that has it; None for a calendar that was named."""

    calendar: Calendar
    campaign: Campaign | None

    def instant(self, text: str) -> int:
        """An in-game second as people write it."""
        from ledger.calendar import read_instant

        if self.campaign is not None:
            return self.campaign.instant(text)
        return read_instant(text, self.calendar, clock=None, start=None)


@contextmanager
def _almanac(desk: Desk, named: str | None, known_at: str | None = None) -> Iterator[Almanac]:
    """The campaign's calendar, or one that is named and needs no store."""
    if named is None:
        with desk.reading(known_at) as campaign:
            yield Almanac(campaign.calendar, campaign)
    else:
        yield Almanac(_named(named), None)


def _named(text: str) -> Calendar:
    from ledger.calendar import calendar_of

    return calendar_of(calendar_written(text))


# Days ----------------------------------------------------------------------------------------------


@click.pass_context
def _day(ctx: click.Context, /, date: str, calendar: str | None, known_at: str | None) -> None:
    from cli.render.almanac import day_line
    from cli.render.tables import show_data
    from ledger.projections.almanac import day_row

    desk = the_desk(ctx)
    with _almanac(desk, calendar, known_at) as asked:
        row = day_row(asked.calendar, asked.calendar.day_of(asked.instant(date)))
    if desk.output == "json":
        desk.print_json(row)
    elif not show_data(desk, [row], tuple(row)):
        click.echo(shown_safely(day_line(row)))


@click.pass_context
def _between(
    ctx: click.Context, /, first: str, second: str, calendar: str | None, known_at: str | None
) -> None:
    from cli.render.tables import show_data

    desk = the_desk(ctx)
    with _almanac(desk, calendar, known_at) as asked:
        seconds = asked.instant(second) - asked.instant(first)
        day = asked.calendar.day_seconds
    days = (
        abs(seconds) // day * (1 if seconds > 0 else -1)
    )  # whole days, the same in both directions
    span = {"days": days, "seconds": seconds}
    if desk.output == "json":
        desk.print_json(span)
    elif not show_data(desk, [span], tuple(span)):
        click.echo(f"{days} days, {seconds} seconds in all")


@click.pass_context
def _convert(
    ctx: click.Context, /, date: str, to: str, calendar: str | None, known_at: str | None
) -> None:
    from cli.render.tables import show_data
    from ledger.calendar import converted

    desk = the_desk(ctx)
    with _almanac(desk, calendar, known_at) as asked:
        instant, other = asked.instant(date), _named(to)
        moment = converted(instant, asked.calendar, other)
        rows = [
            {"calendar": one.name, "at": one.format(at), "weekday": one.weekday(one.day_of(at))}
            for one, at in ((asked.calendar, instant), (other, moment))
        ]
    if desk.output == "json":
        desk.print_json({"from": rows[0], "to": rows[1]})
        return
    if show_data(desk, rows, ("calendar", "at", "weekday")):
        return
    says = [f"{row['at']} ({row['calendar']}, {row['weekday'] or 'in no week'})" for row in rows]
    click.echo(shown_safely(" is ".join(says)))


# Months --------------------------------------------------------------------------------------------


@click.pass_context
def _show(
    ctx: click.Context,
    /,
    when: str | None,
    calendar: str | None,
    at: str | None,
    known_at: str | None,
) -> None:
    from cli.render.almanac import detail_lines, grid_lines
    from cli.render.tables import show_data
    from cli.render.wording import what_of
    from ledger.projections.almanac import UNMARKED, marks, page_document

    desk = the_desk(ctx)
    with _almanac(desk, calendar, known_at) as asked:
        pages = list(_pages(asked, at if when is None else when))
        marked = UNMARKED
        if asked.campaign is not None:
            moment = asked.campaign.clock if at is None else asked.instant(at)
            marked = marks(asked.campaign, pages, moment)
        if desk.output == "json":
            days = [page_document(asked.calendar, page, marked) for page in pages]
            desk.print_json({"calendar": asked.calendar.name, "months": days})
            return
        rows = (
            {**day, "happened": len(day["happened"]), "due": "; ".join(day["due"])}
            for page in pages
            for day in page_document(asked.calendar, page, marked)["days"]
        )
        if show_data(desk, rows, ("date", "weekday", "today", "happened", "due")):
            return
        for number, page in enumerate(pages):
            if number:
                click.echo()
            for line in grid_lines(asked.calendar, page, marked):
                click.echo(shown_safely(line))
        if len(pages) == 1:
            for line in detail_lines(asked.calendar, pages[0], marked, what_of):
                click.echo(shown_safely(line))


def _pages(asked: Almanac, when: str | None) -> Iterator[Page]:
    """The page of a month or of a day (None: the clock's), or all pages of a year."""
    from ledger.calendar.date_text import read_month, read_year
    from ledger.calendar.grid import page_of, pages_of

    text, calendar = " ".join((when or "now").split()), asked.calendar
    if (year := read_year(text, calendar)) is not None:
        yield from pages_of(calendar, year)
    elif (month := read_month(text, calendar)) is not None:
        yield page_of(calendar, *month)
    else:
        date = calendar.date(calendar.day_of(asked.instant(text)))
        yield page_of(calendar, date.year, date.month)


# Calendars as files --------------------------------------------------------------------------------


@click.pass_context
def _import(ctx: click.Context, /, file: str, name: str | None) -> None:
    try:
        definition = read_file(file, name)
    except FileNotFoundError:
        raise Refused(f"no file {file[:60]!r}") from None
    the_desk(ctx).print_json(definition)


@click.pass_context
def _export(
    ctx: click.Context, /, form: str, without: tuple[str, ...], calendar: str | None
) -> None:
    from ledger.calendar import kept_of
    from ledger.calendar.formats import foundry_document

    desk = the_desk(ctx)
    with _almanac(desk, calendar) as asked:
        if form == "own":
            kept = kept_of(asked.calendar)
            if isinstance(kept, str):
                raise Refused(f"{kept} is known by its name: write --calendar {kept}")
            desk.print_json(kept)
            return
        begins = None
        if asked.campaign is not None:
            begins = asked.calendar.date(asked.calendar.day_of(asked.campaign.start)).year
        desk.print_json(foundry_document(asked.calendar, without, begins))


@click.pass_context
def _schema(ctx: click.Context, /) -> None:
    from ledger.calendar import definition_schema

    the_desk(ctx).print_json(definition_schema())


def _example(name: str) -> None:
    text = (Path(__file__).parent / "calendars" / f"{name}.json").read_text(encoding="utf-8")
    click.echo(text, nl=False)


def _calendar_option() -> click.Parameter:
    return Option(
        ["--calendar"], metavar="NAME|FILE", help="This calendar; the campaign's if not given."
    )


def _date(name: str, **given: Any) -> click.Parameter:
    return Argument([name], metavar="DATE", **given)


CALENDAR_GROUP = click.Group(
    "calendar",
    help="The world's calendar: days, months, and files of other tools.",
    commands=[
        ReadingCommand(
            "show",
            "A month or a year: `calendar show 1998-10`; the clock's month if not given.",
            _show,
            [
                Argument(["when"], metavar="[MONTH|YEAR]", required=False),
                _calendar_option(),
                *moments(),
            ],
        ),
        ReadingCommand(
            "day",
            "All that the calendar says of a day; today if not given.",
            _day,
            [_date("date", default="now"), _calendar_option(), moments()[1]],
        ),
        ReadingCommand(
            "between",
            "How much time lies between two dates.",
            _between,
            [_date("first"), _date("second"), _calendar_option(), moments()[1]],
        ),
        ReadingCommand(
            "convert",
            "The same moment in another calendar: `calendar convert 1998-10-31 --to julian`.",
            _convert,
            [
                _date("date", default="now"),
                Option(["--to"], metavar="NAME|FILE", required=True, help="The other calendar."),
                _calendar_option(),
                moments()[1],
            ],
        ),
        GrammarCommand(
            "import",
            help="A calendar of another tool as our JSON: Simple Calendar, Fantasy-Calendar, Calendarium.",
            callback=_import,
            params=[
                Argument(["file"], metavar="FILE"),
                Option(["--name"], metavar="NAME", help="One of several calendars in the file."),
            ],
        ),
        GrammarCommand(
            "export",
            help="The calendar as Foundry's CalendarData, or in our own JSON.",
            callback=_export,
            params=[
                Option(
                    ["--format", "form"],
                    type=click.Choice(FORMATS),
                    default="foundry",
                    show_default=True,
                    help="Whose format.",
                ),
                Option(
                    ["--without"],
                    type=click.Choice(("eras", "moons", "seasons", "year_names")),
                    multiple=True,
                    help="Leave out what Foundry cannot show.",
                ),
                _calendar_option(),
            ],
        ),
        GrammarCommand("schema", help="The JSON schema of our own format.", callback=_schema),
        GrammarCommand(
            "example",
            help="An invented world's calendar to begin with.",
            callback=_example,
            params=[
                Argument(["name"], type=click.Choice(EXAMPLES), default=EXAMPLES[0], metavar="NAME")
            ],
        ),
    ],
)
