"""What can be asked about on a ReQuest sheet, and what its rules look at."""

from collections.abc import Mapping

from ledger.rules.request.character import Adventurer
from ledger.rules.request.load import encumbrance, strength
from ledger.rules.settings import World
from ledger.rules.subject import Because, Reasons, Subject

HEALING = ("request.heal.minor", "request.heal.serious", "request.heal.major")
SUBJECTS = (
    Subject(
        name="status",
        path="status",
        other=("death", "dead", "alive"),
        effects=("status", "condition", "state"),
        normal=("active",),
    ),
    Subject(
        name="*",
        path="locations.*.hp",
        usual="locations.*.max",
        effects=("*", "* maximum"),
        rules=HEALING,
    ),
    Subject(
        name="* maximum",
        path="locations.*.max",
        effects=("* maximum",),
        rules=("request.hit-points",),
        quiet=True,
    ),
    Subject(name="* wound", path="locations.*.wound", effects=("*", "* wound"), quiet=True),
    Subject(
        name="*",
        path="characteristics.*.now",
        usual="characteristics.*.original",
        effects=("*",),
        rules=("request.characteristic.recovery",),
    ),
    Subject(
        name="effective *",
        path="characteristics.*.effective",
        other=("*",),
        usual="characteristics.*.now",
        effects=("effective *", "*", "state"),
        rules=("request.characteristic.magic",),
    ),
    Subject(
        name="fatigue",
        path="fatigue",
        other=("breath",),
        effects=("fatigue",),
        rules=("request.fatigue.recovery",),
        normal=("Fresh",),
    ),
    Subject(
        name="states",
        path="states",
        other=("state", "tired", "exposed", "starving", "dehydrated", "hunger", "thirst", "cold"),
        effects=("state", "without sleep", "without shelter", "without food", "without water"),
    ),
    Subject(
        name="conditions",
        path="conditions",
        other=("condition", "dazed", "prone", "unconscious", "incapacitated", "dying"),
        effects=("condition",),
    ),
    Subject(name="load", path="load", effects=("encumbrance",), normal=("trivial", "normal")),
    Subject(
        name="encumbrance", path="encumbrance", other=("ENC",), effects=("encumbrance",), quiet=True
    ),
    Subject(name="movement", path="movement", rules=("request.movement",), quiet=True),
    Subject(
        name="hero_points",
        path="pools.hero_points.now",
        effects=("hero_points",),
        usual="pools.hero_points.max",
    ),
    Subject(name="*", path="traits.*", effects=("*",), quiet=True),
)
LOOKS_AT: Mapping[str, tuple[str, ...]] = {
    "request.hit-points": ("CON", "SIZ"),
    "request.major.normal": ("resilience",),
    "request.major.vital": ("resilience", "combat_round_seconds"),
    "request.dazed": ("combat_round_seconds",),
    "request.first-aid": ("first_aid_minutes",),
    "request.load.levels": ("load",),
    "request.load.simple": ("load",),
}


def _carried(h: Adventurer, _: World, __: int) -> str:
    return f"{encumbrance(h)} ENC before; STR + SIZ count as {strength(h)}"


def _recovered(h: Adventurer, world: World, _: int) -> str:
    since = None if h.repose is None else world.calendar.format(h.repose.day_from)
    return "" if since is None else f"a day of rest since {since}; 1 and a tenth of the original"


def _mended(h: Adventurer, world: World, _: int) -> str:
    since = None if h.repose is None else world.calendar.format(h.repose.quiet_from)
    return "" if since is None else f"nothing has broken the rest since {since}"


BECAUSE: Mapping[str, Because] = {
    "request.load.levels": _carried,
    "request.load.simple": _carried,
    "request.characteristic.recovery": _recovered,
    "request.heal.minor": _mended,
    "request.heal.serious": _mended,
}
REASONS = Reasons(subjects=SUBJECTS, looks_at=LOOKS_AT, because=BECAUSE)
