"""kill -9: what was acknowledged stays, and nothing is there by half."""

import os
import random
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from ledger.command import Command
from ledger.service import Ledger, open_recorder
from ledger.store import CommitRow
from ledger.store.audit import verify

LONGEST_WAIT = 0.02  # seconds between an acknowledgement and the kill; a commit takes some 0.005


def kill_one(appenders: Any, target: str, chance: random.Random) -> list[str]:
    """Start a child, kill it in the midst of its work; the commits that it acknowledged."""
    child = appenders.start(target, "Vera")
    done: list[str] = []
    pid, enough = 0, chance.randint(1, 3)
    while len(done) < enough:
        number, word, value = appenders.hear()
        assert number == child
        assert word in {"pid", "done"}, (word, value)
        if word == "pid":
            pid = int(value)
        else:
            done.append(value)
    while not pid:  # its guardian may be slower than itself
        _, word, value = appenders.hear()
        pid = int(value) if word == "pid" else 0
        done += [value] if word == "done" else []
    time.sleep(chance.uniform(0, LONGEST_WAIT))
    os.kill(pid, signal.SIGKILL)
    while True:
        _, word, value = appenders.hear()
        if word == "end":
            assert value == str(-signal.SIGKILL)
            return done
        done.append(value)


def commits(ledger: Ledger) -> tuple[CommitRow, ...]:
    with ledger.reading() as reader:
        branch = reader.branch(reader.campaigns()[0])
        assert verify(reader, branch) == []
        return reader.commits(branch)


def record_one(ledger: Ledger) -> str:
    words = {"text": "and yet she goes on"}
    command = Command(verb="note", line="note Vera", who=("Vera",), words=words)
    with ledger.writing() as writer:
        recorder = open_recorder(writer)
        receipt = recorder.record(command)
        recorder.flush()
    assert receipt.command is not None
    return receipt.command


def kill_many(target: str, begin: Callable[..., None], appenders: Any, kills: int) -> None:
    chance, known = random.Random(kills), set[str]()  # noqa: S311  no secret
    begin(target, "Vera")
    with Ledger.open(target) as ledger:
        known = {commit.id for commit in commits(ledger)}
    for _ in range(kills):
        done = kill_one(appenders, target, chance)
        with Ledger.open(target, "write") as ledger:
            assert {*known, *done} <= {commit.id for commit in commits(ledger)}
            known |= {*done, record_one(ledger)}
            found = commits(ledger)
        # one commit may have been kept whose acknowledgement the kill has cut off
        unsaid = {commit.id for commit in found} - known
        assert len(unsaid) <= 1
        known |= unsaid
        for commit in found[2:]:  # after `init` and `add`
            events = commit.last_position - commit.first_position + 1
            assert events == (2 if commit.line.startswith("hit") else 1)


def test_fifty_kills_lose_nothing(
    store_target: str, begin: Callable[..., None], appenders: Any
) -> None:
    """After each of fifty kills all that was acknowledged is there, whole, and work goes on."""
    kill_many(store_target, begin, appenders, 50)


@pytest.mark.long
def test_a_thousand_kills_lose_nothing(
    store_target: str, begin: Callable[..., None], appenders: Any
) -> None:
    """The same a thousand times."""
    kill_many(store_target, begin, appenders, 1_000)
