"""Events in the words of the command line."""

from collections.abc import Mapping
from typing import Any


def what_of(row: Mapping[str, Any]) -> str:
    """An event in the words of the command line, in short."""
    if row["type"] == "effect":
        return ""
    words = [row["type"]]
    for key, value in row["data"].items():
        if key == "secret":
            continue
        if isinstance(value, bool):
            words.append(key if value else f"no {key}")
        elif key == "calendar" and isinstance(value, Mapping):
            words.append(f"calendar {value['name']}")
        elif isinstance(value, Mapping):
            words += [f"{name}={_written(item)}" for name, item in value.items()]
        elif key in PLAIN or (key == "location" and row["type"] == "treat"):
            words.append(_written(value))
        elif key != "answers":
            words.append(f"{CALLED.get((row['type'], key), key)} {_written(value)}")
    if row["until"] is not None:
        words.append(f"until {row['until']}")
    if row["by"]:
        words.append(f"by {row['by']}")
    if row["data"].get("secret"):
        words.append("(secret)")
    return " ".join(words)


def _written(value: Any) -> str:
    """A value as it would be typed: dice and levels with commas between."""
    if isinstance(value, list | tuple):
        return ",".join("inc" if item is None else str(item) for item in value) or "none"
    return str(value)


# options that have another name than the word that is kept
CALLED = {
    ("spend", "purpose"): "for",
    ("gain", "source"): "from",
    ("meditate", "method"): "with",
    ("hit", "location"): "to the",
    ("alter", "lasts"): "seconds",
}
PLAIN = (
    "step", "amount", "type", "points", "pool", "levels", "result", "name", "text",
    "test", "method", "characteristic", "want", "level", "encumbrance", "item", "act",
)  # fmt: skip


def effect_of(row: Mapping[str, Any]) -> str:
    """What an event brought about, in one line."""
    texts = "; ".join(effect["text"] for effect in row["effects"])
    return f"(void: {row['voided_by']}) {texts}".rstrip() if row["voided_by"] else texts
