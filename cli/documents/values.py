"""Values that many documents have in common."""

from typing import Annotated

import msgspec

Date = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^-?\d{4,}-.+-\d\d+ \d\d+:\d\d+:\d\d+$",
        title="date",
        description="In-game date and time in the campaign's calendar, `YYYY-MM-DD HH:MM:SS`.",
    ),
]
Day = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^-?\d{4,}-.+-\d\d+$",
        title="day",
        description="In-game day in the campaign's calendar, `YYYY-MM-DD`.",
    ),
]
RealTime = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$",
        title="real time",
        description="Real date and time, UTC, in ISO 8601 form.",
    ),
]
Value = int | str | None
