"""How a refusal quotes what it could not read, and what it proposes instead."""

from collections.abc import Iterable

from ledger.errors import Refused

_LONGEST_TEXT = 200
_QUOTED_LENGTH = 60


def quoted(text: str) -> str:
    """The text in quotes, on one line and cut when it is long."""
    return repr(text if len(text) <= _QUOTED_LENGTH else f"{text[:_QUOTED_LENGTH]}…")


def tidied(text: str, what: str, forms: str) -> str:
    """The text with single blanks and plain minus signs; Refused when empty or overlong."""
    tidy = " ".join(text.replace("−", "-").split())  # noqa: RUF001 - that sign is what is meant
    if not tidy:
        raise Refused(f"{what} is missing\n{forms}")
    if len(tidy) > _LONGEST_TEXT:
        raise Refused(f"{quoted(tidy)} is too long for {what}\n{forms}")
    return tidy


def proposal(word: str, names: Iterable[str], likeness: float = 0.6) -> str:
    """`; did you mean …?` with the name most like the word, or nothing; likeness from 0 to 1."""
    import difflib  # noqa: PLC0415 - only a refusal needs it

    known = {name.casefold(): name for name in names}
    near = difflib.get_close_matches(word.casefold(), known, n=1, cutoff=likeness)
    return f"; did you mean {known[near[0]]}?" if near else ""
