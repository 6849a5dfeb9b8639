"""A fork server whose children record commands, one transaction each, until they are killed.

It reads one line for each child from its input: `NUMBER TARGET WHO COMMANDS` (0 commands: without
end). What it writes, a line at a time: `NUMBER pid PID`, then `NUMBER done COMMIT` after every
commit, and at last `NUMBER end STATUS`. Everything is imported before the first fork, so that a
child costs a few milliseconds.
"""

import os
import sys
from itertools import count

import psycopg  # noqa: F401  imported once for all children
import sqlalchemy.dialects.postgresql.psycopg  # noqa: F401  likewise

import ledger.store.event_store  # noqa: F401  likewise
import migrations  # noqa: F401  likewise
from ledger.command import Command
from ledger.errors import Conflict
from ledger.service import Ledger, open_recorder

TRIES = 5


def record(ledger: Ledger, who: str) -> str:
    """One command of two events, in a transaction of its own; its commit's id once it is kept."""
    words = {"amount": 2, "type": "bashing", "soak_amount": 2}
    line = f"hit {who} 2 bashing --soak 2"
    with ledger.writing() as writer:
        recorder = open_recorder(writer)
        receipt = recorder.record(Command(verb="hit", line=line, who=(who,), words=words))
        recorder.flush()
    assert receipt.command is not None
    return receipt.command


def patiently(ledger: Ledger, who: str, say: str) -> str:
    """The same, again where another writer was in the way for too long."""
    for attempt in count(1):
        try:
            return record(ledger, who)
        except Conflict:
            os.write(1, f"{say} conflict {attempt}\n".encode())
            if attempt == TRIES:
                raise
    raise AssertionError


def work(say: str, target: str, who: str, commands: int) -> None:
    """What a child does."""
    with Ledger.open(target, "write") as ledger:
        for number in count(1):
            commit = patiently(ledger, who, say)
            os.write(1, f"{say} done {commit}\n".encode())
            if number == commands:
                return


def serve() -> None:
    """Fork a guardian for each line, which forks the child and tells of its end."""
    for request in sys.stdin:
        number, target, who, commands = request.split()
        if os.fork():
            os.wait()
            continue
        if os.fork():  # the guardian's guardian, so that the server need not wait
            os._exit(0)
        child = os.fork()
        if not child:
            try:
                work(number, target, who, int(commands))
            except BaseException as why:  # noqa: BLE001  a child that must not go on as a server
                sys.stderr.write(f"{why!r}\n")
                os._exit(1)
            os._exit(0)
        os.write(1, f"{number} pid {child}\n".encode())
        _, status = os.waitpid(child, 0)
        os.write(1, f"{number} end {os.waitstatus_to_exitcode(status)}\n".encode())
        os._exit(0)


if __name__ == "__main__":
    serve()
