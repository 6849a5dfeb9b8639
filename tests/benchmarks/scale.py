"""Long campaigns: what one character and one year cost among a million events, and beside `ledger`.

Each measure is a whole process. `ledger` is the accounting program of that name (Debian package
`ledger`), which parses all of its journal for every answer; without it that comparison is left out.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from random import Random

from tests.benchmarks.histories import THREE_WEEKS, build, company
from tests.benchmarks.measures import Measure, process

EVENTS = 1_000  # of each character
ONE = company(1)[0][0]
YEAR = "2001"
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "status of one": ("status", ONE),
    "history of one and a year": ("history", f"who:{ONE}", "-p", YEAR),
}
SLOWER = 1.5  # times as long as among ten characters, at most
MEGABYTES = 300  # that moving a campaign of any length may take
PEER = "ledger balance"


def long_campaign(path: Path, people: int) -> str:
    """A campaign of so many characters and ten years, if it is not there already."""
    if not path.exists():
        build(str(path), company(people), EVENTS, pause=THREE_WEEKS)
    return str(path)


def scaling(folder: Path, people: int = 1_000) -> Mapping[str, Measure]:
    """The same questions to a campaign of ten characters and to one of many."""
    found: dict[str, Measure] = {}
    small = long_campaign(folder / "long-10.db", 10)
    large = long_campaign(folder / f"long-{people}.db", people)
    for name, words in QUESTIONS.items():
        few = f"{name}, 10 by 1,000"
        found[few] = Measure(partial(process, "--db", small, *words))
        found[f"{name}, {people:,} by 1,000"] = Measure(
            partial(process, "--db", large, *words), beside=few, held_to=1 / SLOWER
        )
    return found


def beside_ledger(folder: Path, people: int = 100) -> Mapping[str, Measure]:
    """One character's sheet beside the balances of a journal with as many transactions."""
    program = shutil.which("ledger")
    if program is None:
        return {}
    path = long_campaign(folder / f"long-{people}.db", people)
    journal, transactions = folder / "transactions.ledger", people * EVENTS
    write_transactions(journal, people, transactions)
    balance = [program, "--no-pager", "--file", str(journal), "balance"]
    peer = f"{PEER}, {transactions:,} transactions"
    return {
        peer: Measure(partial(quietly, balance)),
        f"status of one, {transactions:,} events": Measure(
            partial(process, "--db", path, "status", ONE), beside=peer, held_to=1.0
        ),
    }


def quietly(words: list[str]) -> None:
    """Run a program that must succeed."""
    # no account of the user's own: what is measured is the same everywhere
    environment = {**os.environ, "LEDGER_INIT_FILE": os.devnull, "HOME": os.devnull}
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=environment)


KINDS = (("hit", "lethal", 2), ("heal", "lethal", -1), ("gain", "blood", 3), ("spend", "blood", -1))


def write_transactions(path: Path, people: int, transactions: int) -> None:
    """A journal that keeps what the ledger keeps: date, id, kind, who, how much of what, a note."""
    names = [name.replace(" ", "-") for name, _ in company(people)]
    letters = Random(1998)  # noqa: S311 - ids, the same in every run
    with path.open("w", encoding="ascii") as file:
        for number in range(transactions):
            evening, person = divmod(number, people)
            year, day = divmod(evening, 12 * 28)
            date = f"{1998 + year}/{day // 28 + 1:02}/{day % 28 + 1:02}"
            kind, what, amount = KINDS[evening % len(KINDS)]
            code = "".join(letters.choices("klmnopqrstuvwxyz", k=12))
            file.write(
                f"{date} * ({code}) {kind}\n    ; the porter saw nothing\n"
                f"    Sheet:{names[person]}:{what}    {amount} {what}\n    Table:{kind}\n\n"
            )


def peak_memory(*words: str) -> int:
    """The most memory, in megabytes, that a command has in a process of its own."""
    code = (
        "import resource, sys; from cli.main import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit as done: assert not done.code\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], check=True, capture_output=True, text=True
    )
    return int(done.stderr.split()[-1])
