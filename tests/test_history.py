"""History: what stands, in which order, what may be undone, and what the clock says."""

from typing import Any

import pytest

from ledger.errors import Refused
from ledger.events import Advance, Body, Init, Note, Recorded, Redo, Rule, Undo, Void
from ledger.history import (
    Corrections,
    clock_of,
    read_corrections,
    select,
    to_redo,
    to_undo,
)
from ledger.rules.storyteller.blow import Hit, Soak

VERBS: dict[type[Body], str] = {
    Init: "campaign.init",
    Rule: "campaign.rule",
    Advance: "campaign.advance",
    Void: "campaign.void",
    Undo: "campaign.undo",
    Redo: "campaign.redo",
    Note: "vampire.note",
    Hit: "vampire.hit",
    Soak: "vampire.soak",
}
INIT = Init(name="Chicago")
HIT = Hit(amount=3, type="lethal")


class Book:
    """A history as it is written: each event in a command of its own, c1, c2, …"""

    def __init__(self) -> None:
        self.events: list[Recorded] = []

    def write(self, body: Body, at: int = 0, **columns: Any) -> Recorded:
        position = len(self.events) + 1
        who = None if VERBS[type(body)].startswith("campaign") else "Ann"
        until, amends = columns.pop("until", None), columns.pop("amends", None)
        commit, ordinal = columns.pop("commit", f"c{position}"), columns.pop("ordinal", 1)
        event = Recorded(
            position,
            commit,
            ordinal,
            VERBS[type(body)],
            at,
            until,
            who,
            body,
            amends=amends,
            anchor=position,
        )
        self.events.append(event)
        return event

    def note(self, at: int = 0, **columns: Any) -> Recorded:
        return self.write(Note(text=f"{len(self.events) + 1}"), at, **columns)

    def void(self, event: Recorded) -> Recorded:
        return self.write(Void(event=event.id, because="a slip"))

    def undo(self, *events: Recorded) -> Recorded:
        return self.write(Undo(commands=tuple(event.commit for event in events)))

    def redo(self, *events: Recorded) -> Recorded:
        return self.write(Redo(commands=tuple(event.commit for event in events)))

    @property
    def corrections(self) -> Corrections:
        return read_corrections(self.events)

    @property
    def standing(self) -> list[str]:
        """The ids of what stands, in the order of the fold, corrections left out."""
        chosen = select(self.events, self.corrections).events
        return [e.id for e in chosen if not isinstance(e.body, Void | Undo | Redo)]

    @property
    def newest_first(self) -> list[Recorded]:
        return self.events[::-1]


@pytest.fixture
def book() -> Book:
    return Book()


# Order -------------------------------------------------------------------------------------------


def test_order_is_of_the_game_then_of_recording(book: Book) -> None:
    """An event of the past stands before what was recorded earlier; at one moment the first wins."""
    late, one, other, early = book.note(9), book.note(5), book.note(5), book.note(1)
    assert book.standing == [early.id, one.id, other.id, late.id]


def test_order_does_not_depend_on_how_rows_arrive(book: Book) -> None:
    """The same events in any order of reading are the same history."""
    for at in (3, 1, 2, 1):
        book.note(at)
    whole = select(book.events, Corrections())
    assert select(book.newest_first, Corrections()) == whole


def test_an_amended_event_keeps_its_place_of_the_moment(book: Book) -> None:
    """What replaces the first of three events of one second comes first, not last."""
    first, second, third = book.note(5), book.note(5), book.note(5)
    book.void(first)
    new = book.note(5, amends=first.id)
    assert book.standing == [new.id, second.id, third.id]


def test_an_amended_amendment_keeps_the_first_place(book: Book) -> None:
    """The place goes on from heir to heir."""
    first, second = book.note(5), book.note(5)
    book.void(first)
    heir = book.note(5, amends=first.id)
    book.void(heir)
    grandchild = book.note(5, amends=heir.id)
    assert book.standing == [grandchild.id, second.id]


def test_an_amendment_may_bring_another_date(book: Book) -> None:
    """A date of its own wins over the place of the old event."""
    first, second = book.note(5), book.note(5)
    book.void(first)
    new = book.note(7, amends=first.id)
    assert book.standing == [second.id, new.id]


# Answers -----------------------------------------------------------------------------------------


def test_a_soak_is_part_of_its_hit(book: Book) -> None:
    """A soak is attached to its hit, whenever it was recorded, and stands nowhere else."""
    hit, later = book.write(HIT, 1), book.note(9)
    soak = book.write(Soak(answers=hit.id, amount=1), 1)
    chosen = select(book.events, book.corrections).events
    assert [event.id for event in chosen] == [hit.id, later.id]
    assert [answer.id for answer in chosen[0].answers] == [soak.id]


def test_a_void_hit_takes_its_soak_along(book: Book) -> None:
    """The soak of a void hit does not stand, and the void says why."""
    hit = book.write(HIT)
    soak = book.write(Soak(answers=hit.id, amount=1))
    void = book.void(hit)
    assert book.standing == []
    assert select(book.events, book.corrections).struck == {hit.id: void.id, soak.id: void.id}


def test_a_void_soak_leaves_the_hit(book: Book) -> None:
    """A hit whose soak is void counts in full."""
    hit = book.write(HIT)
    book.void(book.write(Soak(answers=hit.id, amount=1)))
    (standing,) = [e for e in select(book.events, book.corrections).events if e.id == hit.id]
    assert standing.answers == ()


def test_an_amended_hit_keeps_the_soak(book: Book) -> None:
    """The soak of a hit that was amended belongs to the new one."""
    hit = book.write(HIT)
    soak = book.write(Soak(answers=hit.id, amount=1))
    book.void(hit)
    new = book.write(HIT, amends=hit.id)
    (standing,) = [e for e in select(book.events, book.corrections).events if e.id == new.id]
    assert [answer.id for answer in standing.answers] == [soak.id]


def test_an_amendment_with_a_soak_of_its_own_drops_the_old(book: Book) -> None:
    """One hit has one soak: the line's own."""
    hit = book.write(HIT)
    old = book.write(Soak(answers=hit.id, amount=1))
    void = book.void(hit)
    new = book.write(HIT, amends=hit.id)
    own = book.write(Soak(answers=new.id, amount=2))
    chosen = select(book.events, book.corrections)
    (standing,) = [e for e in chosen.events if e.id == new.id]
    assert [answer.id for answer in standing.answers] == [own.id]
    assert chosen.struck[old.id] == void.id


def test_a_soak_does_not_pass_to_what_is_no_hit(book: Book) -> None:
    """A note in the place of a hit has no soak."""
    hit = book.write(HIT)
    soak = book.write(Soak(answers=hit.id, amount=1))
    void = book.void(hit)
    new = book.note(amends=hit.id)
    assert book.standing == [new.id]
    assert select(book.events, book.corrections).struck[soak.id] == void.id


# Void --------------------------------------------------------------------------------------------


def test_a_void_of_a_void_restores(book: Book) -> None:
    """Who takes a void back has the event again."""
    note = book.note()
    void = book.void(note)
    assert book.standing == []
    book.void(void)
    assert book.standing == [note.id]


def test_a_third_void_strikes_again(book: Book) -> None:
    """Voids of voids of voids alternate."""
    note = book.note()
    book.void(book.void(book.void(note)))
    assert book.standing == []


def test_an_undone_void_does_not_count(book: Book) -> None:
    """A void is a command like others: undone, it strikes nothing."""
    note = book.note()
    void = book.void(note)
    book.undo(void)
    assert book.standing == [note.id]
    book.redo(void)
    assert book.standing == []


# Undo and redo -----------------------------------------------------------------------------------


def test_undo_strikes_the_commands_it_names(book: Book) -> None:
    """An undo names commands; others stay."""
    first, second, third = book.note(), book.note(), book.note()
    undo = book.undo(second)
    assert book.standing == [first.id, third.id]
    assert book.corrections.undone == {second.commit: undo.id}


def test_undo_takes_all_events_of_a_command(book: Book) -> None:
    """A command that was several events goes as a whole."""
    one, other = book.note(commit="c1"), book.note(commit="c1", ordinal=2)
    assert book.standing == [one.id, other.id]
    book.undo(one)
    assert book.standing == []


def test_last_commands_are_undone_newest_first(book: Book) -> None:
    """`undo 2` means the last two commands, each counted once."""
    book.write(INIT)
    first = book.note()
    second = book.note(commit="two")
    book.note(commit="two", ordinal=2)
    assert to_undo(book.newest_first, {}, 2) == [second.commit, first.commit]


def test_init_is_never_undone(book: Book) -> None:
    """However far back one goes, the campaign stays."""
    book.write(INIT)
    note = book.note()
    assert to_undo(book.newest_first, {}, 9) == [note.commit]


def test_undo_goes_past_what_is_undone(book: Book) -> None:
    """A second undo takes the command before the one that is undone already."""
    book.write(INIT)
    first, second = book.note(), book.note()
    book.undo(second)
    assert to_undo(book.newest_first, book.corrections.undone, 1) == [first.commit]


def test_redo_brings_back_oldest_first(book: Book) -> None:
    """After two single undos, `redo 2` gives the older command first."""
    first, second = book.note(), book.note()
    book.undo(second)
    book.undo(first)
    assert to_redo(book.newest_first, 2) == [first.commit, second.commit]
    assert to_redo(book.newest_first, 1) == [first.commit]


def test_redo_after_an_undo_of_several(book: Book) -> None:
    """`undo 2; redo` brings back the older one of the two."""
    first, second = book.note(), book.note()
    book.undo(second, first)
    assert to_redo(book.newest_first, 1) == [first.commit]
    book.redo(first)
    assert to_redo(book.newest_first, 5) == [second.commit]


def test_redo_gives_only_what_is_there(book: Book) -> None:
    """More than was undone is not made up."""
    note = book.note()
    book.undo(note)
    assert to_redo(book.newest_first, 3) == [note.commit]
    book.redo(note)
    assert to_redo(book.newest_first, 1) == []


@pytest.mark.parametrize("kind", ["note", "void"])
def test_a_new_command_ends_the_chance_to_redo(book: Book, kind: str) -> None:
    """After anything but undo and redo there is nothing to redo."""
    old, note = book.note(), book.note()
    book.undo(note)
    if kind == "note":
        book.note()
    else:
        book.void(old)
    assert to_redo(book.newest_first, 1) == []


# The clock ---------------------------------------------------------------------------------------


def test_clock_is_the_latest_end(book: Book) -> None:
    """A span counts to its end, wherever it stands in the recording."""
    book.write(INIT, 0)
    book.write(Advance(), 0, until=50)
    book.note(9)
    assert clock_of(book.events, book.corrections) == 50


def test_corrections_do_not_move_the_clock(book: Book) -> None:
    """A void recorded at a late moment is no event of the game."""
    book.write(INIT, 0)
    note = book.note(5)
    book.write(Void(event=note.id, because="x"), 99)
    assert clock_of(book.events, book.corrections) == 0


def test_an_undone_advance_gives_the_time_back(book: Book) -> None:
    """Undo takes the clock back, redo puts it on."""
    book.write(INIT, 0)
    advance = book.write(Advance(), 0, until=50)
    book.undo(advance)
    assert clock_of(book.events, book.corrections) == 0
    book.redo(advance)
    assert clock_of(book.events, book.corrections) == 50


def test_the_soak_of_a_void_hit_holds_no_time(book: Book) -> None:
    """With a hit its soak falls, and the clock is what it was before them."""
    book.write(INIT, 0)
    hit = book.write(HIT, 40)
    book.write(Soak(answers=hit.id, amount=1), 40)
    book.void(hit)
    assert clock_of(book.events, book.corrections) == 0


def test_no_event_no_clock() -> None:
    """A history in which nothing stands has no date, and says so."""
    with pytest.raises(Refused, match="no event that stands"):
        clock_of([], Corrections())
