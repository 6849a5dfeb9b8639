"""What is measured: each measure by its name, ready to be run as often as anybody likes.

The table (`table.py`) and the tests (`test_speed.py`) run the same measures.
"""

import contextlib
import io
import subprocess
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import msgspec

from cli.desk import Desk
from cli.main import PROGRAM
from ledger.codec import CODEC
from ledger.command import Command
from ledger.events import Recorded
from ledger.recording import Recorder
from ledger.service import Ledger, open_campaign, open_recorder
from ledger.store import CommitDraft, Exactly, random_id
from tests.benchmarks.histories import NAME, WAYS, begin, build, commands_of, recorded
from tests.benchmarks.peers import Package, Raw

BATCH = 100
SINGLES = 20
VERA = ("Vera", "vampire")


class Measure(msgspec.Struct, frozen=True):
    """Something to time.

    Attributes:
        run: what is timed.
        units: how many events it deals with; 0 where that says nothing.
        prepare: what must be done before each run and is not timed.
        beside: the measure that it is compared with; empty for none.
        held_to: the least ratio of speed to *beside* (peer's time by its own); None for none.
    """

    run: Callable[[], object]
    units: int = 0
    prepare: Callable[[], object] = int
    beside: str = ""
    held_to: float | None = None


def program(*words: str) -> str:
    """A whole command in this process; what it prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        PROGRAM.main(list(words), prog_name="campaign", standalone_mode=False, obj=Desk())
    return out.getvalue()


def process(*words: str) -> None:
    """A whole command as a process of its own."""
    subprocess.run(["campaign", *words], check=True, stdout=subprocess.DEVNULL)


def replayed(ledger: Ledger) -> Any:
    """Vera's life, and her state at the clock: fetched, decoded, folded."""
    with ledger.reading() as reader:
        campaign = open_campaign(reader)
        life = campaign.life("Vera")
        return life, life.at(campaign.clock)


class Appending:
    """A store to append to: past the rules (the store alone), or through the recorder."""

    def __init__(self, target: str) -> None:
        self.ledger = Ledger.open(target, "create")
        self._numbers = count(1)
        self._next: list[Any] = []
        self.new_campaign()

    def new_campaign(self) -> None:
        """A campaign of its own, so that no measure pays for the length of those before it."""
        self.name = f"{NAME} {next(self._numbers)}"
        begin(self.ledger, [VERA], self.name)
        with self.ledger.reading() as reader:
            self.row = reader.campaign(self.name)
            self.head = reader.branch(self.row)
        self._said = commands_of(*VERA, self.head.clock)

    def prepare_events(self, events: int) -> None:
        """So many events that wait to be appended, as values; encoding them is measured."""
        self._next, first = [], self.head.head_position + 1
        while len(self._next) < events:
            said = next(self._said)
            more = recorded(said, random_id(), first + len(self._next))
            self._next += more[: events - len(self._next)]

    def append(self, events: int) -> None:
        """What waits, in commits of so many events, each in a transaction of its own."""
        waiting = iter(self._next)
        while batch := tuple(islice(waiting, events)):
            self._commit(batch)

    def _commit(self, events: tuple[Recorded, ...]) -> None:
        with self.ledger.writing() as writer:
            head = writer.lock(self.head)
            draft = CommitDraft(
                id=random_id(),
                line="hit Vera 2 lethal --soak 1",
                recorded_at=0,
                clock=max(head.clock, events[-1].at),
                events=tuple([CODEC.draft(event) for event in events]),
            )
            self.head, _ = writer.append(head, [draft], Exactly(head.head_position))

    def prepare_commands(self, commands: int) -> None:
        """So many commands for a new campaign."""
        self.new_campaign()
        cycle: list[tuple[str, dict[str, Any]]] = [
            ("hit Vera 2 lethal --soak 1", {"amount": 2, "type": "lethal", "soak_amount": 1}),
            ("heal Vera 1 lethal", {"levels": 1, "type": "lethal"}),
            ("feed Vera 3", {"points": 3}),
            ("spend Vera 1 blood", {"points": 1, "pool": "blood"}),
            ("note Vera 'the porter'", {"text": "the porter saw nothing"}),
        ]
        self._next = [
            Command(
                verb=line.partition(" ")[0],
                line=f"{line} --at +10min",
                who=("Vera",),
                words=words,
                at="+10min",
            )
            for line, words in islice(_around(cycle), commands)
        ]

    def record(self, commands: int) -> None:
        """What waits, judged by the rules, so many commands to a transaction."""
        waiting = iter(self._next)
        while batch := list(islice(waiting, commands)):
            with self.ledger.writing() as writer:
                recorder: Recorder = open_recorder(writer, self.name)
                for command in batch:
                    recorder.record(command)
                recorder.flush()


def _around(cycle: list[Any]) -> Iterator[Any]:
    while True:
        yield from cycle


def replaying(folder: Path, events: int) -> Mapping[str, Measure]:
    """Replay of one long life in each system, beside the package and the floor."""
    package, size = Package(folder / f"package-{events}.db"), f"{events:,}"
    person = package.person_of(events)
    raw, peer = Raw(folder / f"raw-{events}.db", events=events), f"eventsourcing: get, {size}"
    found = {
        f"raw sqlite3: select, {size}": Measure(raw.payloads, events, beside=peer),
        peer: Measure(partial(package.get, person), events),
    }
    for system in WAYS:
        path = folder / f"{system}-{events}.db"
        build(str(path), [("Vera", system)], events)
        ledger = Ledger.open(str(path))
        run = partial(replayed, ledger)
        found[f"replay of one {system}, {size}"] = Measure(run, events, beside=peer, held_to=5)
    return found


def appending(folder: Path, postgres: str | None) -> Mapping[str, Measure]:
    """Appending in batches and one by one, beside the package and the floor."""
    package, raw = Package(folder / "package-append.db"), Raw(folder / "raw-append.db")
    batch, single = f"eventsourcing: save of {BATCH}", f"eventsourcing: {SINGLES} single saves"

    def save_singly() -> None:
        for _ in range(SINGLES):
            package.trigger(1)
            package.save()

    def append_singly() -> None:
        for _ in range(SINGLES):
            raw.append(1)

    found = {
        batch: Measure(package.save, BATCH, partial(package.trigger, BATCH)),
        f"raw sqlite3: executemany of {BATCH}": Measure(
            partial(raw.append, BATCH), BATCH, beside=batch
        ),
        single: Measure(save_singly, SINGLES),
        f"raw sqlite3: {SINGLES} single inserts": Measure(append_singly, SINGLES, beside=single),
    }
    targets = {"sqlite": str(folder / "append.db")} | ({"postgresql": postgres} if postgres else {})
    for name, target in targets.items():
        held = 0.9 if name == "sqlite" else None
        store = Appending(target)
        found |= {
            f"{name}: append of {BATCH}, one commit": Measure(
                partial(store.append, BATCH),
                BATCH,
                partial(store.prepare_events, BATCH),
                batch,
                held,
            ),
            f"{name}: {SINGLES} single appends": Measure(
                partial(store.append, 1),
                SINGLES,
                partial(store.prepare_events, SINGLES),
                single,
            ),
            f"{name}: journal of {BATCH} commands, with rules": Measure(
                partial(store.record, BATCH),
                BATCH,
                partial(store.prepare_commands, BATCH),
                batch,
            ),
            f"{name}: {SINGLES} single commands, with rules": Measure(
                partial(store.record, 1),
                SINGLES,
                partial(store.prepare_commands, SINGLES),
                single,
            ),
        }
    return found


def asking(folder: Path, *, large: bool = True) -> Mapping[str, Measure]:
    """Commands that read, in this process and as a process."""
    found: dict[str, Measure] = {}
    people = {10: "10 by 100"} | ({1_000: "1,000 by 100"} if large else {})
    for number, size in people.items():
        path = str(folder / f"people-{number}.db")
        build(path, [("Vera", "vampire"), *[(f"Ann{n}", "vampire") for n in range(1, number)]], 100)
        run = partial(program, "--db", path, "status", "Vera")
        few = "" if number == 10 else "status of one, 10 by 100"
        held = 1 / 1.3 if few else None
        found[f"status of one, {size}"] = Measure(run, beside=few, held_to=held)
    words = {"status": ("status", "Vera"), "history": ("history", "--limit", "20"), "due": ("due",)}
    for events in (10, 10_000):
        path = str(folder / f"asked-{events}.db")
        build(path, [VERA], events)
        for name, said in words.items():
            for way, call in (("in process", program), ("a process", process)):
                few = f"{name}, 10 events, {way}"
                held = 1 / 2 if (name, way) == ("status", "a process") else None
                found[f"{name}, {events:,} events, {way}"] = Measure(
                    partial(call, "--db", path, *said),
                    beside="" if events == 10 else few,
                    held_to=None if events == 10 else held,
                )
    path, status = str(folder / "asked-10000.db"), "status, 10,000 events, in process"
    for name, change, held in (
        ("without the first hit", ("--without", "3"), 1 / 2.5),
        ("without a late hit", ("--without", "9933"), 1 / 1.5),
        ("without the last event", ("--without", "10001"), 1 / 1.5),
        ("another line", ("--do", "hit Vera 1 lethal"), 1 / 1.5),
        ("another rule", ("--rule", "nightly_blood=off"), 1 / 2.5),
    ):
        found[f"what-if, 10,000 events, {name}"] = Measure(
            partial(program, "--db", path, "what-if", *change), beside=status, held_to=held
        )
    return found
