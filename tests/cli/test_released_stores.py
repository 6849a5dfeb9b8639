"""Stores of every released schema: upgraded, verified, and telling what they told then.

`golden/<revision>.sql` is a tiny store as that schema's release wrote it, by `sqlite3 FILE .dump`;
`golden/<revision>.json` has the answers of that release by what was asked.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from alembic.script import ScriptDirectory

import migrations
from ledger.store.schema import SCHEMA_REVISION

if TYPE_CHECKING:
    from tests.cli.conftest import Program

GOLDEN = Path(__file__).parents[1] / "golden"
RELEASED = sorted(path.stem for path in GOLDEN.glob("campaign_*.sql"))


def keeps(then: Any, now: Any) -> bool:
    """Whether all that was told is told now; a newer version may tell more of a thing."""
    if isinstance(then, dict):
        return all(key in now and keeps(value, now[key]) for key, value in then.items())
    if isinstance(then, list):
        return len(then) == len(now) and all(map(keeps, then, now))
    return bool(then == now)


@pytest.fixture(params=RELEASED)
def revision(request: pytest.FixtureRequest, campaign: Program) -> str:
    """The revision of the store that lies beside the program."""
    name: str = request.param
    with closing(sqlite3.connect(campaign.store)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.executescript((GOLDEN / f"{name}.sql").read_text(encoding="utf-8"))
    return name


def test_every_revision_has_its_store() -> None:
    """A new migration brings a store of its release with it."""
    script = ScriptDirectory(migrations.__path__[0])
    assert sorted(one.revision for one in script.walk_revisions()) == RELEASED


def test_a_released_store_tells_what_it_told(campaign: Program, revision: str) -> None:
    """After the upgrade nothing is found wrong, and the sheets are what they were."""
    before = campaign.rows()
    assert SCHEMA_REVISION in campaign.ok("db", "upgrade")
    assert campaign.rows() == before
    assert campaign.ok("verify") == ""
    told = json.loads((GOLDEN / f"{revision}.json").read_text(encoding="utf-8"))
    for question, answer in told.items():
        assert keeps(answer, campaign.json(*question.split())), question


@pytest.mark.usefixtures("revision")
def test_a_released_store_goes_on(campaign: Program) -> None:
    """What was recorded then can be taken back now, and new things are recorded behind it."""
    campaign.ok("db", "upgrade")
    campaign.ok("undo", "2")
    assert campaign.sheet("Vera")["track"] == "X......"
    campaign.ok("hit", "Vera", "1", "bashing")
    assert campaign.ok("verify") == ""
    assert campaign("hit", "Vera", "4", "lethal", "--soak", "2", "--key", "first-blow").code == 1
