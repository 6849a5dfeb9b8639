"""A duration by the calendar: so many years, months, weeks, days, and exact seconds."""

from msgspec import Struct


class Duration(Struct, frozen=True, kw_only=True):
    """A span to add to an instant; none of its parts is negative.

    Years, months, weeks and days are the calendar's own, so how many seconds they last depends
    on where they begin. Hours and minutes are exact and stand in `seconds`.
    """

    years: int = 0
    months: int = 0
    weeks: int = 0
    days: int = 0
    seconds: int = 0

    def __post_init__(self) -> None:
        if min(self.years, self.months, self.weeks, self.days, self.seconds) < 0:
            # No user gets here, for the reading of durations refuses a sign.
            raise ValueError(f"a duration has no negative parts: {self}")

    @property
    def is_zero(self) -> bool:
        """Whether adding it changes no instant."""
        return not (self.years or self.months or self.weeks or self.days or self.seconds)
