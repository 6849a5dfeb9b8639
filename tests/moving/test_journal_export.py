"""`export --format journal`: a campaign as it stands, which gives the same sheets when it is run."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., Any]
Told = Callable[..., str]

START = """\
init "Again" --start "1998-10-31 21:00"
add Vera vampire stamina=3 humanity=7
"""
DATES = (
    "1998-10-31 21:00",
    "1998-10-31 22:00",
    "1998-10-31 22:00:03",
    "1998-11-01 02:00",
    "1998-11-02 12:00",
    "1998-11-03 22:00:03",
    "2001-01-01",
    "2060-01-01",
    "2061-01-01",
)


def sheets(call: Call, store: str, at: str | None) -> list[dict[str, Any]]:
    """The sheets at a date (None: at the clock), by name, without what names events."""
    dated = [] if at is None else ["--at", at]
    document = json.loads(call(store, "-O", "json", "status", *dated).out)
    for sheet in document["characters"]:
        sheet.pop("findings")
        for box in sheet["boxes"]:
            box["event"] = box["event"] is not None
    return sorted(document["characters"], key=lambda sheet: str(sheet["name"]))


def ids(call: Call, store: str) -> dict[int, str]:
    rows = json.loads(call(store, "-O", "json", "history").out)
    return {row["position"]: row["id"] for row in rows}


def run_again(call: Call, store: str, other: str) -> str:
    """Export a journal, run it elsewhere, and see that every sheet is the same at every date."""
    journal: str = call(store, "export", "--format", "journal").out.decode()
    answer = call(other, "run", "-", stdin=journal.encode())
    assert answer.code == 0, answer.err + journal
    for at in (None, *DATES):
        assert sheets(call, other, at) == sheets(call, store, at), at
    clocks = [
        json.loads(call(s, "-O", "json", "campaigns").out)[0]["clock"] for s in (store, other)
    ]
    assert clocks[0] == clocks[1]
    return journal


def test_every_verb_is_told_again(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """A campaign with every verb, late events and late soaks has the same sheets at any date."""
    journal = run_again(call, told(sqlite_target), str(tmp_path / "again.db"))
    assert journal.startswith('init "The Alley"')
    for verb in ("torpor", "wake", "repair", "story-end", "advance"):
        assert f"] {verb} " in journal


def test_a_journal_of_a_journal_is_the_same(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """What was folded once has nothing more to fold."""
    other = str(tmp_path / "again.db")
    journal = run_again(call, told(sqlite_target), other)
    assert call(other, "export", "--format", "journal").out.decode() == journal


def test_corrections_are_folded_in(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """Undone, voided and amended events are told as they stand, in the old place."""
    told(sqlite_target)
    names = ids(call, sqlite_target)
    told(
        sqlite_target,
        f"""\
amend {names[5]} "hit Veronica 5 lethal --soak 1" ; it was worse
void {names[24]} --because "no vest at all" --accept-findings
hit Kincaid 9 aggravated
advance 3 years
undo 2
note Kincaid undone
undo
redo
""",
    )
    journal = run_again(call, sqlite_target, str(tmp_path / "again.db"))
    lines = journal.splitlines()
    assert lines[4].startswith("[1998-10-31 22:00:00] hit Veronica 5 lethal --soak 1")
    assert "haymaker" in lines[4]  # the new line had no note of its own
    assert "9 aggravated" not in journal
    assert lines[-1].endswith("note Kincaid undone")


def test_an_amended_event_keeps_its_place_among_others_of_the_moment(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """Of two blows in one second the first stays the first."""
    told(sqlite_target, START + "hit Vera 1 lethal\nhit Vera 2 lethal\n")
    told(sqlite_target, f'amend {ids(call, sqlite_target)[3]} "hit Vera 3 lethal"\n')
    lines = run_again(call, sqlite_target, str(tmp_path / "again.db")).splitlines()
    assert [line.split("] ")[1] for line in lines[2:]] == ["hit Vera 3 lethal", "hit Vera 2 lethal"]


def test_what_is_unlawful_now_is_a_comment(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """A finding is told with its reason and is not recorded again; the clock stays where it was."""
    told(sqlite_target, START + "feed Vera 1\nadvance 2d\nspend Vera 8 blood ; haste\n")
    late = "[1998-10-31 21:30] spend Vera 3 blood --accept-findings\n"
    told(sqlite_target, late)
    journal = run_again(call, sqlite_target, str(tmp_path / "again.db"))
    (comment,) = [line for line in journal.splitlines() if line.startswith("; unlawful now")]
    assert "spend Vera 8 blood  ; haste: Vera has 5 blood, not 8" in comment


def test_events_of_nobody_are_comments_and_the_clock_stays(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """When an addition is voided, what stands of that character is told in comments."""
    told(
        sqlite_target,
        START + "[1998-11-05] note Vera alone\nadd Ann vampire stamina=1 humanity=1\n",
    )
    void = f'void {ids(call, sqlite_target)[2]} --because "never was" --accept-findings\n'
    told(sqlite_target, void)
    journal = run_again(call, sqlite_target, str(tmp_path / "again.db"))
    assert "; unlawful now: [1998-11-05 00:00:00] note Vera alone" in journal


def test_the_clock_stays_where_unlawful_events_have_moved_it(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """The last event may be one that does not count; the date is the same all the same."""
    told(sqlite_target, START + "[1998-11-05] spend Vera 5 blood\n")
    told(sqlite_target, "[1998-10-31 21:30] spend Vera 9 blood --accept-findings\n")
    journal = run_again(call, sqlite_target, str(tmp_path / "again.db"))
    assert journal.splitlines()[-1] == 'advance --to "1998-11-05 00:00:00"'


def test_events_of_one_command_are_one_line(call: Call, told: Told, sqlite_target: str) -> None:
    """Who are meant together are told together, and nobody else."""
    ann = "add Ann vampire stamina=1 humanity=1\n"
    told(sqlite_target, START + ann + "hit all 2 lethal --soak 1\nhit Vera 1 lethal\nrest all 1d\n")
    lines = call(sqlite_target, "export", "--format", "journal").out.decode().splitlines()
    assert [line.split("] ")[1] for line in lines[3:]] == [
        "hit Vera,Ann 2 lethal --soak 1",
        "hit Vera 1 lethal",
        'rest Vera,Ann "1 day"',
    ]


def test_a_soak_with_a_note_of_its_own_is_a_line_of_its_own(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """What was said of a late soak is not lost in the line of its hit."""
    told(sqlite_target, START + "hit Vera 3 lethal ; the cellar\nsoak Vera 1 ; her coat\n")
    journal = run_again(call, sqlite_target, str(tmp_path / "again.db"))
    assert [line.split("] ")[1] for line in journal.splitlines()[2:]] == [
        "hit Vera 3 lethal  ; the cellar",
        "soak Vera 1  ; her coat",
    ]


def test_other_systems_are_told_again(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path
) -> None:
    """Mortals and mutants, with the verbs that are theirs alone."""
    told(
        sqlite_target,
        """\
init "Others" --start "1998-10-31 21:00"
add Bruno mortal stamina=2 willpower=3/5
add Xenia mutant stamina=3 extra_levels=0,-1,inc gnosis=1/6 rage=2/4
hit Bruno,Xenia 3 lethal --soak 0
hospital Bruno admit
meditate Xenia gnosis --with enigmas --successes 2
meditate Xenia gnosis --botch --hours 5
meditate Xenia gnosis --failure
advance 4d
hospital Bruno discharge --outpatient
set Xenia extra_levels=none
advance 3 weeks
hospital Bruno end
""",
    )
    run_again(call, sqlite_target, str(tmp_path / "again.db"))


@pytest.mark.parametrize("name", ["-x", "--by", "O'Neil", 'Say "Hi"', "back\\slash", "a;b", "[x]"])
def test_names_are_quoted_as_they_must(
    call: Call, told: Told, sqlite_target: str, tmp_path: Path, name: str
) -> None:
    """A name that looks like an option, a comment or a date is none."""
    told(sqlite_target, START)
    added = call(sqlite_target, "add", "--", name, "vampire", "stamina=1", "humanity=1")
    assert added.code == 0, added.err
    assert call(sqlite_target, "note", "--by", name, "--", name, f"-- {name}").code == 0
    run_again(call, sqlite_target, str(tmp_path / "again.db"))


def test_the_table_is_safe_for_spreadsheets(call: Call, told: Told, sqlite_target: str) -> None:
    """A note that a spreadsheet would take for a formula is a text, and every event has a row."""
    told(sqlite_target, START + 'note Vera "x" --note "=cmd()"\nundo\n')
    lines = call(sqlite_target, "export", "--format", "csv").out.decode().splitlines()
    assert len(lines) == 5
    assert "'=cmd()" in lines[3]
    assert lines[0].startswith("position,id,branch,at,until,recorded_at,who,type,")


def test_an_export_in_a_journal_prints(call: Call, sqlite_target: str) -> None:
    """A reading command may stand in a journal, and sees what came before it there."""
    answer = call(sqlite_target, "run", "-", stdin=(START + "export --format journal\n").encode())
    assert answer.code == 0, answer.err
    assert b"] add Vera vampire" in answer.out
