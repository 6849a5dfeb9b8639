"""What can go wrong, told apart by what the user can do about it.

Every message is one or two lines: what is wrong, where, and what would be right.
"""


class LedgerError(Exception):
    """The base of all errors that a user may cause; never shown with a traceback."""


class Refused(LedgerError):
    """A rule, an unknown name or a bad value forbids it; nothing was written."""


class StoreUnusable(LedgerError):
    """The store is missing, damaged, or of another schema."""


class Conflict(LedgerError):
    """Somebody else wrote first, or holds the store for too long."""
