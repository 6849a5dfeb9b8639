"""Which texts both databases give back unchanged."""

from ledger.errors import Refused


def refuse_unstorable(name: str, text: str | None) -> None:
    """Refuse a NUL, which PostgreSQL cannot keep, and text that has no UTF-8 form."""
    if text is None:
        return
    if "\0" in text:
        raise Refused(f"{name} holds a NUL character: {text!r}")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Refused(f"{name} is not valid Unicode text: {text!r}") from error
