"""Sheets as text: what a player would read off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cli.render.body_sheets import body_lines
from cli.render.sheet_head import head_of
from cli.render.styled import Text


def sheet_lines(sheet: Mapping[str, Any]) -> Iterator[Text]:
    """A World of Darkness sheet in a few lines."""
    yield head_of(sheet)
    yield Text(f"  health   {sheet['track']}  {_level(sheet)}")
    for piece in sheet["armor"]:
        yield Text(f"  armour   {_armor(piece)}")
    if sheet["pools"]:
        yield Text("  pools    " + ", ".join(_pool(*item) for item in sheet["pools"].items()))
    traits = {name: value for name, value in sheet.get("traits", {}).items() if value != 0}
    if traits:
        told = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in traits.items())
        yield Text(f"  traits   {told}")
    if sheet["meditation"]:
        told = ", ".join(
            f"{pool} {' or '.join(f'{n} with {m}' for m, n in methods.items())}"
            for pool, methods in sheet["meditation"].items()
        )
        yield Text(f"  meditate {told}")
    if sheet["hospital"]:
        where = "as an outpatient" if sheet["hospital"]["outpatient"] else "in hospital"
        yield Text(f"  care     {where}, since {sheet['hospital']['since']}")
    if sheet["torpor"]:
        yield Text(f"  torpor   {_torpor(sheet['torpor'])}", "magenta")
    for row in sheet["due"]:
        yield Text(f"  due      {row['at']}  {row['what']}")
    for finding in sheet["findings"]:
        yield Text(f"  finding  {finding['event']}: {finding['why']}", "red")


def _level(sheet: Mapping[str, Any]) -> str:
    hurt = sheet["level"] is not None
    words = [sheet["level"] if hurt else "unhurt"]
    if hurt and sheet["penalty"] is not None:
        words.append(f"{sheet['penalty']}" if sheet["penalty"] else "no penalty")
    if sheet["physical_penalty"] != sheet["penalty"]:
        penalty = sheet["physical_penalty"]
        words.append("no physical action" if penalty is None else f"{penalty} on physical actions")
    if hurt and sheet["status"] == "active":
        words.append(sheet["movement"])
    counts = ", ".join(f"{n} {kind}" for kind, n in sheet["damage"].items() if n)
    return ", ".join(words) + (f"  ({counts})" if counts else "")


def _pool(name: str, pool: Mapping[str, Any]) -> str:
    a_turn = f" ({pool['per_turn']} a turn)" if pool.get("per_turn") else ""
    return f"{name} {pool['now']}/{pool['max']}{a_turn}"


def _armor(piece: Mapping[str, Any]) -> str:
    ratings = "/".join(str(piece[kind]) for kind in ("bashing", "lethal", "aggravated"))
    words = [f"{piece['name']} {ratings}"]
    if piece["dexterity"]:
        words.append(f"Dexterity -{piece['dexterity']}")
    if piece["helmet"]:
        words.append(f"helmet +{piece['helmet']}")
    if piece["shield"]:
        words.append("shield")
    if piece["track"]:
        words.append(piece["track"])
    if piece["destroyed"]:
        words.append("destroyed")
    return ", ".join(words)


def _torpor(torpor: Mapping[str, Any]) -> str:
    until = torpor["earliest_waking"]
    if until is None:
        return f"{torpor['cause']}, since {torpor['since']}, until fed"
    longer = " or later" if torpor["open_ended"] else ""
    return f"{torpor['cause']}, since {torpor['since']}, may try to wake from {until}{longer}"


def status_lines(document: Mapping[str, Any]) -> Iterator[Text]:
    """A status: the date, then a sheet for each character."""
    branch = "" if document["branch"] == "main" else f" ({document['branch']})"
    known = f", as known at {document['known_at']}" if document["known_at"] else ""
    yield Text(f"{document['campaign']}{branch}  {document['at']}{known}", "bold")
    sheets: Sequence[Mapping[str, Any]] = document["characters"]
    if not sheets:
        yield Text("nobody has been added by then; `campaign add WHO SYSTEM …`")
    for sheet in sheets:
        yield Text("")
        yield from body_lines(sheet) if "locations" in sheet else sheet_lines(sheet)


SHEET_COLUMNS = (
    *("at", "name", "system", "status", "conditions", "level", "penalty", "track", "pools"),
    *("torpor", "earliest_waking", "due_at", "due"),
)


def flat_sheets(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A status as rows for a spreadsheet: of what is due the next."""
    for sheet in document["characters"]:
        torpor: Mapping[str, Any] = sheet.get("torpor") or {}
        due: Mapping[str, Any] = next(iter(sheet["due"]), {})
        pools = "; ".join(f"{name} {p['now']}/{p['max']}" for name, p in sheet["pools"].items())
        yield {
            **sheet,
            "at": document["at"],
            "pools": pools,
            "torpor": torpor.get("cause"),
            "earliest_waking": torpor.get("earliest_waking"),
            "due_at": due.get("at"),
            "due": due.get("what"),
        }
