"""The measures under pytest-benchmark, each by itself.

`pytest tests/benchmarks -n 0 -m "benchmark and not long" --benchmark-only` runs them; the ordinary
run leaves them out.

`table.py` runs the same measures in turn and gives the ratios. On the test suite's PostgreSQL
server nothing waits for the disk (fsync is off there).
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

pytest.importorskip("eventsourcing")
pytest.importorskip("pytest_benchmark")
from tests.benchmarks.histories import WAYS
from tests.benchmarks.measures import Measure, appending, asking, replaying
from tests.benchmarks.scale import MEGABYTES, beside_ledger, long_campaign, peak_memory, scaling
from tests.benchmarks.scale import QUESTIONS as LONG_QUESTIONS

pytestmark = pytest.mark.benchmark

Time = Callable[..., None]
REPLAYS = (
    "raw sqlite3: select",
    "eventsourcing: get",
    *[f"replay of one {system}" for system in WAYS],
)
APPENDS = (
    "eventsourcing: save of 100",
    "raw sqlite3: executemany of 100",
    "eventsourcing: 20 single saves",
    "raw sqlite3: 20 single inserts",
    *[
        f"{database}: {what}"
        for database in ("sqlite", "postgresql")
        for what in (
            "append of 100, one commit",
            "20 single appends",
            "journal of 100 commands, with rules",
            "20 single commands, with rules",
        )
    ],
)
QUESTIONS = [
    f"{command}, {events} events, {way}"
    for command in ("status", "history", "due")
    for events in ("10", "10,000")
    for way in ("in process", "a process")
] + [
    f"what-if, 10,000 events, {change}"
    for change in (
        "without the first hit",
        "without a late hit",
        "without the last event",
        "another line",
        "another rule",
    )
]


@pytest.fixture(scope="module")
def replays(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Measure]:
    return replaying(tmp_path_factory.mktemp("replays"), 10_000)


@pytest.fixture(scope="module")
def long_replays(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Measure]:
    return replaying(tmp_path_factory.mktemp("replays"), 100_000)


@pytest.fixture
def appends(tmp_path: Path, empty_postgres: str) -> Mapping[str, Measure]:
    return appending(tmp_path, empty_postgres)


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Measure]:
    return asking(tmp_path_factory.mktemp("questions"))


@pytest.mark.parametrize("name", REPLAYS)
def test_replay_of_ten_thousand(timed: Time, replays: Mapping[str, Measure], name: str) -> None:
    """One long life is fetched, decoded and folded."""
    timed(replays[f"{name}, 10,000"])


@pytest.mark.long
@pytest.mark.parametrize("name", REPLAYS)
def test_replay_of_a_hundred_thousand(
    timed: Time, long_replays: Mapping[str, Measure], name: str
) -> None:
    """The same, ten times as long."""
    timed(long_replays[f"{name}, 100,000"], rounds=3)


@pytest.mark.parametrize("name", APPENDS)
def test_append(timed: Time, appends: Mapping[str, Measure], name: str) -> None:
    """Events are appended, in batches or one by one."""
    timed(appends[name])


@pytest.mark.parametrize("name", QUESTIONS)
def test_question(timed: Time, questions: Mapping[str, Measure], name: str) -> None:
    """A command answers, in this process or in one of its own."""
    timed(questions[name])


@pytest.mark.parametrize("size", ["10 by 100", "1,000 by 100"])
def test_status_of_one(timed: Time, questions: Mapping[str, Measure], size: str) -> None:
    """One character is asked for in a small campaign and in a large one."""
    timed(questions[f"status of one, {size}"])


@pytest.fixture(scope="module")
def long_campaigns(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Measure]:
    folder = tmp_path_factory.mktemp("scale")
    return {**scaling(folder, 100), **beside_ledger(folder, 100)}


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [f"{name}, {many} by 1,000" for name in LONG_QUESTIONS for many in ("10", "100")]
)
def test_one_of_many(timed: Time, long_campaigns: Mapping[str, Measure], name: str) -> None:
    """One character, and one year of hers, in a small campaign and in a large one."""
    timed(long_campaigns[name])


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["ledger balance, 100,000 transactions", "status of one, 100,000 events"]
)
def test_beside_ledger(timed: Time, long_campaigns: Mapping[str, Measure], name: str) -> None:
    """A sheet among a hundred thousand events, and the balances of as many transactions."""
    if name not in long_campaigns:
        pytest.skip("there is no program `ledger`")
    timed(long_campaigns[name])


@pytest.mark.long
def test_moving_takes_little_memory(tmp_path: Path) -> None:
    """Export, import and verify let events pass by, however many there are."""
    store = long_campaign(tmp_path / "long.db", 100)
    archive, copy = str(tmp_path / "archive.jsonl"), str(tmp_path / "copy.db")
    assert peak_memory("--db", store, "-o", archive, "export") < MEGABYTES / 2
    assert peak_memory("--db", copy, "import", archive) < MEGABYTES / 2
    assert peak_memory("--db", copy, "verify") < MEGABYTES / 2
