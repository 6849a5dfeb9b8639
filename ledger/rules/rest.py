"""Days of rest (rest.day): stretches of rest, their breaks, and the days that are complete.

Rest events that touch or overlap are one stretch. A day of rest is complete each time one day's
length has passed since the stretch began or since its last break.
"""

from typing import Literal

import msgspec

from ledger.events import Body

BREAKING = ("medium", "heavy")  # activities that break a rest, to its end


class Rest(Body, frozen=True, kw_only=True):
    """Time spent resting; the event's own span says from when to when.

    Attributes:
        complete: nothing but rest.
        activity: what else was done meanwhile; None for nothing worth naming.
    """

    complete: bool = False
    activity: Literal["light", "medium", "heavy"] | None = None


class Stretch(msgspec.Struct, frozen=True, gc=False):
    """A stretch of rest, in in-game seconds.

    Attributes:
        since: its beginning.
        until: its end as far as it is recorded.
        counted_from: where the day now running began: the beginning, the end of the last complete
            day, or the end of the last break.
        day: when the last day of rest was complete; None when there has been none.
        day_until: the end of the earlier stretch that `day` belongs to; None for this one.
    """

    since: int
    until: int
    counted_from: int
    day: int | None = None
    day_until: int | None = None

    def counted(self, at: int, day: int) -> "Stretch":
        """The stretch with the days that are complete by *at*; *day* is a day's length."""
        days = (min(at, self.until) - self.counted_from) // day
        if days < 1:
            return self
        end = self.counted_from + days * day
        return Stretch(self.since, self.until, end, end)

    def broken(self, at: int, until: int, day: int) -> "Stretch":
        """The stretch with a break from *at* until *until*: the count starts again there."""
        now = self.counted(at, day)
        return msgspec.structs.replace(now, counted_from=max(now.counted_from, until))

    def next_day(self, at: int, day: int) -> int | None:
        """When the day that runs at *at* is complete; None when the rest is too short for it."""
        end = self.counted(at, day).counted_from + day
        return end if end <= self.until else None

    @property
    def day_ends(self) -> int:
        """The end of the stretch in which the last complete day fell."""
        return self.until if self.day_until is None else self.day_until


def prolonged(stretch: Stretch | None, at: int, until: int, day: int) -> Stretch:
    """The stretch after rest from *at* to *until*; a new one where it does not touch the old."""
    if stretch is None:
        return Stretch(at, until, at)
    before = stretch.counted(at, day)
    if at > before.until:
        return Stretch(at, until, at, before.day, before.day_ends)
    return msgspec.structs.replace(before, until=max(before.until, until))


def rested(stretch: Stretch | None, at: int, until: int, rest: Rest, day: int) -> Stretch:
    """The stretch after a rest event from *at* to *until*."""
    after = prolonged(stretch, at, until, day)
    return after.broken(at, until, day) if rest.activity in BREAKING else after
