"""Pointing at a sheet: what a player's word means on it (`level`, `blood`, `box 3`, `left arm`)."""

from collections.abc import Iterator, Mapping
from typing import Any

from ledger.errors import Refused
from ledger.naming import refuse_unknown
from ledger.projections.bill import Item, read_off
from ledger.projections.sheets import value_at
from ledger.replay import Life
from ledger.rules.subject import Subject


def items_of(life: Life, sheet: Mapping[str, Any]) -> list[Item]:
    """All that can be asked about on a sheet, in the order of the system's table."""
    subjects = () if life.system is None else life.system.reasons.subjects
    return [item for subject in subjects for item in _items(subject, sheet)]


def _items(subject: Subject, sheet: Mapping[str, Any]) -> Iterator[Item]:
    head, star, tail = subject.path.partition("*")
    if not star:
        names = (subject.name, *subject.other, subject.path)
        yield Item(subject, names, subject.path, frozenset(subject.effects), subject.marks)
        return
    try:
        there = value_at(sheet, head.rstrip("."))
    except Refused:
        return
    for key, name, others in _rows(there, subject.called):
        marks = None if subject.marks is None else subject.marks.replace("*", key)
        yield Item(
            subject,
            (
                subject.name.replace("*", name),
                *others,
                *(other.replace("*", name) for other in subject.other),
                head + key + tail,
            ),
            head + key + tail,
            frozenset(effect.replace("*", name) for effect in subject.effects),
            marks,
        )


def _rows(there: Any, called: str | None) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The key of each row in a path, its name, and what else means it."""
    if isinstance(there, Mapping):
        for key in there:
            yield key, key, ()
    elif isinstance(there, list):
        for place, row in enumerate(there):
            if called == "name":  # rows come and go: only the name stays
                yield row["name"], row["name"], ()
            else:
                said = () if called is None else (str(row[called]),)
                yield str(place), str(place + 1), (str(place + 1), *said)


def pointed_at(life: Life, sheet: Mapping[str, Any], word: str) -> list[Item]:
    """What a word means on a sheet: names of subjects, else a dotted path of the sheet.

    Raises:
        Refused: when it means nothing there, with a did-you-mean.
    """
    items = items_of(life, sheet)
    meant = _folded(word)
    found = [item for item in items if meant in {_folded(name) for name in item.names}]
    if found:
        told = {item.path for item in found}
        return [item for item in found if not _repeats(item, meant, told, sheet)]
    try:
        value = value_at(sheet, word)
    except Refused:
        if "." in word:
            raise
        raise refuse_unknown(word, _names(items, sheet), f"value on {life.who}'s sheet") from None
    if isinstance(value, Mapping) or (isinstance(value, list) and value and _has_rows(value)):
        return [item for item in items if item.path.startswith(f"{word}.")] or [
            _item(path) for path in _below(value, word)
        ]
    return [_item(word)]


def _repeats(item: Item, meant: str, told: set[str], sheet: Mapping[str, Any]) -> bool:
    """Whether a value that the word means only besides is the same as another that is told."""
    besides = meant != _folded(item.names[0])
    return besides and _usual_path(item) in told and not _is_unusual(item, sheet)


def _has_rows(value: list[Any]) -> bool:
    return all(isinstance(row, Mapping | list) for row in value)


def _below(value: Any, path: str) -> Iterator[str]:
    """The paths of all single values below a path."""
    rows = enumerate(value) if isinstance(value, list) and _has_rows(value) else ()
    for key, below in value.items() if isinstance(value, Mapping) else rows:
        at = f"{path}.{key}"
        if below and (isinstance(below, Mapping) or (isinstance(below, list) and _has_rows(below))):
            yield from _below(below, at)
        else:
            yield at


def _item(path: str) -> Item:
    """A value that no table speaks of."""
    parts = path.split(".")
    effects = frozenset((path, *parts))
    return Item(Subject(name=path, path=path), (path,), path, effects)


def _names(items: list[Item], sheet: Mapping[str, Any]) -> list[str]:
    quiet = [name for item in items if item.subject.quiet for name in item.names]
    loud = [name for item in items if not item.subject.quiet for name in item.names]
    return list(dict.fromkeys([*loud, *quiet, *sheet]))


def _folded(word: str) -> str:
    return " ".join(word.casefold().replace("_", " ").replace("-", " ").split())


def unusual(items: list[Item], sheet: Mapping[str, Any]) -> list[Item]:
    """What is told when nothing in particular is asked for: the level, and what is not as usual."""
    return [item for item in items if not item.subject.quiet and _is_unusual(item, sheet)]


def _is_unusual(item: Item, sheet: Mapping[str, Any]) -> bool:
    subject = item.subject
    if subject.always:
        return True
    value = read_off(sheet, item.path)
    if subject.usual is None:
        return value not in subject.normal
    return value != read_off(sheet, _usual_path(item) or item.path)


def _usual_path(item: Item) -> str | None:
    """Where the sheet says what is usual for a value."""
    before, _, behind = item.subject.path.partition("*")
    key = item.path.removeprefix(before).removesuffix(behind)
    return None if item.subject.usual is None else item.subject.usual.replace("*", key)
