"""What text a ledger keeps: any script and sign, but nothing that moves a cursor or turns a line."""

import unicodedata

from ledger.errors import Refused

# controls, halves of signs, line and paragraph separators
_UNFIT = frozenset({"Cc", "Cs", "Zl", "Zp"})
# what makes a terminal show a text in another order than it has
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def is_fit(sign: str) -> bool:
    """Whether a sign may stand in a text."""
    return unicodedata.category(sign) not in _UNFIT and sign not in _TURNING


LONGEST = 10_000  # signs in a note or any other text


def refuse_unfit(text: str) -> None:
    """Refuse a text that is too long or has a control character.

    Raises:
        Refused: naming the sign.
    """
    if len(text) > LONGEST:
        raise Refused(f"{text[:40]!r}… has {len(text)} signs; at most {LONGEST} are kept")
    for sign in text:
        if not is_fit(sign):
            raise Refused(f"{text[:60]!r} has a control character ({sign!r}); leave it out")


def shown_safely(text: str) -> str:
    """A text of any origin for a terminal, with a mark in place of what is unfit."""
    return "".join([sign if is_fit(sign) else "\N{REPLACEMENT CHARACTER}" for sign in text])
