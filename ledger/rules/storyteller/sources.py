"""What does which kind of damage (wod.damage.source); vampires see firearms and sunlight otherwise."""

from collections.abc import Mapping

from ledger.rules.storyteller.track import Damage

SOURCES: Mapping[str, Damage] = {
    "firearm": Damage.LETHAL,
    "blunt": Damage.BASHING,
    "blade": Damage.LETHAL,
    "fire": Damage.AGGRAVATED,
    "acid": Damage.AGGRAVATED,
    "fangs": Damage.AGGRAVATED,
    "claws": Damage.AGGRAVATED,
    "sunlight": Damage.AGGRAVATED,
}
# blows at a body part that does more: (source, aimed)
AIMED: Mapping[tuple[str, str], Damage] = {
    ("blunt", "head"): Damage.LETHAL,
    ("blunt", "vital"): Damage.LETHAL,
    ("firearm", "head"): Damage.LETHAL,
}
