"""A name that is not known: the refusal with a did-you-mean."""

from collections.abc import Sequence
from difflib import get_close_matches

from ledger.errors import Refused


def refuse_unknown(word: str, known: Sequence[str], what: str) -> Refused:
    """The refusal of a *word* that is not among the *known*, with the nearest of them."""
    near = get_close_matches(word, known, 1)
    hint = (
        f"; did you mean {near[0]}?" if near else f"; there is {', '.join(known)}" if known else ""
    )
    return Refused(f"no {what} {word[:60]!r}{hint}")
