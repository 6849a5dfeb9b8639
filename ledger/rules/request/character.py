"""A ReQuest character: the state that replay folds."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from ledger.rules.pools import Pool
from ledger.rules.request.locations import CHARACTERISTICS, HUMANOID, Anatomy, Location
from ledger.rules.system import State

Wound = Literal["minor", "serious", "major"]


class Characteristic(msgspec.Struct, frozen=True, gc=False):
    """STR, CON and so on.

    Attributes:
        original: what the sheet says when nothing is lost.
        loss: points that are lost for now.
        privation: those of them that hunger, thirst or exposure took; magic cannot give them back.
    """

    original: int
    loss: int = 0
    privation: int = 0

    @property
    def now(self) -> int:
        """What is left; without magic."""
        return self.original - self.loss


class Part(msgspec.Struct, frozen=True, gc=False):
    """One hit location as it is.

    Attributes:
        damage: points below the maximum.
        wound: None when whole.
        scarred: for good, by a major wound.
        maimed: mangled by one blow; its hit points come back, its use does not.
        severed: cut off by one blow; a stump.
        lost: the part of the limb that is gone, in percent; None when nobody has rolled it.
        injured_at: the in-game second of the latest injury; None when there has been none.
        injury: the public id of that blow.
        aided: the injury that first aid was tried on last.
        aided_day: the calendar day of the last attempt on a serious wound.
        healing_since: the in-game second from which natural healing counts at the earliest.
        dies_at: the in-game second at which it kills; None when it does not.
    """

    damage: int = 0
    wound: Wound | None = None
    scarred: bool = False
    maimed: bool = False
    severed: bool = False
    lost: int | None = None
    injured_at: int | None = None
    injury: str | None = None
    aided: str | None = None
    aided_day: int | None = None
    healing_since: int = 0
    dies_at: int | None = None


class Pending(msgspec.Struct, frozen=True, gc=False):
    """A test that is owed: rolled at the table, its result not yet entered.

    Attributes:
        test: resilience or fatigue.
        event: the public id of the event that asks for it.
        reason: in words.
        modifier: of this test alone, in percent.
        place: the hit location that asks for it; None for fatigue.
        minutes: whether a failure has a number of minutes (1d6).
        mortal: whether the wound kills when its time is over; others have no deadline.
    """

    test: str
    event: str
    reason: str
    modifier: int = 0
    place: int | None = None
    minutes: bool = False
    mortal: bool = False


class Spell(msgspec.Struct, frozen=True, gc=False):
    """What holds for a time: until an in-game second, by a rule, since an event."""

    until: int
    rule: str
    cause: str


class Faint(msgspec.Struct, frozen=True, gc=False):
    """A spell of unconsciousness.

    Attributes:
        until: the in-game second at which it ends by itself; None when it does not.
        by_wound: whether it lasts until no location is major.
        rule: by which rule it began.
        cause: the public id of the event.
        tried: whether a hero point has been spent on it.
    """

    until: int | None
    by_wound: bool
    rule: str
    cause: str
    tried: bool = False


class Alteration(msgspec.Struct, frozen=True, gc=False):
    """A bonus or penalty by magic or poison; `until` is None when it has no end of its own."""

    label: str
    characteristic: str
    amount: int
    until: int | None
    cause: str


class Clock(msgspec.Struct, frozen=True, gc=False):
    """What somebody goes without, since an event.

    Attributes:
        want: sleep, shelter, food or water.
        begins: the in-game second at which the state begins.
        begun: whether it has.
        next_loss: the in-game second of the next point of CON; None before, or without any.
        cause: the public id of the event.
    """

    want: str
    begins: int
    cause: str
    begun: bool = False
    next_loss: int | None = None


class Doom(msgspec.Struct, frozen=True, gc=False):
    """CON at 0 by hunger, thirst or exposure: since when, and when it kills.

    `asked` is False once the d100 is known.
    """

    since: int
    dies_at: int
    rule: str
    cause: str
    asked: bool = True


class Repose(msgspec.Struct, frozen=True, gc=False):
    """A stretch of rest (rest.day), in in-game seconds.

    Attributes:
        until: its end as far as it is recorded.
        complete_until: until when it is complete rest or sleep.
        quiet_from: since when nothing has broken a quiet day.
        day_from: since when nothing has broken a day of rest that allows damage.
        points: towards a level of fatigue, in seconds of light rest.
        counted_to: up to when those points are counted.
    """

    until: int
    complete_until: int
    quiet_from: int
    day_from: int
    counted_to: int
    points: int = 0


class Slumber(msgspec.Struct, frozen=True, gc=False):
    """Sleep in shelter without an interruption, in in-game seconds."""

    since: int
    until: int


class Count(msgspec.Struct, frozen=True, gc=False):
    """How far one level of exertion has come.

    Attributes:
        progress: seconds since the last test.
        steps: tests since the modifier was at its first value.
    """

    progress: int = 0
    steps: int = 0


class Exertion(msgspec.Struct, frozen=True, gc=False):
    """The tests of an exertion that is running, and the counts of each level.

    Attributes:
        medium: what has been done at that level; `heavy` and `extreme` likewise.
        until: the end of the last exertion above light, as an in-game second; None for none yet.
        level: of the running exertion.
        next: the in-game second of its next test; None when it has no more.
        interval: seconds between its tests.
        results: of the tests still to come; what is missing pends.
        cause: the public id of its event.
    """

    medium: Count = Count()
    heavy: Count = Count()
    extreme: Count = Count()
    until: int | None = None
    level: str = ""
    next: int | None = None
    interval: int = 0
    results: tuple[bool, ...] = ()
    cause: str = ""


class Item(msgspec.Struct, frozen=True, gc=False):
    """Something carried; the name is None for what was added without one."""

    name: str | None
    encumbrance: int


class Adventurer(State, frozen=True, kw_only=True):
    """A ReQuest character.

    Attributes:
        values: the characteristics in the order of `CHARACTERISTICS`.
        parts: the hit locations in the order of the body's.
        floored: whether a major wound has thrown her down.
        acting: a hero point spent on being incapacitated.
        held_until: the in-game second until which magic holds death off; None for no hold.
        fatigue: the level, 0 for Fresh.
        busy_until: the in-game second at which work above light is over; None for none yet.
        slumber: the sleep in shelter that counts against tiredness; None for none yet.
        asleep_until: the end of the last sleep wherever it was; None for none yet.
        awake_until: the end of what last interrupted or forbids sleep; None for nothing yet.
    """

    anatomy: Anatomy = HUMANOID
    values: tuple[Characteristic, ...]
    resilience: int
    persistence: int
    movement: int
    hero_points: Pool | None = None
    parts: tuple[Part, ...]
    pending: tuple[Pending, ...] = ()
    dazed: Spell | None = None
    faint: Faint | None = None
    floored: bool = False
    acting: Spell | None = None
    held_until: int | None = None
    alterations: tuple[Alteration, ...] = ()
    clocks: tuple[Clock, ...] = ()
    doom: Doom | None = None
    fatigue: int = 0
    repose: Repose | None = None
    busy_until: int | None = None
    slumber: Slumber | None = None
    asleep_until: int | None = None
    awake_until: int | None = None
    exertion: Exertion = Exertion()
    items: tuple[Item, ...] = ()

    def value(self, name: str) -> Characteristic:
        """A characteristic by its name."""
        return self.values[CHARACTERISTICS.index(name)]

    def maximum(self, place: int) -> int:
        """The hit points of a location when it is whole (request.hit-points)."""
        con, siz = self.value("CON").original, self.value("SIZ").original
        return self.anatomy.locations[place].maximum(con, siz)

    def hit_points(self, place: int) -> int:
        """The hit points that a location has, perhaps negative."""
        return self.maximum(place) - self.parts[place].damage

    def is_disabled(self, place: int) -> bool:
        """Whether a location is of no use (request.location.penalties)."""
        part = self.parts[place]
        return part.maimed or part.severed or self.hit_points(place) < 0

    def places(self) -> Iterator[tuple[int, Location, Part]]:
        """Every hit location: its place, what it is, how it is."""
        for place, (location, part) in enumerate(
            zip(self.anatomy.locations, self.parts, strict=True)
        ):
            yield place, location, part

    @property
    def is_in_a_state(self) -> bool:
        """Whether a negative state holds: tired, exposed, starving, dehydrated."""
        return any(clock.begun for clock in self.clocks)

    @property
    def has_major(self) -> bool:
        """Whether a location has a major wound."""
        return any(part.wound == "major" for part in self.parts)


def with_value(h: Adventurer, name: str, value: Characteristic) -> Adventurer:
    """The character with another value of a characteristic."""
    at = CHARACTERISTICS.index(name)
    values = (*h.values[:at], value, *h.values[at + 1 :])
    return msgspec.structs.replace(h, values=values)


def with_part(h: Adventurer, place: int, part: Part) -> Adventurer:
    """The character with a hit location that has changed."""
    parts = (*h.parts[:place], part, *h.parts[place + 1 :])
    return msgspec.structs.replace(h, parts=parts)
