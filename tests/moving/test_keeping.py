"""`backup`, `db` and `completion`."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., Any]
Told = Callable[..., str]

SHORT = """\
init "Kept" --start "1998-10-31 21:00"
add Vera vampire stamina=2 humanity=7
add "Mary Jane" vampire stamina=2 humanity=7
"""
WRITING = """
import sys
from ledger.command import Command
from ledger.service import Ledger, open_recorder
while True:
    with Ledger.open(sys.argv[1], "write") as ledger, ledger.writing() as writer:
        recorder = open_recorder(writer)
        for _ in range(5):
            note = {"text": "x" * 2000}
            recorder.record(Command(verb="note", line="note Vera x", who=("Vera",), words=note))
        recorder.flush()
"""


def test_a_backup_is_whole_while_another_process_writes(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """Each copy verifies, holds whole transactions, and grows with the store."""
    told(sqlite_target, SHORT)
    writing = subprocess.Popen([sys.executable, "-c", WRITING, sqlite_target])
    try:
        counts = []
        for number in range(4):
            time.sleep(1)
            copy = str(tmp_path / f"copy{number}.db")
            assert call(sqlite_target, "backup", copy).code == 0
            assert call(copy, "verify").code == 0
            status = json.loads(call(copy, "-O", "json", "db", "status").out)
            counts.append(status["campaigns"][0]["events"])
    finally:
        writing.kill()
        writing.wait()
    assert all((count - 3) % 5 == 0 for count in counts)
    assert counts == sorted(counts)
    assert counts[-1] > counts[0]


def test_a_backup_overwrites_nothing(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """A file that is there stays as it is."""
    told(sqlite_target, SHORT)
    (tmp_path / "there").write_text("mine")
    answer = call(sqlite_target, "backup", str(tmp_path / "there"))
    assert (answer.code, "exists already" in answer.err) == (1, True)
    assert (tmp_path / "there").read_text() == "mine"


def test_a_backup_that_cannot_be_made_is_refused(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """A folder that is missing is named."""
    told(sqlite_target, SHORT)
    answer = call(sqlite_target, "backup", str(tmp_path / "no" / "where"))
    assert (answer.code, "cannot be made" in answer.err) == (1, True)


def test_a_backup_of_nothing_makes_no_file(call: Call, tmp_path: Path) -> None:
    """Neither a store nor a copy comes of a store that is missing."""
    assert call(str(tmp_path / "none.db"), "backup", str(tmp_path / "copy")).code == 3
    assert list(tmp_path.iterdir()) == []


def test_postgresql_has_its_own_backup(
    call: Call, told: Told, postgres_target: str, tmp_path: Path
) -> None:
    """The refusal says what to use instead, and leaves no file."""
    told(postgres_target, SHORT)
    answer = call(postgres_target, "backup", str(tmp_path / "copy"))
    assert (answer.code, "pg_dump" in answer.err, "export" in answer.err) == (1, True, True)
    assert list(tmp_path.iterdir()) == []


def test_the_store_describes_itself(call: Call, told: Told, store_target: str) -> None:
    """Location, revision, size and campaigns are told, for each database."""
    told(store_target, SHORT)
    status = json.loads(call(store_target, "-O", "json", "db", "status").out)
    assert (
        status["revision"]
        == status["newest"]
        == call(store_target, "db", "current").out.decode().strip()
    )
    assert status["size"] > 4096
    assert status["campaigns"] == [
        {"name": "Kept", "branches": ["main"], "commits": 3, "events": 3}
    ]
    assert call(store_target, "db", "path").out.decode().strip() == status["location"]
    assert b"Kept: 3 commands, 3 events" in call(store_target, "db", "status").out
    assert b"already" in call(store_target, "db", "upgrade").out


def test_another_schema_is_told_and_not_read(
    call: Call, told: Told, store_target: str, sql: Callable[..., None]
) -> None:
    """A store of another version can be looked at from outside."""
    told(store_target, SHORT)
    sql("UPDATE alembic_version SET version_num = 'campaign_9999'")
    status = json.loads(call(store_target, "-O", "json", "db", "status").out)
    assert (status["revision"], status["campaigns"]) == ("campaign_9999", None)
    assert call(store_target, "db", "upgrade").code == 3
    assert call(store_target, "verify").code == 3


@pytest.mark.parametrize("command", ["status", "path", "current", "upgrade"])
def test_a_missing_store_is_not_made(call: Call, tmp_path: Path, command: str) -> None:
    """Looking for a store never makes one."""
    assert call(str(tmp_path / "none.db"), "db", command).code == 3
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shells_script_calls_the_program(call: Call, shell: str) -> None:
    """The script is the shell's own and needs no store."""
    answer = call("nowhere.db", "completion", shell)
    assert answer.code == 0
    assert f"_CAMPAIGN_COMPLETE={shell}_complete".encode() in answer.out


def complete(store: str, *words: str, shell: str = "bash") -> list[str]:
    """What a shell is told for the last word, by the program as it is installed."""
    line = ["campaign", *words]
    asked = {
        "_CAMPAIGN_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": " ".join(line),
        "COMP_CWORD": str(len(line) - 1),
        "CAMPAIGN_DB": store,
    }
    kept = {key: value for key, value in os.environ.items() if not key.startswith("CAMPAIGN")}
    done = subprocess.run(
        ["campaign"], env={**kept, **asked}, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return [row.partition(",")[2] for row in done.stdout.splitlines() if row]


def test_names_are_completed(told: Told, sqlite_target: str) -> None:
    """Characters, behind commas too; a name with a blank is quoted for bash."""
    told(sqlite_target, SHORT)
    assert complete(sqlite_target, "hit", "V") == ["Vera"]
    assert complete(sqlite_target, "hit", "Vera,M") == ["'Vera,Mary Jane'"]
    assert complete(sqlite_target, "status", "a") == ["all"]
    assert complete(sqlite_target, "--campaign", "K") == ["Kept"]
    assert complete(sqlite_target, "--campaign", "None", "hit", "V") == []


def test_a_store_that_cannot_be_asked_completes_nothing(tmp_path: Path) -> None:
    """No store, a folder, a text and a URL give no names and no error."""
    (tmp_path / "text.db").write_text("hello")
    for store in ("none.db", "text.db", ".", "postgresql://user@nowhere/x"):
        assert complete(str(tmp_path / store) if "://" not in store else store, "hit", "V") == []


def test_a_hostile_name_runs_nothing(call: Call, told: Told, sqlite_target: str) -> None:
    """What bash puts into the line as it is, is quoted."""
    told(sqlite_target, SHORT)
    call(sqlite_target, "add", "X$(touch pwned)", "vampire", "stamina=1", "humanity=1")
    assert complete(sqlite_target, "hit", "X") == ["'X$(touch pwned)'"]


def test_completion_loads_no_library(told: Told, sqlite_target: str) -> None:
    """Nobody waits for SQLAlchemy, Alembic or Rich behind a key."""
    told(sqlite_target, SHORT)
    code = (
        "import sys\n"
        "from cli.main import main\n"
        "try: main([])\n"
        "except SystemExit: pass\n"
        "print([m for m in ('sqlalchemy', 'alembic', 'rich') if m in sys.modules], file=sys.stderr)"
    )
    asked = {
        "_CAMPAIGN_COMPLETE": "bash_complete",
        "COMP_WORDS": "campaign hit V",
        "COMP_CWORD": "2",
        "CAMPAIGN_DB": sqlite_target,
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Vera" in done.stdout
    assert done.stderr == "[]\n"
