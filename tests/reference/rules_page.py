"""`docs/rules.md`, from the catalogue of rules and the settings of a campaign."""

import re
from collections.abc import Iterator

from ledger.rules.catalogue import CHAPTERS, request, storyteller
from ledger.rules.catalogue.rule import Rule
from ledger.rules.settings import SETTINGS, Settings
from tests.reference.docstrings import attributes_of
from tests.reference.markdown import anchor, code, table

INTRODUCTION = """\
# Rules

Every rule that the ledger applies, in its own words. `explain` and every recording command name rules by
their ids, and `campaign rules show ID` prints one. A sentence that begins with "Ruling" says what the
ledger does where the sources are silent or disagree.
"""
SETTINGS_ARE = """\
## Settings

A setting counts from a date on: `campaign rule dusk=17:30`, or from the start: `campaign init … --set
dusk=17:30`. What is not said is as the last column says.
"""
BOOKS = (storyteller, request)


def rules_page() -> str:
    """The page."""
    return "\n".join(_lines()).rstrip() + "\n"


def _lines() -> Iterator[str]:
    yield INTRODUCTION
    for book, title, _ in chapters():
        yield f"- {book}: [{title}](#{anchor(heading(book, title))})"
    yield "- [Settings](#settings)\n"
    for book, title, rules in chapters():
        yield f"## {heading(book, title)}\n"
        for rule in rules:
            yield f"### {code(rule.id)}\n\n**{rule.title}.** {rule.text}\n\nSource: {rule.source}\n"
    yield SETTINGS_ARE
    meanings = attributes_of(Settings)
    rows = [
        (code(name), setting.values, _without_default(meanings[name]), default_of(name))
        for name, setting in SETTINGS.items()
    ]
    yield from table(("setting", "values", "what it is", "if nothing is said"), rows)


def heading(book: str, title: str) -> str:
    """The heading of a chapter."""
    return f"{book}: {title}"


def chapters() -> Iterator[tuple[str, str, tuple[Rule, ...]]]:
    """Each chapter with the book that it is in and its title."""
    for chapter in CHAPTERS:
        book, name = next(
            (book, name)
            for book in BOOKS
            for name, value in vars(book).items()
            if value is chapter and not name.startswith("_")
        )
        title = (book.__doc__ or "").partition(", in the project's own words")[0]
        yield title, name.replace("_", " ").capitalize(), chapter


UNSAID = re.compile(r"; null for (.*?)(?= \(|$)")


def _without_default(meaning: str) -> str:
    return UNSAID.sub("", meaning)


def default_of(setting: str) -> str:
    """What holds where a setting is not said, as it is written."""
    value = getattr(Settings(), setting)
    if value is None:
        said = UNSAID.search(attributes_of(Settings)[setting])
        assert said is not None, f"say what None is for {setting}"
        return said[1]
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
