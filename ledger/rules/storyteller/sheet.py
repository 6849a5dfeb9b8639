"""The sheet of a World of Darkness character: what `status` shows of her."""

from collections.abc import Mapping
from typing import Any

from ledger.rules.points import pools_of
from ledger.rules.settings import World
from ledger.rules.storyteller.armor import Piece
from ledger.rules.storyteller.character import Character
from ledger.rules.storyteller.healing import Patient, forecast
from ledger.rules.storyteller.meditation import today
from ledger.rules.storyteller.track import Box, Damage, Track, worst


def damage_counts(track: Track) -> dict[str, int]:
    """How many levels of each kind are marked, gravest first."""
    return {damage.word: track.count(damage) for damage in reversed(Damage)}


def boxes(track: Track) -> list[dict[str, Any]]:
    """Every box of the body with its mark and the event that left it; None while it is free."""
    marks = (*track.marks, *[None] * track.free)
    return [
        {
            "level": box.level,
            "penalty": box.penalty,
            "mark": None if mark is None else mark.damage.word,
            "event": None if mark is None else mark.cause,
            "heals_at": None,
        }
        for box, mark in zip(track.boxes, marks, strict=True)
    ]


def armor_row(piece: Piece, c: Character) -> dict[str, Any]:
    """A piece with its ratings as given and its Dexterity penalty as it counts."""
    made = piece.made
    return {
        "name": made.name,
        "bashing": made.bashing,
        "lethal": made.lethal,
        "aggravated": made.aggravated,
        "dexterity": piece.dexterity_penalty(c.strength, c.melee),
        "helmet": made.helmet,
        "shield": made.shield,
        "destroyed": piece.destroyed,
        "track": str(piece.track),
    }


def penalties(c: Character, can_act: bool) -> tuple[int | None, int | None]:
    """The dice penalty, and the one on physical pools; None when no action is possible."""
    lowest = c.track.lowest
    body = 0 if lowest is None else lowest.penalty
    if not can_act:
        return None, None
    return body, worst([body, *[piece.penalty for piece in c.armor if piece.serves]])


def shared_rows(
    c: Character,
    status: str,
    conditions: list[str],
    rules: Mapping[str, str],
    world: World,
    at: int,
) -> dict[str, Any]:
    """What every World of Darkness sheet shows, in the order of the reference."""
    lowest: Box | None = c.track.lowest
    can_act = status == "active"
    penalty, physical = penalties(c, can_act)
    movement = "unhindered" if lowest is None else lowest.movement
    return {
        "status": status,
        "conditions": []
        if status == "dead"
        else [*[condition.name for condition in c.conditions], *conditions],
        "level": None if lowest is None else lowest.level,
        "penalty": penalty,
        "physical_penalty": physical,
        "movement": movement if can_act else "none",
        "track": str(c.track),
        "damage": damage_counts(c.track),
        "boxes": boxes(c.track),
        "armor": [armor_row(piece, c) for piece in c.armor if piece.worn],
        "pools": {
            name: {"now": pool.now, "max": pool.max} for name, pool in pools_of(c, rules).items()
        },
        "meditation": today(c, rules, world, at),
        "hospital": None,
        "torpor": None,
        "pending": [],
    }


def patient_rows(
    p: Patient, status: str, rules: Mapping[str, str], world: World, at: int
) -> dict[str, Any]:
    """The sheet of a character who heals by time."""
    rows = shared_rows(p, status, [], rules, world, at)
    if p.death is None:
        for place, (heals, _) in forecast(p, world, at).items():
            rows["boxes"][place]["heals_at"] = world.calendar.format(heals)
    if p.care is not None:
        since = world.calendar.format(p.care.since)
        rows["hospital"] = {"since": since, "outpatient": p.care.outpatient}
    return rows
