"""`export --format jsonl` and `import`: a campaign moves to the letter."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ledger.moving.archive import BranchEntry, CommitEntry, EventEntry, Header
from ledger.store import BranchRow, CampaignRow, CommitRow, EventRow, open_store
from ledger.store.chain import commit_digest

Call = Callable[..., Any]
Told = Callable[..., str]

SHORT = """\
init "Two Laptops" --start "1998-10-31 21:00"
add Philippa vampire stamina=2 humanity=7
hit Philippa 4 bashing --soak 1 --by Quintin ; ouch
hit Philippa 2 lethal
undo
"""


def events_in(call: Call, store: str) -> int:
    return len(json.loads(call(store, "-O", "json", "history").out))


def test_both_databases_give_the_same_bytes(
    call: Call, told: Told, tmp_path: Path, empty_postgres: str
) -> None:
    """From SQLite to PostgreSQL and back, an export is the same to the byte."""
    first = call(told(str(tmp_path / "a.db")), "export").out
    assert call(empty_postgres, "import", "-", stdin=first).code == 0
    second = call(empty_postgres, "export").out
    assert call(str(tmp_path / "b.db"), "import", "-", stdin=second).code == 0
    assert call(str(tmp_path / "b.db"), "export").out == second == first


def test_a_second_import_adds_nothing(call: Call, told: Told, store_target: str) -> None:
    """What is known already is skipped, and the program says that nothing was new."""
    archive = call(told(store_target, SHORT), "export").out
    before = events_in(call, store_target)
    answer = call(store_target, "import", "-", stdin=archive)
    assert (answer.code, b"0 new" in answer.out) == (0, True)
    assert events_in(call, store_target) == before


def test_an_older_export_adds_nothing(call: Call, told: Told, sqlite_target: str) -> None:
    """A store that has gone on since keeps what is newer."""
    archive = call(told(sqlite_target, SHORT), "export").out
    told(sqlite_target, "note Philippa later\n")
    answer = call(sqlite_target, "import", "-", stdin=archive)
    assert (answer.code, b"0 new" in answer.out) == (0, True)


def test_a_newer_export_adds_what_is_new(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """An older copy of a campaign goes on from where it was."""
    archive = call(told(sqlite_target, SHORT), "export").out
    copy = str(tmp_path / "copy.db")
    call(copy, "import", "-", stdin=archive)
    newer = call(told(sqlite_target, "note Philippa later\n"), "export").out
    answer = call(copy, "-O", "json", "import", "-", stdin=newer)
    assert json.loads(answer.out)["commits"] == 1
    assert call(copy, "export").out == newer


def test_diverging_histories_are_refused(
    call: Call, told: Told, store_target: str, tmp_path: Path
) -> None:
    """The first commit that differs is named, and nothing of the other history comes in."""
    copy = str(tmp_path / "copy.db")
    call(copy, "import", "-", stdin=call(told(store_target, SHORT), "export").out)
    told(store_target, "note Philippa here\n")
    told(copy, "note Philippa there\nnote Philippa 'and there'\n")
    before = call(store_target, "export").out
    there = call(copy, "export").out
    first = json.loads(there.splitlines()[6])["id"]
    answer = call(store_target, "import", "-", stdin=there)
    assert answer.code == 1
    assert f"-:7: commit {first}" in answer.err
    assert call(store_target, "export").out == before


def test_a_refused_import_leaves_no_store(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """A store that did not exist before does not exist after a refusal."""
    archive = call(told(sqlite_target, SHORT), "export").out.replace(b"ouch", b"Ouch")
    new = tmp_path / "new.db"
    assert call(str(new), "import", "-", stdin=archive).code == 1
    assert list(tmp_path.glob("new.db*")) == []


def changed(archive: bytes, line: int, change: Callable[[dict[str, Any]], object]) -> bytes:
    lines = archive.splitlines(keepends=True)
    entry = json.loads(lines[line - 1])
    change(entry)
    lines[line - 1] = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    return b"".join(lines)


OTHERWISE: dict[str, Any] = {
    "branch": "elsewhere",
    "number": 7,
    "id": "kkkkkkkkkkkk",
    "line": "hit Philippa 5",
    "key": "k",
    "by": "somebody",
    "reason": "why",
    "recorded_at": 5,
    "clock": 7,
    "previous": "f" * 64,
    "digest": "f" * 64,
    "position": 9,
    "ordinal": 3,
    "kind": "vampire.heal",
    "schema": 2,
    "at": 5,
    "until": 5,
    "who": "Quintin",
    "note": "other",
    "amends": "kkkkkkkkkkkk.1",
    "body": '{"amount":5}',
}


@pytest.mark.parametrize(
    "of_event, column",
    [(False, name) for name in CommitEntry.__struct_fields__ if name != "events"]
    + [(True, name) for name in EventEntry.__struct_fields__],
)
def test_a_changed_column_is_refused_with_its_line(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path, of_event: bool, column: str
) -> None:
    """Whatever is changed in a file, the line is named and nothing is written."""

    def change(entry: dict[str, Any]) -> None:
        (entry["events"][0] if of_event else entry)[column] = OTHERWISE[column]

    archive = changed(call(told(sqlite_target, SHORT), "export").out, 4, change)
    answer = call(str(tmp_path / "new.db"), "import", "-", stdin=archive)
    assert answer.code == 1
    assert "-:4:" in answer.err


def test_a_forged_clock_is_refused(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """A digest that fits does not help a clock that the history does not give."""
    rows = json.loads(call(told(sqlite_target, SHORT), "export").out.splitlines()[-1])

    def forge(entry: dict[str, Any]) -> None:
        entry["clock"] += 60
        forged = CommitEntry(
            **{**entry, "events": tuple(EventEntry(**event) for event in entry["events"])}
        )
        commit, events = forged.rows(1)
        entry["digest"] = commit_digest(commit.previous, commit, events)

    archive = changed(call(sqlite_target, "export").out, 6, forge)
    answer = call(str(tmp_path / "new.db"), "import", "-", stdin=archive)
    assert answer.code == 1
    assert f"{rows['id']}: its clock is" in answer.err


def test_an_unknown_kind_is_refused(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """A kind of event that this version does not know is named, though its digest fits."""

    def forge(entry: dict[str, Any]) -> None:
        entry["events"][0]["kind"] = "fairy.hit"
        forged = CommitEntry(
            **{**entry, "events": tuple(EventEntry(**event) for event in entry["events"])}
        )
        commit, events = forged.rows(1)
        entry["digest"] = commit_digest(commit.previous, commit, events)

    archive = changed(call(told(sqlite_target, SHORT), "export").out, 6, forge)
    answer = call(str(tmp_path / "new.db"), "import", "-", stdin=archive)
    assert answer.code == 1
    assert "-:6: event" in answer.err
    assert "fairy.hit" in answer.err


def test_a_newer_schema_of_a_body_is_refused(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """A body of a schema that is yet to come is not read as one of today's."""

    def forge(entry: dict[str, Any]) -> None:
        entry["events"][0]["schema"] = 10**12
        forged = CommitEntry(
            **{**entry, "events": tuple(EventEntry(**event) for event in entry["events"])}
        )
        commit, events = forged.rows(1)
        entry["digest"] = commit_digest(commit.previous, commit, events)

    archive = changed(call(told(sqlite_target, SHORT), "export").out, 6, forge)
    answer = call(str(tmp_path / "new.db"), "import", "-", stdin=archive)
    assert answer.code == 1
    assert "cannot be read by this version" in answer.err


def test_a_file_that_was_cut_off_is_refused(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """The first line says how many commits there are, and they must all come."""
    archive = call(told(sqlite_target, SHORT), "export").out
    short = b"".join(archive.splitlines(keepends=True)[:-1])
    answer = call(str(tmp_path / "new.db"), "import", "-", stdin=short)
    assert answer.code == 1
    assert "cut off" in answer.err


@pytest.mark.parametrize(
    "first",
    [b"", b"\n", b"hello\n", b"\xff\n", b"[]\n", b'{"format":"other","version":1}\n'],
)
def test_another_file_is_refused_by_its_first_line(
    call: Call, tmp_path: Path, first: bytes
) -> None:
    """What is no export makes no store."""
    answer = call(str(tmp_path / "new.db"), "import", "-", stdin=first)
    assert answer.code == 1
    assert "no export" in answer.err
    assert list(tmp_path.iterdir()) == []


def test_a_newer_format_is_refused_by_its_number(call: Call, tmp_path: Path) -> None:
    """A file of a version to come is not guessed at."""
    line = b'{"format":"campaign-ledger","version":2,"what":"ever"}\n'
    answer = call(str(tmp_path / "new.db"), "import", "-", stdin=line)
    assert answer.code == 1
    assert "format 2" in answer.err


def test_a_missing_file_is_refused(call: Call, tmp_path: Path) -> None:
    """No file, no store, and no traceback."""
    answer = call(str(tmp_path / "new.db"), "import", str(tmp_path / "none.jsonl"))
    assert answer.code == 1
    assert "No such file" in answer.err


def with_branches(store: str) -> None:
    """Fork the campaign's main, fork the fork, delete one, and make another the current one."""
    opened = open_store(store, "write")
    with opened.writing() as writer:
        campaign = writer.campaigns()[0]
        main = writer.branch(campaign, "main")
        other = writer.create_branch(main, "other", 2)
        writer.create_branch(main, "empty", main.head_position)
        writer.create_branch(main, "gone", 2)
        writer.switch(other)
    opened.close()


def test_branches_move_along(call: Call, told: Told, store_target: str, empty_target: str) -> None:
    """Branches, where they were forked, which is current and which are deleted: all of it moves."""
    told(store_target, SHORT)
    with_branches(store_target)
    told(store_target, "hit Philippa 3 lethal\nhit Philippa 1 lethal\nundo\n")
    opened = open_store(store_target, "write")
    with opened.writing() as writer:
        campaign = writer.campaigns()[0]
        other = writer.branch(campaign, "other")
        writer.create_branch(other, "deep", other.head_position - 1)
        writer.create_branch(other, "root", 1)
        writer.delete_branch(writer.branch(campaign, "gone"), 17)
    opened.close()
    told_on = call(store_target, "--branch", "deep", "hit", "Philippa", "5", "lethal")
    assert told_on.code == 0
    archive = call(store_target, "export").out
    answer = call(empty_target, "import", "-", stdin=archive)
    assert answer.code == 0, answer.err
    assert call(empty_target, "export").out == archive
    assert call(empty_target, "verify").code == 0
    assert call(empty_target, "import", "-", stdin=archive).out.count(b"0 new") == 1


def test_a_new_branch_comes_into_a_known_campaign(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """A branch that was made elsewhere joins the campaign that is here."""
    copy = str(tmp_path / "copy.db")
    call(copy, "import", "-", stdin=call(told(sqlite_target, SHORT), "export").out)
    with_branches(copy)
    told(copy, "note Philippa aside\n")
    answer = call(sqlite_target, "-O", "json", "import", "-", stdin=call(copy, "export").out)
    assert json.loads(answer.out)["commits"] == 1
    assert b"main" in call(sqlite_target, "campaigns").out


def test_an_id_that_comes_twice_is_refused(
    call: Call, told: Told, store_target: str, tmp_path: Path
) -> None:
    """A file in which two commits have one id is at fault, not another writer."""
    lines = call(told(store_target, SHORT), "export").out.splitlines(keepends=True)
    header, last, before = (json.loads(lines[n]) for n in (0, -1, -2))
    last["id"] = before["id"]
    forged = CommitEntry(**{**last, "events": tuple(EventEntry(**e) for e in last["events"])})
    commit, events = forged.rows(1)
    last["digest"] = commit_digest(commit.previous, commit, events)
    lines[-1] = json.dumps(last, separators=(",", ":")).encode()
    header["campaign"] = "Two Laptops"
    answer = call(str(tmp_path / "new.db"), "import", "-", stdin=b"".join(lines))
    assert answer.code == 1


def test_a_damaged_store_is_not_exported(
    call: Call, told: Told, store_target: str, sql: Callable[..., None]
) -> None:
    """What could not be imported anywhere is not written as if it could."""
    told(store_target, SHORT)
    sql("UPDATE commits SET line = 'hit Philippa 1' WHERE number = 3", guards=False)
    answer = call(store_target, "export")
    assert answer.code == 3
    assert "was changed" in answer.err
    assert len(answer.out.splitlines()) == 3


def test_every_column_is_in_the_archive() -> None:
    """A new column of the store must move too, or be known to belong to the store."""
    of_place = {"branch", "first_position", "last_position"}
    assert {*CommitEntry.__struct_fields__} - {"events", "branch"} == {
        *CommitRow.__struct_fields__
    } - of_place
    assert {*EventEntry.__struct_fields__} == {*EventRow.__struct_fields__} - {"commit_id"}
    assert {*CampaignRow.__struct_fields__} == {"id", "name", "current_branch", "created_at"}
    assert {*Header.__struct_fields__} >= {"campaign", "current_branch", "created_at"}
    assert {*BranchEntry.__struct_fields__} == {
        "name",
        "parent",
        "base_position",
        "head",
        "deleted_at",
    }
    reckoned = {"campaign", "id", "base_commit", "head_position", "head_commit", "head_digest"}
    assert {*BranchRow.__struct_fields__} - reckoned - {"clock"} == {
        "name",
        "parent",
        "base_position",
        "deleted_at",
    }
