"""Public ids of commits: short random words, so that a prefix of a few letters names one."""

import secrets

ALPHABET = "klmnopqrstuvwxyz"  # no digit and no hex letter: never taken for a position or a digest
LENGTH = 12  # 48 bits: among 100,000 commits of a campaign two agree once in 56,000 campaigns


def random_id() -> str:
    """Draw a new public id of a commit; its events are `<id>.1`, `<id>.2` and so on."""
    bits = secrets.randbits(4 * LENGTH)
    return "".join([ALPHABET[bits >> shift & 15] for shift in range(0, 4 * LENGTH, 4)])


def is_public_id(text: str) -> bool:
    """Say whether `text` could be the whole id of a commit."""
    return len(text) == LENGTH and set(text) <= set(ALPHABET)


def first_and_last(prefix: str) -> tuple[str, str] | None:
    """Give the smallest and the largest id that begin with `prefix`; None if no id can."""
    if len(prefix) > LENGTH or not set(prefix) <= set(ALPHABET):
        return None
    return prefix.ljust(LENGTH, ALPHABET[0]), prefix.ljust(LENGTH, ALPHABET[-1])
