"""A changed byte anywhere in what was recorded is found, and its commit is named."""

from collections.abc import Callable

import pytest

from ledger.store import Anything, BranchRow, CommitDraft, CommitRow, EventDraft, EventRow
from ledger.store.audit import verify
from ledger.store.chain import GENESIS, commit_digest
from ledger.store.event_store import EventStore

Sql = Callable[..., None]

IDS = ("kkkkkkkkkkkk", "llllllllllll", "mmmmmmmmmmmm")


@pytest.fixture
def main(
    store: EventStore,
    make_commit: Callable[..., CommitDraft],
    make_event: Callable[..., EventDraft],
) -> BranchRow:
    """Three commits of two events each."""
    with store.writing() as writer:
        _, main = writer.create_campaign("Chicago by Night", 0)
        drafts = [
            make_commit(make_event(body=b'{"amount":3}'), make_event(), id=name) for name in IDS
        ]
        return writer.append(main, drafts, Anything())[0]


def findings(store: EventStore) -> str:
    with store.reading() as reader:
        return "\n".join(verify(reader, reader.branch(reader.campaigns()[0])))


def test_a_healthy_branch_has_no_findings(store: EventStore, main: BranchRow) -> None:
    """What was only appended to verifies."""
    assert main.head_commit == 3
    assert findings(store) == ""


CHANGES = [
    *(
        ("commits", column, value)
        for column, value in {
            "number": "7",
            "id": "'llllllllllkk'",
            "line": "'hit Ann 2'",
            "key": "''",
            "by": "''",
            "reason": "''",
            "recorded_at": "1",
            "first_position": "1",
            "last_position": "5",
            "clock": "1",
            "previous": "'f'",
            "digest": "'f'",
        }.items()
    ),
    *(
        ("events", column, value)
        for column, value in {
            "position": "9",
            "commit_id": "'kkkkkkkkkkkk'",
            "ordinal": "2",
            "kind": "'vampire.heal'",
            "schema": "2",
            "at": "1",
            "until": "0",
            "who": "'Bob'",
            "by": "''",
            "note": "''",
            "amends": "''",
            "body": "'{\"amount\":4}'",
        }.items()
    ),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: ".".join(change[:2]))
def test_a_changed_column_names_its_commit(
    store: EventStore, main: BranchRow, sql: Sql, change: tuple[str, str, str]
) -> None:
    """Each column of commits and events is guarded by the chain."""
    table, column, value = change
    assert main.head_commit == 3
    one = "number = 2" if table == "commits" else "position = 3"
    if column == "body":
        value = f"CAST({value} AS {'bytea' if '://' in store.name else 'BLOB'})"
    sql(f'UPDATE {table} SET "{column}" = {value} WHERE {one}', guards=False)
    assert "lllllllllll" in findings(store)
    assert "mmmmmmmmmmmm: it or one" not in findings(store)


def test_every_column_is_in_the_table_of_changes() -> None:
    """A new column must be guarded too."""
    changed = {(table, column) for table, column, _ in CHANGES}
    of_commits = {("commits", name) for name in CommitRow.__struct_fields__ if name != "branch"}
    assert changed == of_commits | {("events", name) for name in EventRow.__struct_fields__}


@pytest.mark.parametrize("branch", ["branch", "campaign"])
@pytest.mark.parametrize("table", ["commits", "events"])
def test_a_row_moved_elsewhere_is_missed(
    store: EventStore, main: BranchRow, sql: Sql, table: str, branch: str
) -> None:
    """The ids of campaign and branch are in no digest, but a moved row leaves a gap."""
    assert main.head_commit == 3
    one = "number = 2" if table == "commits" else "position = 3"
    sql(f"UPDATE {table} SET {branch} = 8 WHERE {one}", guards=False)
    assert IDS[1] in findings(store)


@pytest.mark.parametrize("number, named", [(1, IDS[0]), (2, IDS[1]), (3, IDS[2])])
def test_a_deleted_commit_is_named(
    store: EventStore, main: BranchRow, sql: Sql, number: int, named: str
) -> None:
    """Events without their commit are found."""
    assert main.head_commit == 3
    sql(f"DELETE FROM commits WHERE number = {number}", guards=False)
    assert f"there is no commit {named}" in findings(store)


def test_a_cut_off_end_is_found(store: EventStore, main: BranchRow, sql: Sql) -> None:
    """The chain of what is left is whole, but the head knows better."""
    assert main.head_commit == 3
    sql(
        "DELETE FROM events WHERE position > 4",
        "DELETE FROM commits WHERE number > 2",
        guards=False,
    )
    assert "its head is commit 3 at position 6, its last commit is 2" in findings(store)


@pytest.mark.parametrize(
    "change", ["head_position = 5", "head_commit = 2", "head_digest = 'f'", "clock = 1"]
)
def test_a_wrong_head_is_found(store: EventStore, main: BranchRow, sql: Sql, change: str) -> None:
    """A head that does not fit to the last commit is said, though nothing guards it."""
    assert main.head_commit == 3
    sql(f"UPDATE branches SET {change}")
    assert "branch main: its head" in findings(store)


def test_a_moved_fork_is_found(store: EventStore, main: BranchRow, sql: Sql) -> None:
    """A branch goes on from where it was forked, or its first commit does not fit."""
    with store.writing() as writer:
        writer.create_branch(main, "if", 4)
    sql("UPDATE branches SET base_position = 2 WHERE id = 2")
    with store.reading() as reader:
        fork = reader.branch(reader.campaigns()[0], "if")
        assert verify(reader, fork) != []


def test_the_digest_of_a_known_commit() -> None:
    """The encoding stays as it is: a chain that was recorded once must verify for ever."""
    event = EventRow(1, "k" * 12, 1, "vampire.hit", 1, 60, None, "Änne", None, "", None, b"{}")
    commit = CommitRow(1, 1, "k" * 12, "hit Änne 3", None, "ST", "", 5, 1, 1, 60, GENESIS, "")
    assert commit_digest(GENESIS, commit, [event]) == (
        "c2257d734fdd01d688348f8bc08cb97f665a11aec56539386c2c9e987dbdc6d2"
    )


def test_nothing_and_an_empty_text_differ() -> None:
    """None and "" are told apart by the digest."""
    event = EventRow(1, "k" * 12, 1, "vampire.hit", 1, 60, None, "Ann", None, None, None, b"{}")
    commit = CommitRow(1, 1, "k" * 12, "", None, None, None, 5, 1, 1, 60, GENESIS, "")
    keyed = CommitRow(1, 1, "k" * 12, "", "", None, None, 5, 1, 1, 60, GENESIS, "")
    assert commit_digest(GENESIS, commit, [event]) != commit_digest(GENESIS, keyed, [event])
