"""Pieces of a page."""

from collections.abc import Iterable, Iterator, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a table, and a blank one; none for no rows."""
    lines = [_row(row) for row in rows]
    if lines:
        yield from (_row(head), _row(["---"] * len(head)), *lines, "")


def _row(cells: Sequence[str]) -> str:
    # inside backticks too a bar would end the cell
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def code(text: str) -> str:
    """Words as they are typed or printed."""
    return f"`{text}`"


def codes(words: Iterable[str]) -> str:
    """Several of them, with commas."""
    return ", ".join(map(code, words))


def anchor(heading: str) -> str:
    """What a heading is linked to by."""
    kept = [sign for sign in heading.lower() if sign.isalnum() or sign in "-_ "]
    return "".join(kept).replace(" ", "-")
