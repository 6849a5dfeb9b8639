"""Sheets with hit locations as text: what a player would read off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cli.render.sheet_head import head_of
from cli.render.styled import Text

WOUNDS = {"minor": "", "serious": "yellow", "major": "red"}


def body_lines(sheet: Mapping[str, Any]) -> Iterator[Text]:
    """A sheet with a line a hit location, and what else there is to know."""
    yield head_of(sheet)
    width = max(len(name) for name in sheet["locations"])
    for name, location in sheet["locations"].items():
        yield Text(f"  {name:<{width}}  {_location(location)}", WOUNDS.get(location["wound"], ""))
    yield Text("  " + "  ".join(_value(*item) for item in sheet["characteristics"].items()))
    traits = [f"{name} {value}" for name, value in sheet["traits"].items()]
    pools = [
        f"{name.replace('_', ' ')} {pool['now']}/{pool['max']}"
        for name, pool in sheet["pools"].items()
    ]
    yield Text("  " + ", ".join([*traits, *pools]))
    yield Text("  " + ", ".join(_shape(sheet)))
    for alteration in sheet["alterations"]:
        until = f" until {alteration['until']}" if alteration["until"] else ""
        yield Text(
            f"  magic    {alteration['label']}: "
            f"{alteration['characteristic']} {alteration['amount']:+}{until}"
        )
    for modifier in sheet["modifiers"] if sheet["status"] != "dead" else ():
        yield Text(f"  hinders  {_modifier(modifier)}")
    for test in sheet["pending"]:
        yield Text(f"  owes     {_test(test)}", "yellow")
    for row in sheet["due"]:
        yield Text(f"  due      {row['at']}  {row['what']}")
    for finding in sheet["findings"]:
        yield Text(f"  finding  {finding['event']}: {finding['why']}", "red")


def _location(location: Mapping[str, Any]) -> str:
    words = [f"{location['hp']:>3}/{location['max']:<3}"]
    if location["wound"]:
        words.append(location["wound"])
    lost = "" if location["lost"] is None else f" ({location['lost']} % gone)"
    told = {
        "maimed": location["maimed"],
        f"severed{lost}": location["severed"],
        "disabled": location["disabled"],
        "scarred": location["scarred"],
    }
    words += [word for word, so in told.items() if so]
    return f"{words[0]} {', '.join(words[1:])}".rstrip()


def _value(name: str, value: Mapping[str, Any]) -> str:
    """`CON 9/10`, and what counts where magic or hunger changes it."""
    now = f"{name} {value['now']}"
    if value["now"] != value["original"]:
        now += f"/{value['original']}"
    return now if value["effective"] == value["now"] else f"{now} (as {value['effective']})"


def _shape(sheet: Mapping[str, Any]) -> Iterator[str]:
    yield sheet["fatigue"]
    yield from sheet["states"]
    yield f"movement {sheet['movement']}"
    load = sheet["load"] if sheet["load"] == "overloaded" else f"{sheet['load']} load"
    yield f"{load} ({sheet['encumbrance']} ENC)"
    if sheet["activity_shift"]:
        levels = "level" if sheet["activity_shift"] == 1 else "levels"
        yield f"activity {sheet['activity_shift']} {levels} harder"


def _modifier(modifier: Mapping[str, Any]) -> str:
    words = []
    if modifier["percent"]:
        words.append(f"{modifier['percent']:+} %")
    if modifier["strike_rank"]:
        words.append(f"strike rank {modifier['strike_rank']:+}")
    if modifier["cap"]:
        words.append(
            "impossible" if modifier["cap"] == "impossible" else f"at most {modifier['cap']}"
        )
    return f"{modifier['applies_to']}: {', '.join(words)}  ({modifier['why']})"


def _test(test: Mapping[str, Any]) -> str:
    modifier = f" at {test['modifier']:+} %" if test["modifier"] else ""
    deadline = f", by {test['deadline']}" if test["deadline"] else ""
    return f"{test['test']}{modifier}{deadline}  ({test['reason']})"
