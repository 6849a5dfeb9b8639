"""Processes of their own: closed pipes, and several who write at once."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ledger.service import Ledger, find_campaign
from ledger.store.audit import verify

if TYPE_CHECKING:
    from tests.cli.conftest import Program

CAMPAIGN = (sys.executable, "-m", "cli.main")


def test_a_closed_pipe_is_quiet(alley: Program, quiet_environment: dict[str, str]) -> None:
    """Who reads one line of a long history gets it, and nobody complains."""
    alley.journal(*[f"note Veronica 'night {n} {'x' * 900}'" for n in range(300)])
    for output in ("text", "json"):
        with subprocess.Popen(
            [*CAMPAIGN, "-O", output, "history"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=alley.folder,
            env=quiet_environment,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait() == 0


WRITER = """
import sys
from cli.main import main
for number in range(10):
    try:
        main(["note", "Veronica", f"{sys.argv[1]} {number}"])
    except SystemExit as done:
        if done.code:
            raise
"""


def test_four_processes_leave_no_gap(alley: Program, quiet_environment: dict[str, str]) -> None:
    """Four at once with ten commands each: all succeed, positions are gapless, the chain holds."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, name],
            cwd=alley.folder,
            env=quiet_environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for name in "ABCD"
    ]
    for process in processes:
        _, wrong = process.communicate()
        assert (process.returncode, wrong) == (0, b"")
    rows = alley.json("history")
    assert [row["position"] for row in rows] == list(range(1, 44))
    for name in "ABCD":
        said = [row["data"]["text"] for row in rows if row["data"].get("text", "")[:1] == name]
        assert said == [f"{name} {number}" for number in range(10)]
    with Ledger.open(str(alley.store)) as ledger, ledger.reading() as reader:
        assert verify(reader, reader.branch(find_campaign(reader, None))) == []


def test_who_waits_too_long_is_told_by_4(alley: Program, quiet_environment: dict[str, str]) -> None:
    """A store that somebody holds is exit code 4, in one line, and nothing is written."""
    code = (
        "import ledger.store.engine as e, cli.main\n"
        "whole = e.open_database\n"
        "e.open_database = lambda target, mode, *, patience: whole(target, mode, patience=0.05)\n"
        "cli.main.main(['note', 'Veronica', 'x'])"
    )
    with closing(sqlite3.connect(alley.store, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        done = subprocess.run(
            [sys.executable, "-c", code],
            check=False,
            cwd=alley.folder,
            env=quiet_environment,
            capture_output=True,
            text=True,
        )
        holder.execute("ROLLBACK")
    assert (done.returncode, done.stdout) == (4, "")
    assert len(done.stderr.splitlines()) == 1
    assert alley.json("status")["position"] == 3


def test_a_reader_does_not_wait_for_a_writer(alley: Program) -> None:
    """Asking is possible while somebody records."""
    with closing(sqlite3.connect(alley.store, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert alley.json("status")["position"] == 3
        holder.execute("ROLLBACK")


def test_the_installed_command_runs(tmp_path: Path, quiet_environment: dict[str, str]) -> None:
    """The entry point, as a shell starts it."""
    program = str(Path(sys.executable).with_name("campaign"))
    done = subprocess.run(
        [program, "-O", "json", "init", "Dark", "--start", "1998-10-31"],
        check=False,
        cwd=tmp_path,
        env=quiet_environment,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [event["type"] for event in json.loads(done.stdout)["events"]] == ["init"]
    missing = subprocess.run(
        [program, "--db", "typo.db", "status"],
        check=False,
        cwd=tmp_path,
        env=quiet_environment,
        capture_output=True,
        text=True,
    )
    assert (missing.returncode, missing.stdout) == (3, "")
    assert sorted(path.name for path in tmp_path.iterdir() if "typo" in path.name) == []


@pytest.mark.parametrize(
    "line",
    [
        ["status"],
        ["--color", "always", "status"],
        ["-O", "json", "status"],
        ["--help"],
        ["note", "Veronica", "x"],
        ["rules", "list"],
    ],
)
def test_a_pipe_closed_from_the_start_is_quiet(
    alley: Program, quiet_environment: dict[str, str], line: list[str]
) -> None:
    """Who wants no answer gets none, and what was done is done."""
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(
        [*CAMPAIGN, *line],
        check=False,
        stdout=writes,
        stderr=subprocess.PIPE,
        cwd=alley.folder,
        env=quiet_environment,
    )
    os.close(writes)
    assert (done.returncode, done.stderr) == (0, b"")
