"""One rule of the catalogue."""

import msgspec

RULING = "ruling"  # among the sources: the project decided it


class Rule(msgspec.Struct, frozen=True):
    """One rule as it is shown to a Storyteller."""

    id: str
    title: str
    text: str
    source: str


def rule(rule_id: str, title: str, text: str, *sources: str) -> Rule:
    """A rule with its sources."""
    return Rule(id=rule_id, title=title, text=text, source="; ".join(sources))
