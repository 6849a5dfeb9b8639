"""Exit codes, and what goes where when something is wrong."""

from __future__ import annotations

import shlex
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Program, Refuses

REFUSED = [
    ("status Veronika", "did you mean Veronica"),
    ("status Zed", "Zed"),
    ("hit Zed 3 lethal", "Zed"),
    ("hit Veronica -2 lethal", "-2"),
    ("hit Veronica 2.5 lethal", "2.5"),
    ("hit Veronica 99999 lethal", "99999"),
    ("hit Veronica 3 lethel", "lethel"),
    ("hit Veronica 3", "type"),
    ("hit Veronica lethal", "number"),
    ("hit Veronica 3 3 lethal", "3"),
    ("hit Veronica --dice 3,11 lethal", "11"),
    ("hit Veronica --dice 3,x lethal", "x"),
    ("hit Veronica 3 lethal --auto 2", "--auto"),
    ("hit Veronica 3 lethal --soak 3", "Stamina 2"),
    ("hit Veronica 3 permanent", "permanent"),
    ("hit Veronica 3 lethal --source gun", "gun"),
    ("soak Veronica 1", "hit"),
    ("soak Veronica 1 --dice 3", "--dice"),
    ("heal Veronica 1", "Veronica"),
    ("heal Veronica 1 aggravated", "aggravated"),
    ("spend Veronica 11 blood", "10"),
    ("spend Veronica 1 rage", "rage"),
    ("spend Veronica 0 blood", "0"),
    ("wake Veronica --success", "torpor"),
    ("wake Veronica", "--success"),
    ("wake Veronica --success --failure", "--success"),
    ("kill Veronica", "--ruling"),
    ("destroy Veronica", "--ruling"),
    ("wear Veronica vest", "ratings"),
    ("wear Veronica vest colour=2", "colour"),
    ("wear Veronica vest levels=-3", "levels"),
    ("remove Veronica vest", "vest"),
    ("knockdown Veronica maybe", "maybe"),
    ("add Veronica vampire stamina=2 humanity=7", "Veronica"),
    ("add Bob vampyre stamina=2", "did you mean vampire"),
    ("add Bob vampire stamina=2", "humanity"),
    ("add Bob vampire stamina=2 stamina=3 humanity=7", "twice"),
    ("add Bob vampire stamina=two humanity=7", "stamina"),
    ("add Bob vampire stamina=99 humanity=7", "stamina"),
    ("add Bob vampire stamina=2 humanity=7 stanima=3", "did you mean stamina"),
    ("set Veronica humanity=11", "humanity"),
    ("set Veronica humanity", "humanity"),
    ("set Veronica generation=3", "blood_max"),
    ("rule dusk=25:00", "dusk"),
    ("rule duks=20:00", "did you mean dusk"),
    ("rest Veronica tomorrow", "tomorrow"),
    ("rest Veronica -1d", "negative"),
    ("rest Veronica 1.5d", "fraction"),
    ("advance -1d", "negative"),
    ("advance", "--to"),
    ("advance 1d --to 1999-01-01", "--to"),
    ("advance --to 1990-01-01", "1990-01-01"),
    ("advance 99999999999999999999y", "large"),
    ("advance 999999999999y", ""),
    ("hit Veronica 1 lethal --at 1998-02-30", "1998-02-30"),
    ("hit Veronica 1 lethal --at yesterday-ish", "yesterday-ish"),
    ("hit Veronica 1 lethal --at 1990-01-01", "start"),
    ("hit Veronica 1 lethal --at 1998-10", "day"),
    ("note Veronica ok --at ''", ""),
    ("undo 9", "9"),
    ("undo 0", "0"),
    ("redo", "redo"),
    ("void zzz --because x", "zzz"),
    ("void '' --because x", ""),
    ("void 1 --because x", "init"),
    ("void 99 --because x", "99"),
    ("amend zzz 'hit Veronica 1 lethal'", "zzz"),
    ("status --known-at 99", "99"),
    ("status --known-at zzzz", "zzzz"),
    ("status --known-at 1999-99-99", "1999-99-99"),
    ("status --known-at 1970-01-01", "1970-01-01"),
    ("status --at 1998-13-01", "1998-13-01"),
    ("status Veronica --at -9y", "added"),
    ("history -p fortnight", "fortnight"),
    ("history -b 1999-01-01 -e 1998-01-01", "before"),
    ("history --limit 0", "0"),
    ("due --within sometime", "sometime"),
    ("rules show vampire.blod.heal", "did you mean vampire.blood.heal"),
    ("add Lady Anna vampire stamina=2", "stands in quotes"),
    ("assert Veronica level=Hurt", "expected Hurt"),
    ("assert Veronica levl=Hurt", "did you mean level"),
    ("--campaign Alley status", "The Alley"),
    ("--branch dark status", "main"),
    ("-O yaml status", "yaml"),
    ("--color blue status", "blue"),
    ("run missing.journal", "missing.journal"),
    ("run .", "."),
]

USAGE = [
    ("statsu", "statsu"),
    ("status --att 1998-10-31", "--att"),
    ("hit", "WHO"),
    ("add Bob", "SYSTEM"),
    ("hit Veronica 3 lethal --soak", "--soak"),
    ("init Dark", "--start"),
    ("void abc", "--because"),
    ("undo 1 2", "2"),
    ("--dbb x status", "--dbb"),
    ("rules", ""),
    ("rules shew x", "shew"),
]


@pytest.mark.parametrize(("line", "says"), REFUSED, ids=[line for line, _ in REFUSED])
def test_a_refusal_is_1(alley: Program, refuses: Refuses, line: str, says: str) -> None:
    """A rule, an unknown name or a bad value: exit code 1, a message that says what, no row."""
    assert alley.store.exists()
    assert says in refuses(1, *shlex.split(line)).err


@pytest.mark.parametrize(("line", "says"), USAGE, ids=[line for line, _ in USAGE])
def test_wrong_usage_is_2(alley: Program, line: str, says: str) -> None:
    """An unknown verb or option, or a missing word: exit code 2, on stderr, no row."""
    before = alley.rows()
    answer = alley(*shlex.split(line))
    assert (answer.code, answer.out) == (2, "")
    assert says in answer.err
    assert "Traceback" not in answer.err
    assert alley.rows() == before


def test_a_word_that_is_missing_is_asked_for_in_one_line(alley: Program) -> None:
    """The choices stand in the name of the word; no signs that only a terminal knows."""
    first, _, rest = alley("hospital", "Veronica").err.partition("\n")
    assert first == "campaign: Missing argument '{admit|discharge|end}'."
    assert rest == "usage: campaign hospital [OPTIONS] WHO {admit|discharge|end}\n"


@pytest.mark.parametrize(
    "line",
    [
        "status",
        "history",
        "due",
        "characters",
        "campaigns",
        "log",
        "add Bob vampire stamina=2 humanity=7",
        "hit Veronica 3 lethal",
        "advance 1d",
        "rule dusk=20:00",
        "undo",
        "void k --because x",
        "assert Veronica level=Hurt",
    ],
)
def test_a_missing_store_is_3_and_none_is_made(
    campaign: Program, refuses: Refuses, line: str
) -> None:
    """A mistyped path is refused by every command but `init`, and creates nothing."""
    assert "campaign.db" in refuses(3, *shlex.split(line)).err
    assert "typo.db" in refuses(3, "--db", "typo.db", *shlex.split(line)).err
    assert list(campaign.folder.iterdir()) == []


def test_a_journal_on_a_missing_store_makes_none(campaign: Program, refuses: Refuses) -> None:
    """A journal that does not begin with `init` creates nothing."""
    refuses(3, "run", "-", typed="; a comment\nhit Veronica 3 lethal\n")
    assert list(campaign.folder.iterdir()) == []


def test_a_folder_that_is_not_there_is_3(campaign: Program, refuses: Refuses) -> None:
    """`init` makes a file, not folders."""
    refuses(3, "--db", "no/such/x.db", "init", "Dark", "--start", "1998-10-31")
    assert list(campaign.folder.iterdir()) == []


@pytest.mark.parametrize("content", [b"not a database at all, only a text", b"x"])
def test_another_file_is_3_and_stays(campaign: Program, refuses: Refuses, content: bytes) -> None:
    """A file that is no store is left alone to the byte, by `init` too."""
    other = campaign.folder / "notes.txt"
    other.write_bytes(content)
    refuses(3, "--db", "notes.txt", "status")
    refuses(3, "--db", "notes.txt", "init", "Dark", "--start", "1998-10-31")
    assert other.read_bytes() == content


def test_a_damaged_body_is_3_and_named(alley: Program, refuses: Refuses) -> None:
    """A row that cannot be read is said with its event's id."""
    with sqlite3.connect(alley.store) as base:
        base.execute("DROP TRIGGER IF EXISTS events_update_is_forbidden")
        for (name,) in base.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            base.execute(f"DROP TRIGGER {name}")
        base.execute("UPDATE events SET body = CAST('{\"traits\"' AS BLOB) WHERE position = 2")
    base.close()
    assert "vampire.add" in refuses(3, "status").err


def test_a_refused_init_makes_no_store(campaign: Program, refuses: Refuses) -> None:
    """A bad date, setting or name of a new campaign leaves no file behind."""
    refuses(1, "init", "Dark", "--start", "1998-99-99")
    refuses(1, "init", "Dark", "--start", "now")
    refuses(1, "init", "Dark", "--start", "1998-10-31", "--set", "dusk=noon")
    refuses(1, "init", " ", "--start", "1998-10-31")
    refuses(1, "init", "Dark", "--start", "1998-10-31", "--calendar", "mayan")
    assert list(campaign.folder.iterdir()) == []


def test_a_second_campaign_of_a_name_is_refused(alley: Program, refuses: Refuses) -> None:
    """Campaigns of one store have names of their own."""
    assert alley.store.exists()
    assert "The Alley" in refuses(1, "init", "The Alley", "--start", "2000-01-01").err


def test_several_campaigns_want_a_name(alley: Program, refuses: Refuses) -> None:
    """With two campaigns in the store, one must be said."""
    alley.ok("init", "Dark", "--start", "2000-01-01")
    assert "--campaign" in refuses(1, "status").err
    assert "Dark" in alley.ok("--campaign", "Dark", "status")


def test_help_and_version_are_0(campaign: Program) -> None:
    """Help and version want no store."""
    assert "status" in campaign.ok("--help")
    assert "campaign" in campaign.ok("--version")
    assert "--soak-dice" in campaign.ok("hit", "--help")
    assert list(campaign.folder.iterdir()) == []


def test_a_later_event_that_falls_is_listed(alley: Program, refuses: Refuses) -> None:
    """A late event that makes another unlawful is refused with the list, or accepted by word."""
    alley.ok("spend", "Veronica", "8", "blood", "--at", "1998-11-01 12:00")
    late = ("spend", "Veronica", "5", "blood", "--at", "1998-10-31 22:00")
    assert "--accept-findings" in refuses(1, *late).err
    assert "unlawful" in alley.ok(*late, "--accept-findings")
    (finding,) = alley.sheet("Veronica")["findings"]
    assert "Veronica has" in finding["why"]


def test_environment_names_the_store(
    alley: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """CAMPAIGN_DB and CAMPAIGN stand for the options, and the options win."""
    alley.store.rename(tmp_path / "elsewhere.db")
    monkeypatch.setenv("CAMPAIGN_DB", "elsewhere.db")
    assert "Veronica" in alley.ok("status")
    monkeypatch.setenv("CAMPAIGN", "Dark")
    assert alley("status").code == 1
    assert "Veronica" in alley.ok("--campaign", "The Alley", "status")
    assert alley("--db", "missing.db", "--campaign", "The Alley", "status").code == 3


@pytest.mark.parametrize("links", [True, False])
def test_a_new_store_gets_its_name(
    campaign: Program, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """Also where the file system knows no second name for a file, and nothing is left beside it."""

    def refused(*_: object) -> None:
        raise PermissionError("no links here")

    if not links:
        monkeypatch.setattr("os.link", refused)
    campaign.ok("init", "Dark", "--start", "1998-10-31")
    assert campaign.ok("campaigns").count("Dark") == 1
    assert not list(campaign.folder.glob("*.new*"))


def test_a_name_that_is_taken_meanwhile_is_4(
    campaign: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who makes the same store a moment later is told, and the other's store stays."""

    def taken(_: str, place: str) -> None:
        Path(place).write_text("another's", encoding="utf-8")
        raise FileExistsError(place)

    monkeypatch.setattr("os.link", taken)
    answer = campaign("init", "Dark", "--start", "1998-10-31")
    assert (answer.code, len(answer.err.splitlines())) == (4, 1)
    assert campaign.store.read_text(encoding="utf-8") == "another's"


@pytest.mark.parametrize("name", ["", ".", "./", "nowhere/"])
@pytest.mark.parametrize("line", ["import", "run", "report -o", "status -o"])
def test_what_is_no_file_is_refused_by_its_name(
    alley: Program, refuses: Refuses, line: str, name: str
) -> None:
    """A variable of the shell that was empty is seen as ''."""
    assert f"campaign: {name or repr(name)}" in refuses(1, *line.split(), name).err
    assert [path.name for path in alley.folder.iterdir() if path.is_dir()] == []


@pytest.mark.parametrize("line", ["import campaign.db", "run campaign.db", "run ./campaign.db"])
@pytest.mark.usefixtures("alley")
def test_a_store_is_neither_archive_nor_journal(refuses: Refuses, line: str) -> None:
    """Nobody opens its file but the database (a session would lose its hold on it)."""
    assert "belongs to a store" in refuses(1, *line.split()).err


@pytest.mark.parametrize(
    ("line", "choices"),
    [
        ("test Veronica", "resilience|persistence|fatigue|death"),
        ("meditate Veronica", "gnosis|willpower"),
        ("hospital Veronica", "admit|discharge|end"),
    ],
)
def test_a_missing_choice_is_named_in_one_line(
    alley: Program, refuses: Refuses, line: str, choices: str
) -> None:
    """With all that could stand there, on the program's line and at a prompt."""
    said = refuses(2, *line.split()).err.splitlines()[0]
    assert choices in said
    assert said.isprintable()
    assert said in alley("shell", typed=line).err.splitlines()
