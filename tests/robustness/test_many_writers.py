"""Many processes record in one campaign at the same time."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from ledger.service import Ledger
from ledger.store.audit import verify


def append_at_once(
    target: str, begin: Callable[..., None], appenders: Any, processes: int, commands: int
) -> None:
    names = [f"Ann{number}" for number in range(processes)]
    begin(target, *names)
    began = time.perf_counter()
    for who in names:
        appenders.start(target, who, commands)
    ended: list[str] = []
    said: list[str] = []
    conflicts = 0
    while len(ended) < processes:
        _, word, value = appenders.hear()
        if word == "end":
            ended.append(value)
        elif word == "done":
            said.append(value)
        conflicts += word == "conflict"
    print(f"{time.perf_counter() - began:.1f} s, {conflicts} conflicts")  # noqa: T201  with -s
    assert ended == ["0"] * processes
    with Ledger.open(target) as ledger, ledger.reading() as reader:
        branch = reader.branch(reader.campaigns()[0])
        assert verify(reader, branch) == []
        commits, events = reader.commits(branch), reader.events(branch)
    mine = [commit for commit in commits if commit.line.startswith("hit")]
    assert sorted(commit.id for commit in mine) == sorted(said)
    assert len(mine) == processes * commands
    assert [commit.number for commit in commits] == list(range(1, len(commits) + 1))
    assert [event.position for event in events] == list(range(1, len(events) + 1))


def test_four_processes_record_at_once(
    store_target: str, begin: Callable[..., None], appenders: Any
) -> None:
    """Four processes record 25 commands each; all are kept, in one chain without a gap."""
    append_at_once(store_target, begin, appenders, 4, 25)


@pytest.mark.long
def test_eight_processes_record_at_once(
    store_target: str, begin: Callable[..., None], appenders: Any
) -> None:
    """Eight processes record 200 commands each, likewise."""
    append_at_once(store_target, begin, appenders, 8, 200)
