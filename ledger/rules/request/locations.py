"""Hit locations: where a body can be hit, and what each place bears (request.locations)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from ledger.errors import Refused
from ledger.naming import refuse_unknown
from ledger.text import refuse_unfit

CHARACTERISTICS = ("STR", "CON", "SIZ", "INT", "POW", "DEX", "CHA")
# of humans; a body that does not say otherwise has the same (request.characteristic.helpless)
MINIMUM: Mapping[str, int] = {**dict.fromkeys(CHARACTERISTICS, 3), "SIZ": 8, "INT": 8}
D20 = 20
LONGEST_NAME = 60
Face = Annotated[int, msgspec.Meta(ge=1, le=D20)]
Points = Annotated[int, msgspec.Meta(ge=1, le=9999)]
Step = Annotated[int, msgspec.Meta(ge=-100, le=100)]
Kind = Literal["arm", "leg", "torso", "head", "other"]


class Location(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A place where a body can be hit.

    Attributes:
        name: as it is written in commands.
        first: the lowest number on the d20 that means it (`from` in a file).
        last: the highest (`to` in a file).
        hp: its hit points; None where `modifier` gives them.
        modifier: what is added to ceil((CON + SIZ) / 5); None where `hp` stands.
        vital: whether damage there is more dangerous.
        kind: arm, leg, torso, head or other; says what is lost with it.
    """

    name: str
    first: Face = msgspec.field(name="from")
    last: Face = msgspec.field(name="to")
    hp: Points | None = None
    modifier: Step | None = None
    vital: bool = False
    kind: Kind = "other"

    def maximum(self, con: int, siz: int) -> int:
        """Its hit points for these original characteristics, at least 1 (request.hit-points)."""
        return self.hp or max(1, -(-(con + siz) // 5) + (self.modifier or 0))


class Anatomy(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A body plan, as a body file has it.

    Attributes:
        name: of the species or the shape.
        locations: in the order in which a sheet shows them.
        minimum: the species minimum of characteristics that are not those of humans.
        sleep: hours of sleep that end tiredness (request.tired).
        legs: how many; four or more carry double (request.load.animals).
    """

    name: str
    locations: tuple[Location, ...]
    minimum: dict[str, Annotated[int, msgspec.Meta(ge=1, le=1000)]] = {}
    sleep: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 8
    legs: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 2

    def minimum_of(self, characteristic: str) -> int:
        """The species minimum of a characteristic."""
        return self.minimum.get(characteristic, MINIMUM[characteristic])


def _limb(name: str, first: int, last: int, kind: Kind, modifier: int = 0) -> Location:
    vital = kind in {"torso", "head"}
    return Location(name=name, first=first, last=last, modifier=modifier, vital=vital, kind=kind)


HUMANOID = Anatomy(
    name="humanoid",
    locations=(
        _limb("right leg", 1, 3, "leg"),
        _limb("left leg", 4, 6, "leg"),
        _limb("abdomen", 7, 9, "torso", 1),
        _limb("chest", 10, 12, "torso", 2),
        _limb("right arm", 13, 15, "arm", -1),
        _limb("left arm", 16, 18, "arm", -1),
        _limb("head", 19, 20, "head"),
    ),
)


def read_body(text: str) -> Anatomy:
    """The body plan that a body file says.

    Raises:
        Refused: naming the field that is wrong, and what would be right.
    """
    try:
        body = msgspec.json.decode(text, type=Anatomy)
    except msgspec.MsgspecError as wrong:
        raise Refused(f"the body file: {wrong}") from None
    except RecursionError:
        raise Refused("the body file: nested too deeply") from None
    _check_names(body)
    _check_faces(body.locations)
    for place, location in enumerate(body.locations):
        if (location.hp is None) == (location.modifier is None):
            raise Refused(
                f"the body file: locations[{place}] ({location.name}) has either hp or modifier"
            )
    unknown = next((name for name in body.minimum if name not in MINIMUM), None)
    if unknown is not None:
        raise Refused(
            f"the body file: minimum: {refuse_unknown(unknown, CHARACTERISTICS, 'characteristic')}"
        )
    return body


def _check_names(body: Anatomy) -> None:
    seen: set[str] = set()
    for name in (body.name, *[location.name for location in body.locations]):
        if not name.strip() or name != name.strip() or len(name) > LONGEST_NAME:
            raise Refused(
                f"the body file: name {name[:LONGEST_NAME]!r} is not 1 to {LONGEST_NAME} signs"
                " without a blank at its ends"
            )
        refuse_unfit(name)
    for location in body.locations:
        if location.name.casefold() in seen:
            raise Refused(f"the body file: two locations are named {location.name}")
        seen.add(location.name.casefold())


def _check_faces(locations: Sequence[Location]) -> None:
    owner: dict[int, str] = {}
    for location in locations:
        if location.first > location.last:
            raise Refused(
                f"the body file: {location.name} goes from {location.first} to {location.last}; "
                "from is not above to"
            )
        for face in range(location.first, location.last + 1):
            if face in owner:
                raise Refused(
                    f"the body file: {face} on the d20 is both {owner[face]} and {location.name}"
                )
            owner[face] = location.name
    missing = [face for face in range(1, D20 + 1) if face not in owner]
    if missing:
        raise Refused(f"the body file: no location for {missing[0]} on the d20")


def find_location(anatomy: Anatomy, name: str) -> int:
    """The place of a location among those of a body.

    Raises:
        Refused: when there is none of that name, with a did-you-mean.
    """
    wanted = name.casefold()
    for place, location in enumerate(anatomy.locations):
        if location.name.casefold() == wanted:
            return place
    raise refuse_unknown(name, [location.name for location in anatomy.locations], "hit location")


def location_on(anatomy: Anatomy, face: int) -> int:
    """The place of the location that a d20 means; a body file covers every face."""
    return next(
        place
        for place, location in enumerate(anatomy.locations)
        if location.first <= face <= location.last
    )
