"""What docstrings say of a type and of its fields, to readers for whom None is null."""

import inspect
import re
from typing import Any

_FIELD = re.compile(r"^    (?! )(\w+): (.*(?:\n {5,}.*)*)", re.MULTILINE)


def summary_of(cls: type[Any]) -> str:
    """What a type is, without its fields."""
    text = (inspect.getdoc(cls) or "").partition("\nAttributes:")[0]
    return _plain(text)


def attributes_of(cls: type[Any]) -> dict[str, str]:
    """What each field means; what a type does not say, its bases may."""
    said: dict[str, str] = {}
    for one in reversed(cls.__mro__):
        listed = inspect.cleandoc(one.__doc__ or "").partition("\nAttributes:")[2]
        said |= {name: _plain(text).rstrip(".") for name, text in _FIELD.findall(listed)}
    return said


def _plain(text: str) -> str:
    return re.sub(r"\bNone\b", "null", re.sub(r"\s+", " ", text)).strip()
