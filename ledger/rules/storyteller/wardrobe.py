"""Putting armour on, taking it off, mending it (wod.armor, wod.track.armor-levels)."""

import msgspec

from ledger.events import Effect, Recorded
from ledger.rules.settings import World
from ledger.rules.storyteller.armor import Piece, Remove, Repair, Wear, new_piece
from ledger.rules.storyteller.character import C, Character
from ledger.rules.system import Outcome, Verb


def _find(armor: tuple[Piece, ...], name: str) -> Piece | None:
    return next((piece for piece in armor if piece.made.name == name), None)


def _unknown(c: Character, name: str) -> tuple[str, ...]:
    names = ", ".join(piece.made.name for piece in c.armor) or "nothing yet"
    return (f"no {name} on the sheet; there is {names} (wod.armor)",)


def check_wear(c: Character, event: Recorded, _: World) -> tuple[str, ...]:
    """A name is one item: other ratings need another name, and a ruin is not put on."""
    made = event.body
    assert isinstance(made, Wear)
    piece = _find(c.armor, made.name)
    if piece is None:
        if made.is_rated:
            return ()
        return (f"{made.name} is new: give its ratings, such as bashing=2 lethal=1 (wod.armor)",)
    if made.is_rated and made != piece.made:
        return (f"{made.name} has other ratings; a new piece needs a new name (wod.armor)",)
    if piece.destroyed:
        return (f"{made.name} is destroyed (wod.armor.destroyed)",)
    return (f"{made.name} is worn already",) if piece.worn else ()


def wear(c: C, event: Recorded, _: World) -> Outcome[C]:
    """The piece is put on, with the marks that it had; it is now the outermost."""
    made = event.body
    assert isinstance(made, Wear)
    old = _find(c.armor, made.name)
    piece = new_piece(made) if old is None else msgspec.structs.replace(old, worn=True)
    others = tuple([other for other in c.armor if other is not old])
    effect = Effect(event.at, "wod.armor", made.name, None, "worn", event.id)
    return msgspec.structs.replace(c, armor=(*others, piece)), (effect,)


def check_remove(c: Character, event: Recorded, _: World) -> tuple[str, ...]:
    """Only what is worn is taken off."""
    assert isinstance(event.body, Remove)
    piece = _find(c.armor, event.body.name)
    if piece is None:
        return _unknown(c, event.body.name)
    return () if piece.worn else (f"{event.body.name} is not worn",)


def remove(c: C, event: Recorded, _: World) -> Outcome[C]:
    """The piece is taken off and keeps its marks."""
    assert isinstance(event.body, Remove)
    name = event.body.name
    effect = Effect(event.at, "wod.armor", name, "worn", None, event.id)
    return _changed(c, name, worn=False), (effect,)


def check_repair(c: Character, event: Recorded, _: World) -> tuple[str, ...]:
    """What is destroyed stays so; without levels there is nothing to mend."""
    assert isinstance(event.body, Repair)
    name = event.body.name
    piece = _find(c.armor, name)
    if piece is None:
        return _unknown(c, name)
    if piece.destroyed:
        return (f"{name} is destroyed and cannot be repaired (wod.armor.destroyed)",)
    if not piece.track.marks:
        return (f"{name} has no marked level to repair (wod.track.armor-levels)",)
    return ()


def repair(c: C, event: Recorded, _: World) -> Outcome[C]:
    """The marks of the piece's own levels are cleared."""
    assert isinstance(event.body, Repair)
    name = event.body.name
    piece = _find(c.armor, name)
    assert piece is not None
    track = piece.track.cleared
    effect = Effect(event.at, "wod.track.armor-levels", name, piece.track, track, event.id)
    return _changed(c, name, track=track), (effect,)


def _changed(c: C, name: str, **changes: object) -> C:
    armor = tuple(
        [msgspec.structs.replace(p, **changes) if p.made.name == name else p for p in c.armor]
    )
    return msgspec.structs.replace(c, armor=armor)


WARDROBE = {
    "wear": Verb(Wear, wear, check_wear),
    "remove": Verb(Remove, remove, check_remove),
    "repair": Verb(Repair, repair, check_repair),
}
