"""Sheets: the status of characters at an in-game second, as the reference describes it."""

from typing import Any

from ledger.projections.agenda import due_rows
from ledger.replay import Life


def sheet(life: Life, at: int) -> dict[str, Any] | None:
    """A character's sheet; None when the character has not been added by then."""
    state, world = life.at(at)
    if state is None or life.system is None:
        return None
    ahead = [
        {"at": row["at"], "what": row["what"], "rule": row["rule"]} for row in due_rows([life], at)
    ]
    findings = [{"event": finding.event, "why": finding.why} for finding in life.findings]
    return {
        "name": life.who,
        "system": life.system.name,
        **life.system.sheet(state, world, at),
        "due": ahead,
        "findings": findings,
    }
