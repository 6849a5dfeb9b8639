"""The clock that is reckoned as commits pass by is the one of the whole history."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import Refused
from ledger.events import Advance, Body, Recorded, Redo, Undo, Void
from ledger.history import clock_of, read_corrections
from ledger.moving.clockwork import Clockwork

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["event", "event", "two", "undo", "redo", "void"]),
        st.integers(0, 40),
        st.integers(0, 9),
    ),
    max_size=40,
)


@given(steps=STEPS, fork_at=st.integers(0, 40))
def test_it_agrees_with_the_whole_history_after_each_commit(
    steps: list[tuple[str, int, int]], fork_at: int
) -> None:
    """Whatever is undone, redone and voided, and voided again, both give the same clock."""
    events: list[Recorded] = []
    places: dict[str, list[int]] = {}

    def record(bodies: list[Body], ends: list[int]) -> list[Recorded]:
        commit = f"c{len(places)}"
        first = len(events) + 1
        places[commit] = list(range(first, first + len(bodies)))
        made = [
            Recorded(first + n, commit, n + 1, "campaign.advance", 0, end, None, body)
            for n, (body, end) in enumerate(zip(bodies, ends, strict=True))
        ]
        events.extend(made)
        return made

    def find(commit: str) -> list[int]:
        return places.get(commit, [])

    clockwork = Clockwork(find)
    clockwork.add(record([Advance()], [0]))
    for number, (what, one, other) in enumerate(steps):
        if number == fork_at:
            clockwork = clockwork.fork(find)
        made: list[Recorded]
        if what == "event":
            made = record([Advance()], [one])
        elif what == "two":
            made = record([Advance(), Advance()], [one, other])
        elif what == "void":
            target = events[one % len(events)]
            made = record([Void(event=target.id, because="")], [99])
        else:
            names = tuple({f"c{one % len(places)}", f"c{other % len(places)}"})
            body: Body = Undo(commands=names) if what == "undo" else Redo(commands=names)
            made = record([body], [99])
        clockwork.add(made)
        try:
            right: int | None = clock_of(events, read_corrections(events))
        except Refused:
            right = None
        assert clockwork.clock == right


def test_a_long_campaign_is_reckoned_block_by_block() -> None:
    """What is struck out far back changes nothing, what is struck out at the end does."""
    places = {f"c{n}": [n + 1] for n in range(5000)}
    clockwork = Clockwork(lambda commit: places.get(commit, []))
    for n in range(5000):
        event = Recorded(n + 1, f"c{n}", 1, "campaign.advance", n, None, None, Advance())
        clockwork.add([event])
    undo = Undo(commands=("c4999", "c10", "c4998"))
    clockwork.add([Recorded(5001, "u", 1, "campaign.undo", 0, None, None, undo)])
    assert clockwork.clock == 4997
    redo = Redo(commands=("c4998",))
    clockwork.add([Recorded(5002, "r", 1, "campaign.redo", 0, None, None, redo)])
    assert clockwork.clock == 4998
