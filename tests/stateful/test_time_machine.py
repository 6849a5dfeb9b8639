"""What-if, branches and the two axes of time: what holds whatever was recorded, in all systems."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import count
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, event, given, note, settings

from cli.desk import Desk
from cli.journal import command_in
from cli.main import PROGRAM
from ledger.branching import adopt, create_branch, difference
from ledger.campaign import Campaign
from ledger.command import Command
from ledger.correcting import CORRECTING
from ledger.errors import Refused
from ledger.projections.difference import Consequences
from ledger.projections.sheets import sheet
from ledger.recording import Recorder
from ledger.service import Ledger, begin_campaign, open_campaign, open_recorder
from ledger.store.audit import verify
from ledger.store.event_store import Reader, Writer
from ledger.whatif import imagined, outcome

CAST = (
    "add Vera vampire stamina=3 humanity=7 blood=4",
    "add Ada mortal stamina=3 willpower=1/4",
    "add Cleo mutant stamina=3 extra_levels=0,-1 rage=4 gnosis=2/5",
    (
        "add Rolf request STR=13 CON=11 SIZ=15 INT=12 POW=10 DEX=12 CHA=9 "
        "resilience=45 persistence=40 hero_points=1"
    ),
)
YEAR = 365 * 86_400
numbers = count(1)

whom = st.sampled_from(["Vera", "Vera", "Ada", "Cleo", "Vera,Ada", "Vera,Ada,Cleo"])
sleepers = st.sampled_from(["Vera", "Cleo", "Rolf", "Ada,Rolf", "all"])
places = st.sampled_from(["head", "chest", '"left arm"', '"right leg"'])
outcomes = st.sampled_from(["success", "failure"])
when = st.sampled_from(
    ["", "", "", " --at +5h", " --at +2d", " --at -7h", " --at -1d", " --at -3d"]
)
few = st.integers(1, 4)


def said(template: str, **parts: st.SearchStrategy[Any]) -> st.SearchStrategy[str]:
    """Lines of the grammar, sometimes accepting that others become unlawful."""
    anyway = st.sampled_from(["", " --accept-findings"])
    return st.builds(
        lambda end, accept, **values: template.format(**values) + end + accept,
        when,
        anyway,
        **parts,
    )


harm = st.sampled_from(["bashing", "lethal", "lethal", "aggravated"])
happening = st.one_of(
    said("hit {who} {n} {harm}", who=whom, n=st.integers(1, 9), harm=harm),
    said("hit {who} {n} {harm} --soak 1", who=whom, n=few, harm=harm),
    said("heal Vera {n}", n=few),
    said("feed Vera {n}", n=few),
    said("spend Vera {n} blood", n=few),
    said("spend {who} 1 willpower", who=whom),
    said("rest {who} {n}h", who=sleepers, n=st.integers(1, 60)),
    said("hit Rolf {n} --location {place}", n=st.integers(1, 9), place=places),
    said("hit Rolf {n} --location {place} --resilience success", n=few, place=places),
    said("test Rolf resilience {how} --minutes 5", how=outcomes),
    said("test Rolf {what} {how}", what=st.sampled_from(["resilience", "fatigue"]), how=outcomes),
    said("treat Rolf {place} magic --points {n} --cures-major", place=places, n=few),
    said("lose Rolf {n} CON", n=few),
    said("deprive Rolf {want}", want=st.sampled_from(["food", "water", "sleep", "shelter"])),
    said("supply Rolf {want}", want=st.sampled_from(["food", "water", "shelter"])),
    said("exert Rolf heavy {n}min --results s,f", n=few),
    said("carry Rolf {n}{load} pack", n=few, load=few),
    said("hospital Ada {step}", step=st.sampled_from(["admit", "discharge"])),
    said("set Vera humanity={n}", n=few),
    said("rule nightly_blood={on}", on=st.sampled_from(["on", "off"])),
    said("rule mortal_bashing={how}", how=st.sampled_from(["dies", "wraps"])),
    said("torpor Vera"),
    said("add Zed{n} mortal stamina=2", n=few),
    st.builds("advance {}d".format, few),
)
correction = st.one_of(
    st.builds("undo {}".format, st.integers(1, 2)),
    st.just("redo"),
    st.builds("void {} --because x --accept-findings".format, st.integers(2, 14)),
    st.builds('amend {} "hit Ada 2 lethal" --accept-findings'.format, st.integers(5, 14)),
    st.builds("rule nightly_blood={} --throughout".format, st.sampled_from(["on", "off"])),
)
lines = st.lists(happening | happening | correction, max_size=8)


def read(line: str) -> Command:
    with PROGRAM.make_context("campaign", [], resilient_parsing=True) as ctx:
        ctx.obj = Desk()
        return command_in(ctx, line)


@cache
def ledger() -> Ledger:
    """One store for all examples; each has a campaign of its own in it."""
    return Ledger.open("sqlite://", "create")


def play(recorder: Recorder, script: Sequence[str]) -> list[str]:
    """Record the lines that are lawful; these lines."""
    done = []
    for line in script:
        try:
            receipt = recorder.record(read(line))
        except Refused as why:
            note(f"refused {line}: {why}")
        else:
            if receipt.command is not None:
                done.append(line)
    recorder.flush()
    event(f"{len(done)} lines")
    return done


@contextmanager
def table(script: Sequence[str]) -> Iterator[tuple[Writer, Recorder]]:
    """A campaign in which the lawful lines of a script were recorded."""
    with ledger().writing() as writer:
        recorder, _ = begin_campaign(writer, f"Time {next(numbers)}", "1998-10-31 21:00")
        assert recorder is not None
        assert play(recorder, [*CAST, "advance 4d"]) == [*CAST, "advance 4d"]
        note(f"recorded {play(recorder, script)}")
        yield writer, recorder


Picture = tuple[int, list[Any], list[Any]]


def picture(campaign: Campaign) -> Picture:
    """What can be asked: the clock, and everybody's sheet now, three days ago and in a year."""
    lives = campaign.lives()
    dates = (campaign.clock, campaign.clock - 3 * 86_400, campaign.clock + YEAR)
    findings = [sorted((f.who or "", f.why) for f in life.findings) for life in lives]
    return campaign.clock, [shown(sheet(life, at)) for life in lives for at in dates], findings


def shown(document: Any) -> Any:
    """A sheet without the ids of events, which differ from branch to branch."""
    if isinstance(document, dict):
        return {k: shown(v) for k, v in document.items() if k not in {"event", "findings"}}
    return [shown(v) for v in document] if isinstance(document, list) else document


def again(reader: Reader, recorder: Recorder, known_at: str | None = None) -> Campaign:
    """The recorder's branch, read afresh."""
    campaign = recorder.campaign
    return open_campaign(reader, campaign.name, campaign.branch.name, known_at)


def forked(writer: Writer, recorder: Recorder, name: str) -> Recorder:
    """A branch of a recorder's, to record on."""
    branch = create_branch(writer, again(writer, recorder), name)
    return Recorder(Campaign(writer, recorder.campaign.row, branch), writer, CORRECTING)


def some(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@some(20)
@given(lines, lines)
def test_what_was_known_stays_what_was_known(before: list[str], after: list[str]) -> None:
    """An answer for a date, as known at a moment, is the same after whatever is recorded later."""
    with table(before) as (writer, recorder):
        known = str(recorder.campaign.position)
        then = picture(again(writer, recorder, known))
        assert then == picture(recorder.campaign)
        play(recorder, after)
        assert picture(again(writer, recorder, known)) == then


def consequences_of(recorder: Recorder, script: Sequence[str]) -> Consequences | None:
    """What the lines change, none of which may be refused; None where one is."""
    try:
        return outcome(recorder, [read(line) for line in script], None)
    except Refused as why:
        note(str(why))
        return None


def without_ids(found: Consequences | None) -> Any:
    if found is None:
        return None
    return found.at, found.changes, found.due, sorted((f.who or "", f.why) for f in found.findings)


@some(30)
@given(lines, st.lists(happening | correction, min_size=1, max_size=3))
def test_what_if_shows_what_recording_makes(script: list[str], changes: list[str]) -> None:
    """The same lines make the same differences and the same sheets in memory and on a copy."""
    with table(script) as (writer, recorder):
        before, digest = picture(recorder.campaign), recorder.campaign.branch.head_digest
        imagining = imagined(again(writer, recorder))
        asked = consequences_of(imagining, changes)
        copy = forked(writer, recorder, "copy")
        made = consequences_of(copy, changes)
        assert without_ids(asked) == without_ids(made)
        if made is not None:
            copy.flush()
            assert picture(imagining.campaign) == picture(again(writer, copy))
            apart = difference(again(writer, recorder), again(writer, copy), None)
            assert without_ids(apart) == without_ids(made)
        assert verify(writer, copy.campaign.branch) == []
        main = again(writer, recorder)
        assert (picture(main), main.branch.head_digest) == (before, digest)


@some(12)
@given(lines, st.sampled_from([None, "1998-11-02", "+9d", "start"]))
def test_what_if_nothing_were_different(script: list[str], at: str | None) -> None:
    """Without a change nothing differs, at any date."""
    with table(script) as (writer, recorder):
        found = outcome(imagined(again(writer, recorder)), [], at)
        assert (found.changes, found.findings, found.due) == ((), (), ())


@some(20)
@given(lines, lines)
def test_adopting_makes_of_the_base_what_the_branch_is(
    script: list[str], changes: list[str]
) -> None:
    """A branch whose base has not gone on is adopted whole; a second time there is nothing left."""
    with table(script) as (writer, recorder):
        main = recorder.campaign.branch.head_digest
        branch = forked(writer, recorder, "if")
        play(branch, changes)
        head = again(writer, branch).branch
        assert again(writer, recorder).branch.head_digest == main
        target = open_recorder(writer, recorder.campaign.name)
        adopt(target, head, read)
        target.flush()
        assert picture(again(writer, target)) == picture(again(writer, branch))
        assert writer.branch(recorder.campaign.row, "if") == head
        position = target.campaign.position
        done = adopt(target, head, read)
        target.flush()
        assert not any(one.anew for one in done.adopted)
        assert again(writer, target).position == position
        assert verify(writer, again(writer, target).branch) == []


@some(20)
@given(lines, st.integers(1, 4))
def test_undone_and_redone_is_as_it_was(script: list[str], times: int) -> None:
    """So many commands undone and redone, at once or one by one, change nothing."""
    with table(script) as (_, recorder):
        before = picture(recorder.campaign)
        anyway = " --accept-findings"
        if not play(recorder, [f"undo {times}{anyway}"]):
            return
        assert len(play(recorder, [f"redo{anyway}"] * times)) == times
        assert picture(recorder.campaign) == before
        ways = [*[f"undo{anyway}"] * times, f"redo {times}{anyway}"]
        assert play(recorder, ways) == ways
        assert picture(recorder.campaign) == before


@some(20)
@given(lines, st.integers(5, 16))
def test_a_void_that_is_voided_restores(script: list[str], place: int) -> None:
    """What was voided counts again once the void is."""
    with table(script) as (_, recorder):
        before = picture(recorder.campaign)
        if play(recorder, [f"void {place} --because x --accept-findings"]):
            last = recorder.campaign.position
            assert play(recorder, [f"void {last} --because y --accept-findings"])
            assert picture(recorder.campaign) == before


@some(12)
@given(lines, lines)
def test_branches_do_not_see_each_other(one: list[str], other: list[str]) -> None:
    """What is recorded on a branch and on what it was forked from stays apart."""
    with table(one) as (writer, recorder):
        past = picture(recorder.campaign)
        branch = forked(writer, recorder, "if")
        play(recorder, other)
        assert picture(again(writer, branch)) == past
        now = picture(recorder.campaign)
        play(branch, one)
        assert picture(again(writer, recorder)) == now
