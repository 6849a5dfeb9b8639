"""The sieve: what the database decides is decided by an index, and alike in both databases."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import create_engine, event

from ledger.errors import Refused
from ledger.store import Anything, CommitDraft, EventDraft, NoCommits, Sieve, open_store
from ledger.store.event_store import EventStore
from ledger.store.rows import BranchRow

PEOPLE, EVENINGS = 20, 50


@pytest.fixture
def people(
    store: EventStore,
    make_event: Callable[..., EventDraft],
    make_commit: Callable[..., CommitDraft],
) -> BranchRow:
    """Twenty characters, each with an event every evening, and a campaign beside it."""
    with store.writing() as writer:
        for name in ("Beside", "People"):
            _, branch = writer.create_campaign(name, 0)
            commits = [
                make_commit(
                    *[make_event(at=evening * 100, who=f"P{n:02}") for n in range(PEOPLE)],
                    recorded_at=evening,
                )
                for evening in range(EVENINGS)
            ]
            head, _ = writer.append(branch, commits, NoCommits())
    return head


@pytest.fixture
def plan(store_target: str, people: BranchRow) -> Iterator[Callable[..., str]]:
    """What the database means to do for a sieve."""
    store = open_store(store_target, "write")
    is_postgres = "://" in store_target
    engine = create_engine(store_target if is_postgres else f"sqlite:///{store_target}")
    with engine.begin() as connection:
        connection.exec_driver_sql("ANALYZE")

    def explained(sieve: Sieve, limit: str = "", **how: Any) -> str:
        said: list[tuple[str, Any]] = []
        with store.reading() as reader:
            connection = reader._connection  # noqa: SLF001  nobody else shows its statements
            event.listen(
                connection,
                "before_cursor_execute",
                lambda *call: said.append((call[2], call[3])),
            )
            list(reader.told(people, sieve, **how))
        (statement, values), *_ = said
        word = "EXPLAIN" if is_postgres else "EXPLAIN QUERY PLAN"
        with engine.begin() as other:
            rows = other.exec_driver_sql(f"{word} {statement}{limit}", values)
            return "\n".join(str(row[-1]) for row in rows)

    yield explained
    store.close()
    engine.dispose()


def test_one_character_in_a_period_is_found_by_the_stream(plan: Callable[..., str]) -> None:
    """`history who:P03 -p …` looks at nobody else's events and at no other date."""
    told = plan(Sieve(who=("P03",), spans=((1000, 2000),)))
    assert "ix_events_stream" in told
    assert "SCAN events" not in told
    assert "Seq Scan on events" not in told


def test_a_period_is_found_by_the_game(plan: Callable[..., str]) -> None:
    """`history -p …` looks at no other date."""
    told = plan(Sieve(spans=((1000, 1100),)))
    assert "ix_events_game" in told
    assert "Seq Scan on events" not in told


def test_the_newest_are_found_without_sorting(plan: Callable[..., str]) -> None:
    """`history --limit 20` reads twenty rows from the end of an index."""
    told = plan(Sieve(), " LIMIT 20", newest_first=True)
    assert "ix_events_game" in told
    assert "TEMP B-TREE" not in told


def test_amendments_are_found_by_their_own_index(
    store_target: str, store: EventStore, people: BranchRow
) -> None:
    """Nobody looks through a campaign for the few events that take another's place."""
    is_postgres = "://" in store_target
    engine = create_engine(store_target if is_postgres else f"sqlite:///{store_target}")
    word = "EXPLAIN" if is_postgres else "EXPLAIN QUERY PLAN"
    with engine.begin() as connection:
        connection.exec_driver_sql("ANALYZE")
        rows = connection.exec_driver_sql(
            f"{word} SELECT position, amends FROM events WHERE campaign = {people.campaign} "
            "AND branch = 1 AND amends IS NOT NULL ORDER BY position"
        ).all()
    engine.dispose()
    assert any("ix_events_amended" in str(row[-1]) for row in rows)
    with store.reading() as reader:
        assert reader.amendments(people) == ()


PASSES = [
    (Sieve(), PEOPLE * EVENINGS),
    (Sieve(who=("P01", "P02")), 2 * EVENINGS),
    (Sieve(who=()), 0),
    (Sieve(who=tuple(f"P{n:02}" for n in range(300))), PEOPLE * EVENINGS),
    (Sieve(kinds=("vampire.soak",)), 0),
    (Sieve(spans=((0, 100), (500, 700))), 3 * PEOPLE),
    (Sieve(spans=((None, 100), (4_900, None))), 2 * PEOPLE),
    (Sieve(spans=((None, None),)), PEOPLE * EVENINGS),
    (Sieve(positions=((21, 24),)), 3),
    (Sieve(recorded=((2, 4),)), 2 * PEOPLE),
    (Sieve(by=("",)), 0),
]


def test_what_passes(store: EventStore, people: BranchRow) -> None:
    """A sieve counts the same rows in both databases, and never those of another campaign."""
    with store.reading() as reader:
        for sieve, count in PASSES:
            rows = list(reader.told(people, sieve))
            assert len(rows) == count, sieve
            places = [(row.event.at, row.event.position) for row in rows]
            assert places == sorted(places)


NOTES = {"a broken Bottle", "half: 50% off", "Straße", "größer als die bottle", "axb"}
BEYOND_ASCII = {"Straße", "größer als die bottle"}


def test_text_passes_in_any_case(
    store: EventStore,
    make_event: Callable[..., EventDraft],
    make_commit: Callable[..., CommitDraft],
) -> None:
    """ASCII is compared by the database, without wildcards; what is beyond is let through."""
    with store.writing() as writer:
        _, branch = writer.create_campaign("Notes", 0)
        commit = make_commit(*[make_event(note=note) for note in (*NOTES, None)])
        branch, _ = writer.append(branch, [commit], NoCommits())
    asked = {
        "bottle": {"a broken Bottle"},
        "50%": {"half: 50% off"},
        "a_b": set(),
        "straße": NOTES,
        "": NOTES,
    }
    with store.reading() as reader:
        for text, passes in asked.items():
            rows = reader.told(branch, Sieve(note=((text,), ())))
            assert {row.event.note for row in rows} == passes | BEYOND_ASCII, text
        everything = reader.told(branch, Sieve(note=(("bottle",), ("vampire.hit",))))
        assert len(list(everything)) == len(NOTES) + 1


def test_a_name_that_no_database_keeps_is_refused(store: EventStore, people: BranchRow) -> None:
    """It would be an error of one database and none of the other."""
    with store.reading() as reader, pytest.raises(Refused, match="NUL"):
        list(reader.told(people, Sieve(who=("A\0",))))


def test_the_rest_of_a_long_answer_is_not_read(store: EventStore, people: BranchRow) -> None:
    """Who has seen enough leaves, and the transaction goes on."""
    with store.reading() as reader:
        rows = reader.told(people, Sieve(), newest_first=True)
        assert next(rows).event.position == PEOPLE * EVENINGS
        rows.close()  # type: ignore[attr-defined]  # it is a generator
        assert len(reader.events(people, who="P00")) == EVENINGS


def test_who_leaves_after_the_transaction_disturbs_nobody(
    store_target: str, people: BranchRow, caplog: pytest.LogCaptureFixture
) -> None:
    """As when a pipe is closed in the middle of an answer."""
    store = open_store(store_target, "read")
    with store.reading() as reader:
        rows = reader.told(people, Sieve())
        next(rows)
    store.close()
    rows.close()  # type: ignore[attr-defined]  # it is a generator
    assert caplog.records == []


def test_a_branch_is_its_ancestors_and_its_own(
    store: EventStore,
    make_event: Callable[..., EventDraft],
    make_commit: Callable[..., CommitDraft],
) -> None:
    """What came after the fork on the other side does not pass, in either direction."""
    with store.writing() as writer:
        _, main = writer.create_campaign("Forked", 0)
        shared = make_commit(make_event(at=5), make_event(at=9), recorded_at=1)
        main, _ = writer.append(main, [shared], NoCommits())
        branch = writer.create_branch(main, "what-if", main.head_position)
        writer.append(main, [make_commit(make_event(at=6), recorded_at=2)], Anything())
        branch, _ = writer.append(
            branch, [make_commit(make_event(at=7), recorded_at=3)], Anything()
        )
    with store.reading() as reader:
        rows = list(reader.told(branch, Sieve()))
        assert [(r.event.at, r.event.position, r.recorded_at) for r in rows] == [
            (5, 1, 1),
            (7, 3, 3),
            (9, 2, 1),
        ]
        assert [row.branch for row in rows] == [main.id, branch.id, main.id]
        assert list(reader.told(branch, Sieve(), newest_first=True)) == rows[::-1]
        assert [r.event.at for r in reader.told(branch, Sieve(), up_to=2)] == [5, 9]
        assert [c.number for c in reader.newest_commits(branch)] == [2, 1]
