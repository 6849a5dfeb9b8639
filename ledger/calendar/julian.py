"""The Julian calendar, for campaigns before the reform of 1582: a leap year every four years.

Named from January on, with the years of the Christian era; proleptic in both directions. The epoch
is 0001-01-01 of this calendar, a Saturday.
"""

from typing import Final

import msgspec

from ledger.calendar.custom import custom
from ledger.calendar.definition import CalendarDefinition
from ledger.calendar.gregorian import GREGORIAN

_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_LEAP_DAY: Final = {"leap": [{"days": 1, "years": "every 4"}]}

JULIAN: Final = custom(
    msgspec.convert(
        {
            "format": "campaign-calendar/1",
            "name": "julian",
            "weekdays": GREGORIAN.weekday_names,
            "months": [
                {"name": name, "days": days, **(_LEAP_DAY if name == "February" else {})}
                for name, days in zip(GREGORIAN.month_names, _DAYS, strict=True)
            ],
            "epoch": {"year": 1, "weekday": "Saturday", "gregorian": "0000-12-30"},
            "year_zero": True,
            "eras": [
                {"name": "BC", "backwards": True},
                {
                    "name": "AD",
                    "begins": {"year": 1, "month": "January", "day": 1},
                    "restarts_at": 1,
                },
            ],
        },
        CalendarDefinition,
    )
)
