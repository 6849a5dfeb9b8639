"""What one can point at on a sheet and ask: why is it so? Small tables, which each system declares.

The answer (`ledger/projections/explanation.py`) is found in the replay itself: it follows one value of
the sheet through every event and effect. A table only says what the value is called, where it stands
on the sheet, and which effects and rules speak of it. A value without an entry is still explained by
its dotted path on the sheet.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from ledger.rules.settings import World


class Remark(msgspec.Struct, frozen=True):
    """What else there is to say about a value as it stands, and by which rule."""

    text: str
    rule: str


class Cure(msgspec.Struct, frozen=True):
    """What takes a mark away that does not go by itself, and by which rule."""

    what: str
    rule: str


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """Something on a sheet that has a history.

    A `*` in the path stands for every key of a table, or every row of a list; where it stands in the
    name or among the effects, it is that key or the row's name.

    Attributes:
        name: what a player calls it.
        path: where its value stands in the status document, with dots.
        other: further names that mean it.
        called: for rows of a list, the key that holds a row's name; None where they only have numbers.
        effects: what effects call it (`Effect.what`).
        told: effects that are told though the value stays as it is (a blow that was soaked).
        aside: effects that may stand before and have nothing to do with it.
        rules: what else governs it, besides the rules of its effects.
        reads: other values that are read off it: path and rule.
        usual: the path of the value that it usually has; None where `normal` says it.
        normal: values that are nothing unusual.
        always: whether it is told though it is as usual, when nothing in particular is asked for.
        quiet: whether it is told only when it is asked for.
        marks: the path of the rows whose marks it is about; None when it is about none.
        cures: what takes such a mark away, by its kind.
        remarks: what else there is to say about a state as it is, in a world, at an in-game second.
    """

    name: str
    path: str
    other: tuple[str, ...] = ()
    called: str | None = None
    effects: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    reads: tuple[tuple[str, str], ...] = ()
    usual: str | None = None
    normal: tuple[str | int | None, ...] = (None,)
    always: bool = False
    quiet: bool = False
    marks: str | None = None
    cures: Mapping[str, Cure] = {}
    remarks: Callable[[Any, World, int], tuple[Remark, ...]] | None = None


Because = Callable[[Any, World, int], str]
NONE: Mapping[str, Any] = MappingProxyType({})


class Reasons(msgspec.Struct, frozen=True):
    """What a system says about its sheet, for whoever asks why.

    Attributes:
        subjects: what can be asked about.
        looks_at: by rule, the traits and the campaign settings that its outcome depends on.
        because: by rule, how it came to its outcome: the character as the rule found her (after the
            time before it has passed), the world, the in-game second. Empty for nothing to say.
    """

    subjects: tuple[Subject, ...] = ()
    looks_at: Mapping[str, tuple[str, ...]] = NONE
    because: Mapping[str, Because] = NONE


UNSAID = Reasons()
