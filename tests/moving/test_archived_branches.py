"""Branches move with their campaign: to the letter, adopted, put away, current or not."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Call = Callable[..., Any]
Told = Callable[..., str]

STORY = """\
init "Two Endings" --start "1998-10-31 21:00"
add Philippa vampire stamina=2 humanity=7
hit Philippa 4 lethal --soak 1
branch create healed
branch switch healed
heal Philippa 1
what-if --rule nightly_blood=off --do "hit Philippa 1 aggravated" --save "never hungry"
branch create gone --known-at 4
branch delete gone
branch switch main
hit Philippa 1 lethal
branch adopt healed
"""


def ok(call: Call, store: str, *arguments: str, stdin: bytes = b"") -> bytes:
    answer = call(store, *arguments, stdin=stdin)
    assert answer.code == 0, answer.err
    out: bytes = answer.out
    return out


def branches(call: Call, store: str) -> list[tuple[str, str | None, bool]]:
    rows = json.loads(ok(call, store, "-O", "json", "branch", "list"))
    return [(row["name"], row["parent"], row["current"]) for row in rows]


def sheet(call: Call, store: str, branch: str) -> Any:
    return json.loads(ok(call, store, "-O", "json", "--branch", branch, "status"))


def test_all_branches_move_to_the_letter(
    call: Call, told: Told, store_target: str, tmp_path: Path
) -> None:
    """The copy has the same branches, digests and bytes, and verifies on both databases."""
    archive = ok(call, told(store_target, STORY), "export")
    copy = str(tmp_path / "copy.db")
    ok(call, copy, "import", "-", stdin=archive)
    assert ok(call, copy, "export") == archive
    assert ok(call, copy, "verify") == b""
    assert branches(call, copy) == branches(call, store_target)
    for branch in ("main", "healed", "never hungry"):
        assert sheet(call, copy, branch) == sheet(call, store_target, branch)


def test_a_copy_learns_of_branches_and_of_what_was_adopted(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """An older copy takes in new branches, commits on known ones, and keeps its own current one."""
    copy = str(tmp_path / "copy.db")
    ok(call, copy, "import", "-", stdin=ok(call, told(sqlite_target, STORY), "export"))
    ok(call, copy, "branch", "switch", "healed")
    told(
        sqlite_target,
        'branch create later\nbranch switch later\nfeed Philippa 1\nbranch adopt "never hungry"\n',
    )
    newer = ok(call, sqlite_target, "export")
    ok(call, copy, "import", "-", stdin=newer)
    assert ("healed", "main", True) in branches(call, copy)
    assert ("later", "main", False) in branches(call, copy)
    assert sheet(call, copy, "later") == sheet(call, sqlite_target, "later")
    assert b"0 new" in ok(call, copy, "import", "-", stdin=newer)
    assert ok(call, copy, "verify") == b""


def test_a_current_branch_is_current_in_a_new_store(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """Who imports a campaign goes on where it was."""
    told(sqlite_target, STORY)
    ok(call, sqlite_target, "branch", "switch", "never hungry")
    copy = str(tmp_path / "copy.db")
    ok(call, copy, "import", "-", stdin=ok(call, sqlite_target, "export"))
    assert ("never hungry", "healed", True) in branches(call, copy)


def test_a_branch_as_a_journal(call: Call, told: Told, sqlite_target: str, tmp_path: Path) -> None:
    """What stands of a branch, a rule throughout included, gives the same sheets when it is run."""
    told(sqlite_target, STORY)
    journal = ok(call, sqlite_target, "--branch", "never hungry", "export", "--format", "journal")
    copy = str(tmp_path / "copy.db")
    ok(call, copy, "run", "-", stdin=journal)
    left, right = sheet(call, copy, "main"), sheet(call, sqlite_target, "never hungry")
    for sheets in (left, right):
        for box in sheets["characters"][0]["boxes"]:
            del box["event"]
    assert left["characters"] == right["characters"]
    assert left["at"] == right["at"]
