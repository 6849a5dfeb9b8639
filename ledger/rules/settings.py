"""Campaign settings: the choices that rules leave to a table, each in force from a date on."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from ledger.calendar import Calendar, Duration
from ledger.errors import Refused
from ledger.naming import refuse_unknown


class Settings(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The settings in force at a moment.

    Attributes:
        nightly_blood: whether a vampire pays a blood point at every dusk (vampire.blood.nightly).
        dusk: when night begins; None for three quarters of the day.
        awakening_difficulty: of the roll to rise from torpor (vampire.awakening).
        mutant_soaks_lethal: whether mutants soak lethal damage (wod.soak.pool).
        mortal_bashing: "dies" or "wraps", what bashing beyond the last box does (mortal.overflow).
        willpower_meditation: whether one may meditate for Willpower (wod.willpower).
        hospital_days: days after which hospital care counts (healing.hospital).
        combat_round_seconds: length of a `round` in in-game seconds.
        load: "levels" or "simple", how what is carried weighs (request.load.*).
        first_aid_minutes: how old an injury may be for first aid (request.first-aid).
    """

    nightly_blood: bool = True
    dusk: int | None = None  # a second of the day
    awakening_difficulty: int = 8
    mutant_soaks_lethal: bool = True
    mortal_bashing: str = "dies"
    willpower_meditation: bool = False
    hospital_days: int = 3
    combat_round_seconds: int = 5
    load: str = "levels"
    first_aid_minutes: int = 10


class World(msgspec.Struct, frozen=True, gc=False):
    """What rules may ask besides a character: the calendar and the settings in force.

    Attributes:
        day: the length of a day in seconds; follows from the calendar.
        dusk: the second of the day at which night begins; follows from the settings.
    """

    calendar: Calendar
    settings: Settings = Settings()
    day: int = 0
    dusk: int = 0

    def __post_init__(self) -> None:
        # kept, for every step of a vampire's life asks for the next dusk
        day, dusk = self.calendar.day_seconds, self.settings.dusk
        msgspec.structs.force_setattr(self, "day", day)
        msgspec.structs.force_setattr(self, "dusk", day * 3 // 4 if dusk is None else dusk)

    def later(self, instant: int, duration: Duration) -> int | None:
        """The in-game second a duration later; None beyond the calendar's last day: never."""
        try:
            return self.calendar.add(instant, duration)
        except Refused:
            return None

    def next_dusk(self, after: int) -> int:
        """The first dusk later than the in-game second *after*."""
        return (after - self.dusk) // self.day * self.day + self.day + self.dusk


class Setting(msgspec.Struct, frozen=True):
    """How a setting is read, and what may be written."""

    read: Callable[[str, Calendar], Any]
    values: str


def _switch(text: str, _: Calendar) -> bool:
    return {"on": True, "off": False}[text.lower()]


def _time_of_day(text: str, calendar: Calendar) -> int:
    hour, minute = (int(part) for part in text.split(":"))
    if not (0 <= hour < calendar.hours_per_day and 0 <= minute < calendar.minutes_per_hour):
        raise ValueError(text)
    return (hour * calendar.minutes_per_hour + minute) * calendar.seconds_per_minute


def _number(low: int, high: int) -> Callable[[str, Calendar], int]:
    def read(text: str, _: Calendar) -> int:
        number = int(text) if len(text) < 10 else high + 1
        if not low <= number <= high:
            raise ValueError(text)
        return number

    return read


def _one_of(*words: str) -> Callable[[str, Calendar], str]:
    def read(text: str, _: Calendar) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return read


SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        "nightly_blood": Setting(_switch, "on or off"),
        "dusk": Setting(_time_of_day, "a time of day, HH:MM"),
        "awakening_difficulty": Setting(_number(2, 10), "a number from 2 to 10"),
        "mutant_soaks_lethal": Setting(_switch, "on or off"),
        "mortal_bashing": Setting(_one_of("dies", "wraps"), "dies or wraps"),
        "willpower_meditation": Setting(_switch, "on or off"),
        "hospital_days": Setting(_number(0, 3650), "a number of days from 0 to 3650"),
        "load": Setting(_one_of("levels", "simple"), "levels or simple"),
        "first_aid_minutes": Setting(_number(0, 1440), "a number of minutes from 0 to 1440"),
        "combat_round_seconds": Setting(_number(1, 86_400), "a number of seconds from 1 to 86400"),
    }
)


def changed(settings: Settings, values: Mapping[str, str], calendar: Calendar) -> Settings:
    """*settings* with *values* (as they were written) in force.

    Raises:
        Refused: for an unknown key, with a did-you-mean, or a value that the key does not take.
    """
    read: dict[str, Any] = {}
    for key, text in values.items():
        setting = SETTINGS.get(key)
        if setting is None:
            raise refuse_unknown(key, tuple(SETTINGS), "setting")
        try:
            read[key] = setting.read(text, calendar)
        except (KeyError, ValueError):
            raise Refused(f"{key}={text}: {key} is {setting.values}") from None
    return msgspec.structs.replace(settings, **read)
