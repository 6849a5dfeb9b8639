"""Pools of points (blood, Willpower): what is there, at most how much, spending and gaining."""

import msgspec

from ledger.events import Body, Count

LARGEST_POOL = 1000  # beyond any sheet; keeps a mistyped number from becoming a thousand nights


class Pool(msgspec.Struct, frozen=True, gc=False):
    """Points held and the most that can be gained; more may be held when the maximum has fallen."""

    now: int
    max: int

    def spent(self, points: int) -> "Pool":
        """The pool with *points* fewer; the caller has checked that they are there."""
        return Pool(self.now - points, self.max)

    def gained(self, points: int) -> "Pool":
        """The pool with at most *points* more: cut at the maximum, and nothing while above it."""
        most, now = self.max, self.now + points
        return Pool(now if now <= most else max(self.now, most), most)

    def limited(self, maximum: int) -> "Pool":
        """The pool under another maximum; what is held stays."""
        return Pool(self.now, maximum)


class Spend(Body, frozen=True, kw_only=True):
    """Points that go out of a pool, and perhaps what for."""

    points: Count
    pool: str
    purpose: str | None = None


class Gain(Body, frozen=True, kw_only=True):
    """Points that come into a pool, and perhaps whence."""

    points: Count
    pool: str
    source: str | None = None
