"""A sketch is read like a branch that was written, and the store never hears of it."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec import structs

from ledger.store import Anything, BranchRow, CommitDraft, EventDraft, sketch_on
from ledger.store.event_store import EventStore, Reader

Make = Callable[..., Any]


@pytest.fixture
def main(store: EventStore, make_commit: Make, make_event: Make) -> BranchRow:
    """Three commits of Ann and Ben and the campaign, the second of two events."""
    with store.writing() as writer:
        _, main = writer.create_campaign("Chicago by Night", 0)
        drafts = [
            make_commit(make_event(kind="vampire.add", at=1), recorded_at=10, clock=1),
            make_commit(
                make_event(at=5, who="Ben"), make_event(at=2, until=9), recorded_at=20, clock=9
            ),
            make_commit(
                make_event(kind="campaign.rule", who=None, at=3), recorded_at=30, clock=9, key="k"
            ),
        ]
        main, _ = writer.append(main, drafts, Anything())
    return main


@pytest.fixture
def further(make_commit: Make, make_event: Make) -> Sequence[CommitDraft]:
    """What goes on from there."""
    add: EventDraft = make_event(kind="mortal.add", who="Cleo", at=0)
    return [
        make_commit(add, make_event(at=-4), recorded_at=40, clock=9, key="more"),
        make_commit(make_event(who=None, kind="campaign.advance", at=9, until=12), clock=12),
    ]


QUESTIONS: list[Callable[[Reader, BranchRow], Any]] = [
    lambda reader, branch: reader.events(branch),
    lambda reader, branch: reader.events(branch, order="game"),
    lambda reader, branch: reader.events(branch, who="Ann", order="game"),
    lambda reader, branch: reader.events(branch, who=None),
    lambda reader, branch: reader.events(branch, who=["Cleo", None]),
    lambda reader, branch: reader.events(branch, kinds=["vampire.hit"], up_to=5),
    lambda reader, branch: reader.events(branch, without=["campaign.advance"], up_to=6),
    lambda reader, branch: reader.events(branch, up_to=2),
    lambda reader, branch: reader.events_ending_after(branch, 8),
    lambda reader, branch: reader.additions(branch),
    lambda reader, branch: reader.additions(branch, up_to=4),
    lambda reader, branch: [reader.events_of(branch, c) for c in reader.commits(branch)],
    lambda reader, branch: reader.commits(branch, up_to=5),
    lambda reader, branch: [c.id for c in reader.commits(branch)],
    lambda reader, branch: [reader.commit_by_key(branch, key) for key in ("k", "more", "none")],
    lambda reader, branch: [
        reader.commits_by_prefix(branch, c.id[:n]) for c in reader.commits(branch) for n in (9, 12)
    ],
    lambda reader, branch: [reader.commit_at(branch, n) for n in range(9)],
    lambda reader, branch: [reader.commit_before(branch, at) for at in (5, 15, 35, 45)],
]


@pytest.mark.parametrize("cut", [3, 2])
@pytest.mark.parametrize("question", QUESTIONS)
def test_it_answers_like_a_branch(
    store: EventStore,
    main: BranchRow,
    further: Sequence[CommitDraft],
    question: Callable[[Reader, BranchRow], Any],
    cut: int,
) -> None:
    """From the head or from an earlier commit, every question has the branch's answer."""
    with store.writing() as writer:
        base = writer.commits(main)[cut - 1]
        branch = writer.create_branch(main, "if", base.last_position)
        branch, written = writer.append(branch, further, Anything())
        head = structs.replace(
            branch,
            id=main.id,
            head_position=base.last_position,
            head_commit=base.number,
            head_digest=base.digest,
        )
        sketch = sketch_on(writer, head)
        head, sketched = sketch.append(head, further, Anything())
        assert head.head_digest == branch.head_digest
        assert [c.digest for c in sketched] == [c.digest for c in written]
        assert _unbranched(question(sketch, head)) == _unbranched(question(writer, branch))


def _unbranched(answer: Any) -> Any:
    """An answer without the number of the branch on which a commit was made."""
    if isinstance(answer, list | tuple):
        return [_unbranched(one) for one in answer]
    return structs.replace(answer, branch=0) if hasattr(answer, "branch") else answer


def test_other_branches_are_read_as_they_are(
    store: EventStore, main: BranchRow, further: Sequence[CommitDraft]
) -> None:
    """What the sketch goes on with is nowhere else."""
    with store.writing() as writer:
        other = writer.create_branch(main, "other", 3)
        sketch = sketch_on(writer, main)
        sketch.append(main, further, Anything())
        for question in QUESTIONS:
            assert question(sketch, other) == question(writer, other)


def test_a_sketch_of_a_sketch(
    store: EventStore, main: BranchRow, further: Sequence[CommitDraft], make_commit: Make
) -> None:
    """It goes on from what is only in memory, which does not notice."""
    with store.reading() as reader:
        first = sketch_on(reader, main)
        head, _ = first.append(main, further, Anything())
        second = sketch_on(first, head)
        far, _ = second.append(head, [make_commit()], Anything())
        assert [row.position for row in second.events(far)] == list(range(1, 9))
        assert [row.position for row in first.events(head)] == list(range(1, 8))


def test_the_store_never_hears_of_it(
    store: EventStore, main: BranchRow, further: Sequence[CommitDraft]
) -> None:
    """A reading transaction is enough, and nothing is there afterwards."""
    with store.reading() as reader:
        sketch_on(reader, main).append(main, further, Anything())
    with store.reading() as reader:
        assert len(reader.events(main)) == 4
        assert reader.branches(main) == (main,)
