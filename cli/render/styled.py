"""Lines with styles, for which Rich is loaded only where somebody sees styles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import rich.text


class Text:
    """A text of parts, each with a style, as Rich has it: a pipe gets it without loading Rich."""

    def __init__(self, text: str = "", style: str = "") -> None:
        self._parts: list[tuple[str, str]] = [(text, style)]

    @classmethod
    def assemble(cls, *parts: str | tuple[str, str]) -> Self:
        """A text of plain parts and styled ones."""
        made = cls()
        for part in parts:
            made.append(*((part, "") if isinstance(part, str) else part))
        return made

    def append(self, text: str, style: str = "") -> Self:
        """Add a part at the end."""
        self._parts.append((text, style))
        return self

    def __str__(self) -> str:
        return "".join([text for text, _ in self._parts])

    def __rich__(self) -> rich.text.Text:
        """The same for Rich's console."""
        from rich.text import Text as RichText

        return RichText.assemble(*self._parts)
