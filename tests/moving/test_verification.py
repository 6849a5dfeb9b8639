"""`verify` finds every changed value and names its commit; `rebuild` puts right what can be."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.store import Anything, open_store

Call = Callable[..., Any]
Told = Callable[..., str]
Sql = Callable[..., None]

SHORT = """\
init "Proof" --start "1998-10-31 21:00"
add Vera vampire stamina=2 humanity=7
hit Vera 4 bashing --soak 1 --by Quintin ; ouch
[1998-10-31 22:00] hit Vera 2 lethal
undo
note Vera x --key k
"""
COMMITS = ("line", "key", "by", "reason", "previous", "digest", "id")
NUMBERS = ("number", "recorded_at", "first_position", "last_position", "clock")
EVENTS = ("kind", "who", "by", "note", "amends", "commit_id")
EVENT_NUMBERS = ("position", "ordinal", "schema", "at", "until")


def test_a_sound_store_is_silent(call: Call, told: Told, store_target: str) -> None:
    """Nothing is said and the exit code is 0, whatever verbs and corrections were recorded."""
    told(store_target)
    told(store_target, "undo 3\nredo 2\nundo\n")
    answer = call(store_target, "verify")
    assert (answer.code, answer.out, answer.err) == (0, b"", "")


def test_a_missing_store_is_refused_and_not_made(call: Call, tmp_path: Path) -> None:
    """Nothing can be proved of what is not there."""
    assert call(str(tmp_path / "none.db"), "verify").code == 3
    assert list(tmp_path.iterdir()) == []


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=9)


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a sound store."""
    from click.testing import CliRunner  # noqa: PLC0415  this test runs outside a call

    from cli.main import PROGRAM  # noqa: PLC0415  as above

    store = tmp_path_factory.mktemp("sound") / "sound.db"
    done = CliRunner().invoke(PROGRAM, ["--db", str(store), "run", "-"], input=SHORT)
    assert done.exit_code == 0, done.output
    copy = store.with_name("copy.db")
    opened = open_store(str(store), "read")
    opened.copy(copy)
    opened.close()
    return copy.read_bytes()


def tampered(path: Path, sound: bytes, statement: str, *values: object) -> str:
    """Lay a sound store at a path and change it behind the back of its guards."""
    import sqlite3  # noqa: PLC0415  only the guards' back door needs it
    from contextlib import closing  # noqa: PLC0415  as above

    path.write_bytes(sound)
    with closing(sqlite3.connect(path)) as connection:
        triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        for (name,) in connection.execute(triggers).fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(statement, values)
        connection.commit()
    return str(path)


def commit_ids(call: Call, path: Path, sound: bytes) -> list[str]:
    path.write_bytes(sound)
    return [row["id"] for row in json.loads(call(str(path), "-O", "json", "log").out)]


@given(data=st.data())
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_changed_value_names_its_commit(
    call: Call, tmp_path: Path, sound: bytes, data: st.DataObject
) -> None:
    """Whatever is put into whatever column, of whatever type, the exit code is 3 and no traceback."""
    import sqlite3  # noqa: PLC0415  only the guards' back door needs it

    ids = commit_ids(call, tmp_path / "x.db", sound)
    table, texts, numbers = data.draw(
        st.sampled_from([("commits", COMMITS, NUMBERS), ("events", EVENTS, EVENT_NUMBERS)])
    )
    columns = (*texts, *numbers, *(["body"] if table == "events" else []))
    column = data.draw(st.sampled_from(columns))
    place = data.draw(st.integers(1, 6))
    where = "number" if table == "commits" else "position"
    value = data.draw(
        st.one_of(TEXTS, st.integers(-(2**63), 2**63 - 1), st.binary(min_size=1, max_size=9))
    )
    connection = sqlite3.connect(tmp_path / "x.db")
    before = connection.execute(
        f'SELECT "{column}" FROM {table} WHERE {where} = ?', (place,)
    ).fetchone()
    owner = "id" if table == "commits" else "commit_id"
    (named,) = connection.execute(
        f"SELECT {owner} FROM {table} WHERE {where} = ?", (place,)
    ).fetchone()
    connection.close()
    try:
        statement = f'UPDATE {table} SET "{column}" = ? WHERE {where} = {place}'
        store = tampered(tmp_path / "x.db", sound, statement, value)
    except sqlite3.IntegrityError:
        return  # the value of another row
    connection = sqlite3.connect(tmp_path / "x.db")
    connection.text_factory = bytes
    now = connection.execute(f'SELECT "{column}", rowid FROM {table}').fetchall()
    connection.close()
    kept = before[0].encode() if isinstance(before[0], str) else before[0]
    if kept in {row[0] for row in now if type(row[0]) is type(kept)} and str(value) == str(
        before[0]
    ):
        return  # nothing has changed
    answer = call(store, "verify")
    assert answer.code == 3
    assert "Traceback" not in answer.err
    shown = str(value) if column in {"id", "commit_id"} else named
    assert named in answer.err or shown in answer.err or any(name in answer.err for name in ids)


@pytest.mark.parametrize("table, column", [("commits", "line"), ("events", "who")])
def test_a_text_that_is_no_text_names_its_commit(
    call: Call, tmp_path: Path, sound: bytes, table: str, column: str
) -> None:
    """One flipped bit can make bytes that are no UTF-8; that too is found and placed."""
    ids = commit_ids(call, tmp_path / "x.db", sound)
    where = "number" if table == "commits" else "position"
    statement = f"UPDATE {table} SET {column} = CAST(? AS TEXT) WHERE {where} = 3"
    store = tampered(tmp_path / "x.db", sound, statement, b"Ver\xe1")
    answer = call(store, "verify")
    assert answer.code == 3
    assert ids[2] in answer.err
    assert call(store, "export").code == 3


def test_one_change_is_one_line(call: Call, tmp_path: Path, sound: bytes) -> None:
    """A change early on does not bury the reader in what follows from it."""
    ids = commit_ids(call, tmp_path / "x.db", sound)
    statement = 'UPDATE events SET "at" = 7 WHERE position = 2'
    answer = call(tampered(tmp_path / "x.db", sound, statement), "verify")
    assert answer.err.splitlines() == [
        f"campaign: Proof, main: {ids[1]}: it or one of its events was changed after it was recorded"
    ]


def test_a_clock_that_history_does_not_give_is_found(
    call: Call, told: Told, store_target: str, make_commit: Callable[..., Any], make_event: Any
) -> None:
    """A chain that is whole does not hide a clock that nobody's history gives."""
    told(store_target, SHORT)
    store = open_store(store_target, "write")
    with store.writing() as writer:
        branch = writer.branch(writer.campaigns()[0])
        event = make_event(kind="vampire.note", who="Vera", at=branch.clock, body=b'{"text":"x"}')
        draft = make_commit(event, id="kkkkkkkkkkkk", clock=branch.clock + 60)
        writer.append(branch, [draft], Anything())
    store.close()
    answer = call(store_target, "verify")
    assert answer.code == 3
    assert "kkkkkkkkkkkk: its clock is" in answer.err


def test_an_event_that_cannot_be_read_is_found(
    call: Call, told: Told, store_target: str, make_commit: Callable[..., Any], make_event: Any
) -> None:
    """A kind or a body that this version does not know is a problem, though it is unchanged."""
    told(store_target, SHORT)
    store = open_store(store_target, "write")
    with store.writing() as writer:
        branch = writer.branch(writer.campaigns()[0])
        draft = make_commit(make_event(kind="fairy.hit"), id="kkkkkkkkkkkk", clock=branch.clock)
        writer.append(branch, [draft], Anything())
    store.close()
    answer = call(store_target, "verify")
    assert answer.code == 3
    assert "kkkkkkkkkkkk.1 (fairy.hit" in answer.err


def test_every_campaign_and_branch_is_looked_at(
    call: Call, told: Told, store_target: str, sql: Sql
) -> None:
    """What is changed in another campaign or on another branch is found there."""
    told(store_target, SHORT)
    told(store_target, 'init "Other" --start 1998-01-01\nadd Ann vampire stamina=1 humanity=1\n')
    store = open_store(store_target, "write")
    with store.writing() as writer:
        proof = writer.campaign("Proof")
        writer.create_branch(writer.branch(proof), "aside", 4)
    store.close()
    arguments = ("--campaign", "Proof", "--branch", "aside", "note", "Vera", "aside")
    assert call(store_target, *arguments).code == 0
    assert call(store_target, "verify").code == 0
    sql(
        "UPDATE events SET note = 'y' WHERE branch = 2",
        "UPDATE commits SET line = 'y' WHERE campaign = 2 AND number = 2",
        guards=False,
    )
    answer = call(store_target, "verify")
    assert answer.code == 3
    assert [line.split(": ")[1] for line in answer.err.splitlines()] == [
        "Proof, aside",
        "Other, main",
    ]


@pytest.mark.parametrize(
    "change",
    ["base_position = 3", "base_commit = 2", "base_commit = 77", "parent = 2", "head_position = 9"],
)
def test_a_changed_branch_is_found(
    call: Call, told: Told, store_target: str, sql: Sql, change: str
) -> None:
    """Where a branch was forked and where it ends is proved too."""
    told(store_target, SHORT)
    store = open_store(store_target, "write")
    with store.writing() as writer:
        writer.create_branch(writer.branch(writer.campaign("Proof")), "aside", 4)
    store.close()
    sql(f"UPDATE branches SET {change} WHERE id = 2")
    answer = call(store_target, "verify")
    assert answer.code == 3
    assert "aside" in answer.err


def test_rebuild_puts_right_where_branches_end(
    call: Call, told: Told, store_target: str, sql: Sql
) -> None:
    """What the commits say too is reckoned again, and the program says what it was."""
    told(store_target, SHORT)
    sql("UPDATE branches SET head_position = 2, head_commit = 2, clock = 7, head_digest = 'x'")
    assert call(store_target, "verify").code == 3
    answer = call(store_target, "rebuild")
    assert b"Proof, main: it ends with commit 6 at position 7, not 2 at 2" in answer.out
    assert call(store_target, "verify").code == 0
    assert b"nothing to rebuild" in call(store_target, "rebuild").out
    assert call(store_target, "note", "Vera", "on").code == 0


def test_rebuild_refuses_what_is_damaged(
    call: Call, told: Told, store_target: str, sql: Sql
) -> None:
    """Nothing is derived from commits that are not as they were recorded."""
    told(store_target, SHORT)
    sql("UPDATE branches SET clock = 7")
    sql("UPDATE commits SET line = 'x' WHERE number = 2", guards=False)
    answer = call(store_target, "rebuild")
    assert answer.code == 3
    assert "damaged" in answer.err
    assert "its head" in call(store_target, "verify").err
