"""ReQuest at one table: whatever is recorded, what always holds of locations, states and tests."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import cache
from itertools import count, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import hypothesis.strategies as st
from hypothesis import HealthCheck, note, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cli.desk import Desk
from cli.journal import run_lines
from cli.main import PROGRAM
from cli.render.lines import journal_lines
from ledger.campaign import Campaign
from ledger.codec import CODEC
from ledger.command import Command, Receipt
from ledger.errors import Refused
from ledger.events import Effect
from ledger.moving.standing import standing_events
from ledger.projections.sheets import sheet
from ledger.recording import Recorder
from ledger.replay import Life, Step
from ledger.rules.request.character import Adventurer
from ledger.rules.request.locations import CHARACTERISTICS
from ledger.rules.request.repose import FATIGUE
from ledger.service import Ledger, begin_campaign, open_campaign
from ledger.store.event_store import Writer

HOUR = 3_600
DAY = 24 * HOUR
TRAITS = {"STR": "12", "CON": "9", "SIZ": "13", "INT": "11", "POW": "10", "DEX": "14", "CHA": "8"}
SCORES = {"resilience": "30", "persistence": "40", "hero_points": "2/3"}
CAST: Mapping[str, Mapping[str, str]] = {
    "Ada": {**TRAITS, **SCORES},
    "Bo": {**TRAITS, **SCORES, "CON": "4", "resilience": "9", "movement": "3"},
}
PLACES = ("right leg", "left leg", "abdomen", "chest", "left arm", "head")

anybody = st.sampled_from([("Ada",), ("Ada",), ("Bo",), ("Ada", "Bo")])
somebody = st.sampled_from([("Ada",), ("Ada",), ("Bo",)])
clock_or = st.one_of(
    st.none(),
    st.none(),
    st.none(),
    st.builds("+{}{}".format, st.integers(0, 40), st.sampled_from(["s", "min", "h"])),
    st.builds("-{}{}".format, st.integers(1, 40), st.sampled_from(["s", "min", "h"])),
)
spans = st.builds("{}{}".format, st.integers(1, 30), st.sampled_from(["s", "min", "h", "h", "d"]))
places = st.sampled_from(PLACES)
outcomes = st.sampled_from(["success", "failure"])
characteristics = st.sampled_from([*CHARACTERISTICS, "CON", "CON"])
wants = st.sampled_from(["sleep", "shelter", "food", "water"])

Picture = tuple[int, Mapping[str, tuple[Any, Any, tuple[Step, ...]]]]
numbers = count(1)


@cache
def ledger() -> Ledger:
    """One store for all examples; each has a campaign of its own in it."""
    return Ledger.open("sqlite://", "create")


def picture(campaign: Campaign) -> Picture:
    """All that can be known of a campaign: its clock, its sheets now and later, all states."""
    clock = campaign.clock
    return clock, {
        life.who: (sheet(life, clock), sheet(life, clock + 9 * DAY), tuple(life.steps))
        for life in campaign.lives()
    }


class Table(RuleBasedStateMachine):
    """Commands, lawful and unlawful, on one campaign of two adventurers."""

    def __init__(self) -> None:
        super().__init__()
        self.transaction: AbstractContextManager[Writer] | None = None
        self.recorder: Recorder | None = None
        self.writer: Writer | None = None
        self.name = ""
        self.done: list[tuple[Picture, Picture]] = []
        self.undone: list[tuple[Picture, Picture]] = []
        self.now: Picture = (0, {})
        self.setup = 0
        self.news = False

    @property
    def campaign(self) -> Campaign:
        assert self.recorder is not None
        return self.recorder.campaign

    @initialize(
        rounds=st.sampled_from(["5", "5", "1", "60"]),
        load=st.sampled_from(["levels", "simple"]),
        wounds=st.lists(st.tuples(anybody, st.integers(5, 12), places), max_size=3),
        lacks=st.lists(st.tuples(anybody, wants), max_size=2),
    )
    def begin(
        self,
        rounds: str,
        load: str,
        wounds: list[tuple[tuple[str, ...], int, str]],
        lacks: list[tuple[tuple[str, ...], str]],
    ) -> None:
        self.name = f"Table {next(numbers)}"
        self.transaction = ledger().writing()
        self.writer = self.transaction.__enter__()
        given = {"combat_round_seconds": rounds, "load": load}
        self.recorder, _ = begin_campaign(
            self.writer, self.name, "1247-02-26 22:00", settings=given
        )
        self.now = picture(self.campaign)
        for name, traits in CAST.items():
            words = {"system": "request", "traits": dict(traits)}
            assert self.do("add", (name,), words=words) is not None
        self.do("advance", duration="2d")
        assert self.recorder is not None
        self.recorder.flush()
        self.setup, self.now = self.campaign.position, picture(self.campaign)
        self.done.clear()
        for who, want in lacks:
            self.do("deprive", who, words={"want": want}, at="-20h")
        for who, amount, place in wounds:
            self.do("hit", who, words={"amount": amount, "location": place})

    def teardown(self) -> None:
        if self.transaction is None or self.recorder is None:
            return
        before = self.campaign.position, picture(self.campaign)
        self.recorder.flush()
        self.transaction.__exit__(None, None, None)
        with ledger().reading() as reader:
            campaign = open_campaign(reader, self.name)
            assert (campaign.position, picture(campaign)) == before
            lines = list(journal_lines(campaign, standing_events(campaign)))
        told_again(lines, before[1][1])

    def do(
        self, verb: str, who: tuple[str, ...] = (), *, bold: bool = False, **given: Any
    ) -> Receipt | None:
        """Record a command; None where it is refused or does nothing."""
        assert self.recorder is not None
        line = f"{verb} {','.join(who)} {given}"
        command = Command(verb=verb, line=line, who=who, accept_findings=bold, **given)
        before, position = self.now, self.campaign.position
        try:
            receipt = self.recorder.record(command)
        except Refused as why:
            note(f"refused {line}: {why}")
            receipt = None
        after = picture(self.campaign)
        if receipt is None or receipt.command is None:
            assert (self.campaign.position, after) == (position, before)
            return None
        self.now, self.news = after, True
        note(f"{line} at {self.campaign.calendar.format(receipt.events[0].at)}")
        if verb not in {"undo", "redo"}:
            self.done.append((before, after))
            self.undone.clear()
        return receipt

    # At the table ----------------------------------------------------------------------------

    @rule(
        who=anybody,
        amount=st.integers(0, 6) | st.integers(5, 13),
        place=places,
        weapon=st.sampled_from(["", "slashing", "crushing"]),
        result=st.none() | st.none() | outcomes,
        at=clock_or,
    )
    def hit(
        self,
        who: tuple[str, ...],
        amount: int,
        place: str,
        weapon: str,
        result: str | None,
        at: str | None,
    ) -> None:
        words: dict[str, Any] = {"amount": amount, "location": place}
        words |= {"weapon": weapon} if weapon else {}
        words |= {} if result is None else {"resilience": result}
        self.do("hit", who, words=words, at=at, bold=True)

    def owed(self) -> list[tuple[str, str]]:
        """Who owes which test."""
        return [
            (who, row["test"])
            for who, (found, *_) in self.now[1].items()
            for row in (found or {}).get("pending", ())
        ]

    @precondition(lambda self: self.owed())
    @rule(which=st.integers(0, 9), result=outcomes, minutes=st.none() | st.integers(1, 100))
    def test(self, which: int, result: str, minutes: int | None) -> None:
        who, test = self.owed()[which % len(self.owed())]
        words: dict[str, Any] = {"test": test}
        words |= {} if minutes is None else {"minutes": minutes}
        words |= {} if test == "death" else {"result": result}
        self.do("test", (who,), words=words, bold=True)

    @precondition(lambda self: self.owed())
    @rule(which=st.integers(0, 9), seed=st.integers(0, 9))
    def roll(self, which: int, seed: int) -> None:
        who, test = self.owed()[which % len(self.owed())]
        assert self.do("test", (who,), words={"test": test}, seed=seed, bold=True) is not None

    @rule(who=somebody, result=outcomes, minutes=st.integers(1, 300))
    def exhausted(self, who: tuple[str, ...], result: str, minutes: int) -> None:
        """Work to the last level of fatigue, and the test that it asks for."""
        words: dict[str, Any] = {"level": "extreme", "results": ("failure",) * 5}
        self.do("exert", who, words=words, duration="5 rounds")
        words = {"test": "persistence", "result": result}
        words |= {"minutes": minutes} if result == "failure" else {}
        self.do("test", who, words=words)

    @rule(
        who=somebody,
        place=places,
        method=st.sampled_from(["first-aid", "healing"]),
        result=outcomes,
        at=clock_or,
    )
    def treat(
        self, who: tuple[str, ...], place: str, method: str, result: str, at: str | None
    ) -> None:
        words = {"location": place, "method": method, "result": result}
        self.do("treat", who, words=words, at=at, bold=True)

    @rule(who=somebody, place=places, points=st.integers(1, 9), cures=st.booleans(), at=clock_or)
    def magic(
        self, who: tuple[str, ...], place: str, points: int, cures: bool, at: str | None
    ) -> None:
        words: dict[str, Any] = {"location": place, "method": "magic", "points": points}
        self.do("treat", who, words=words | ({"cures_major": True} if cures else {}), at=at)

    @rule(
        who=anybody,
        points=st.integers(1, 2),
        name=characteristics,
        permanent=st.booleans(),
        at=clock_or,
    )
    def lose(
        self, who: tuple[str, ...], points: int, name: str, permanent: bool, at: str | None
    ) -> None:
        words: dict[str, Any] = {"points": points, "characteristic": name}
        self.do("lose", who, words=words | ({"permanent": True} if permanent else {}), at=at)

    @rule(who=somebody, points=st.integers(1, 2), name=st.sampled_from(["CON", "STR"]))
    def restore(self, who: tuple[str, ...], points: int, name: str) -> None:
        self.do("restore", who, words={"points": points, "characteristic": name})

    @rule(
        who=somebody,
        name=characteristics,
        amount=st.integers(-9, 20),
        lasts=st.none() | spans,
        at=clock_or,
    )
    def alter(
        self, who: tuple[str, ...], name: str, amount: int, lasts: str | None, at: str | None
    ) -> None:
        words = {"characteristic": name, "amount": amount, "label": "a spell"}
        self.do("alter", who, words=words, duration=lasts, at=at)

    @rule(who=somebody)
    def dispel(self, who: tuple[str, ...]) -> None:
        self.do("dispel", who, words={"label": "a spell"})

    @rule(who=anybody, want=wants, at=clock_or)
    def deprive(self, who: tuple[str, ...], want: str, at: str | None) -> None:
        self.do("deprive", who, words={"want": want}, at=at, bold=True)

    @precondition(lambda self: self.lacking())
    @rule(which=st.integers(0, 9), at=clock_or)
    def supply(self, which: int, at: str | None) -> None:
        who, want = self.lacking()[which % len(self.lacking())]
        self.do("supply", (who,), words={"want": want}, at=at, bold=True)

    def lacking(self) -> list[tuple[str, str]]:
        """Who goes without what."""
        return [
            (life.who, clock.want)
            for life in self.campaign.lives()
            for clock in getattr(life.steps[-1].state, "clocks", ())
        ]

    @rule(who=anybody, span=spans, outside=st.booleans(), at=clock_or)
    def sleep(self, who: tuple[str, ...], span: str, outside: bool, at: str | None) -> None:
        words = {"in_the_open": True} if outside else {}
        self.do("sleep", who, words=words, duration=span, at=at, bold=True)

    @rule(
        who=anybody,
        span=spans,
        kind=st.sampled_from(["", "", "complete", "light", "heavy"]),
        at=clock_or,
    )
    def rest(self, who: tuple[str, ...], span: str, kind: str, at: str | None) -> None:
        words = {"": {}, "complete": {"complete": True}}.get(kind, {"activity": kind})
        self.do("rest", who, words=words, duration=span, at=at, bold=True)

    @rule(
        who=somebody,
        level=st.sampled_from(["light", "medium", "heavy", "extreme"]),
        span=spans,
        results=st.lists(outcomes, max_size=2),
        at=clock_or,
    )
    def exert(
        self, who: tuple[str, ...], level: str, span: str, results: list[str], at: str | None
    ) -> None:
        words = {"level": level, "results": tuple(results)}
        self.do("exert", who, words=words, duration=span, at=at, bold=True)

    @rule(who=somebody, weight=st.integers(0, 30), item=st.sampled_from(["", "pack"]))
    def carry(self, who: tuple[str, ...], weight: int, item: str) -> None:
        words = {"encumbrance": weight} | ({"item": item} if item else {})
        self.do("carry", who, words=words)

    @rule(at=clock_or)
    def ride(self, at: str | None) -> None:
        self.do("carry", ("Bo",), words={"rider": "Ada"}, at=at, bold=True)

    @rule(who=somebody)
    def drop(self, who: tuple[str, ...]) -> None:
        self.do("drop", who, words={"item": "pack"}, bold=True)

    @rule(who=somebody, act=st.sampled_from(["avoid-daze", "wake", "act"]), result=outcomes)
    def hero(self, who: tuple[str, ...], act: str, result: str) -> None:
        words = {"act": act} | ({"result": result} if act == "wake" else {})
        self.do("hero", who, words=words)

    @rule(
        who=somebody,
        traits=st.sampled_from(
            [{"CON": "18"}, {"CON": "6"}, {"SIZ": "30"}, {"resilience": "4"}, {"hero_points": "5"}]
        ),
        at=clock_or,
    )
    def set_traits(self, who: tuple[str, ...], traits: dict[str, str], at: str | None) -> None:
        self.do("set", who, words={"traits": traits}, at=at, bold=True)

    @rule(
        values=st.sampled_from(
            [{"load": "simple"}, {"combat_round_seconds": "12"}, {"first_aid_minutes": "600"}]
        ),
        at=clock_or,
    )
    def rule_of_the_table(self, values: dict[str, str], at: str | None) -> None:
        self.do("rule", words={"settings": values}, at=at, bold=True)

    @rule(duration=spans)
    def advance(self, duration: str) -> None:
        self.do("advance", duration=duration)

    # Time ------------------------------------------------------------------------------------

    @rule(cuts=st.lists(st.integers(0, 12 * DAY), min_size=1, max_size=4))
    def in_pieces(self, cuts: list[int]) -> None:
        """Time in pieces is time in one, also cut at its very effects."""
        for life in self.campaign.lives():
            last = life.steps[-1]
            if last.state is None or life.system is None:
                continue
            begin, end = last.event.at, last.event.at + max(cuts)
            whole = life.system.elapse(last.state, last.world, begin, end)
            dates = [effect.at for effect in whole[1]]
            assert dates == sorted(dates)
            assert all(begin <= at <= end for at in dates)
            near = [at + odd for at in dates for odd in (-1, 0)]
            for some in ([begin + cut for cut in cuts], near):
                edges = [begin, *sorted(cut for cut in some if begin <= cut <= end), end]
                state, effects = last.state, tuple[Effect, ...]()
                for since, until in pairwise(edges):
                    state, more = life.system.elapse(state, last.world, since, until)
                    effects += more
                assert (state, effects) == whole

    # Correcting ------------------------------------------------------------------------------

    @rule(number=st.sampled_from([1, 1, 2, 4]))
    def undo(self, number: int) -> None:
        """Undo gives back the exact sheets of before."""
        if number <= len(self.done):
            assert self.do("undo", words={"count": number}, bold=True) is not None
            self.undone += self.done[: -number - 1 : -1]
            del self.done[-number:]
            assert picture(self.campaign) == self.undone[-1][0]

    @rule(number=st.sampled_from([1, 1, 2]))
    def redo(self, number: int) -> None:
        """Redo gives back exactly what was undone."""
        if number <= len(self.undone):
            assert self.do("redo", words={"count": number}, bold=True) is not None
            self.done += self.undone[: -number - 1 : -1]
            del self.undone[-number:]
            assert picture(self.campaign) == self.done[-1][1]

    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        assert self.recorder is not None
        self.recorder.flush()
        rows = self.campaign.reader.events(self.campaign.branch)[self.setup :]
        if rows:
            event = CODEC.read(data.draw(st.sampled_from(rows))).id
            self.do("void", words={"event": event, "because": "a slip"}, bold=True)

    @rule(data=st.data(), amount=st.integers(0, 16), place=places)
    def amend(self, data: st.DataObject, amount: int, place: str) -> None:
        hits = [step.event for life in self.campaign.lives() for step in life.steps]
        hits = [event for event in hits if event.verb == "hit"]
        if hits:
            event = data.draw(st.sampled_from(hits))
            words = {"amount": amount, "location": place}
            inner = Command(verb="hit", line="", who=(event.who or "",), words=words)
            self.do("amend", words={"event": event.id}, inner=inner, bold=True)

    # What always holds -----------------------------------------------------------------------

    @invariant()
    def lives_are_sound(self) -> None:
        if self.news:
            for life in self.campaign.lives():
                for check in CHECKS:
                    check(life)
        self.news = False

    @invariant()
    def what_goes_on_is_what_is_stored(self) -> None:
        """A fresh fold of the stored rows equals the lives that went on from command to command."""
        if self.recorder is None or self.writer is None or len(self.done) % 4:
            return
        self.recorder.flush()
        row = self.writer.campaign(self.name)
        fresh = Campaign(self.writer, row, self.writer.branch(row))
        assert (fresh.position, picture(fresh)) == (self.campaign.position, picture(self.campaign))


def told_again(lines: list[str], sheets: Mapping[str, tuple[Any, Any, Any]]) -> None:
    """The exported journal, run in a store of its own, gives the same sheets."""
    with TemporaryDirectory() as folder:
        store = str(Path(folder) / "again.db")
        desk = Desk(store=store, color="never", quiet=True)
        context = click.Context(PROGRAM, info_name="campaign", obj=desk)
        with context as ctx, desk.journal(creates=True):
            run_lines(ctx, "again", lines)
        with Ledger.open(store) as other, other.reading() as reader:
            again = picture(open_campaign(reader))[1]
    for who, (now, later, _) in sheets.items():
        for old, new in ((now, again[who][0]), (later, again[who][1])):
            assert {**old, "findings": []} == new, "\n".join(lines)


# What always holds of a life ---------------------------------------------------------------------


def adventurers(life: Life) -> list[tuple[Step, Adventurer]]:
    return [(step, step.state) for step in life.steps if isinstance(step.state, Adventurer)]


def points_are_within_bounds(life: Life) -> None:
    """Nothing above its maximum or its original; what want took is part of what is lost."""
    for _, state in adventurers(life):
        for place, _location, part in state.places():
            assert part.damage >= 0
            assert state.hit_points(place) <= state.maximum(place)
            assert (part.wound is None) == (not part.damage)
            assert not (part.severed and part.maimed)
            assert part.dies_at is None or part.wound == "major"
            assert part.dies_at is None or state.held_until is None
            assert part.scarred or part.wound != "major"
        for value in state.values:
            assert 0 <= value.privation <= value.loss
            assert value.now <= value.original
            assert value.now > 0 or state.death is not None or state.doom is not None
        assert 0 <= state.fatigue < len(FATIGUE)
        pool = state.hero_points
        assert pool is not None
        assert 0 <= pool.now <= pool.max


def one_of_a_kind(life: Life) -> None:
    """No two clocks for one want, no test owed twice for a wound, no effect of time twice."""
    for _, state in adventurers(life):
        kinds = [clock.want for clock in state.clocks]
        assert len(kinds) == len(set(kinds))
        wounds = [test.event for test in state.pending if test.test == "resilience"]
        assert len(wounds) == len(set(wounds))
    seen = [(e.at, e.rule, e.what, str(e.before)) for step in life.steps for e in step.passed]
    assert len(seen) == len(set(seen))


def the_dead_change_no_more(life: Life) -> None:
    for (_, last), (step, state) in pairwise(adventurers(life)):
        assert last.death is None or (state == last and not step.passed)


def effects_are_in_their_place(life: Life) -> None:
    for last, step in pairwise(life.steps):
        ats = [effect.at for effect in step.passed]
        assert ats == sorted(ats)
        assert all(last.event.at <= at <= step.event.at for at in ats)
        assert all(effect.at == step.event.at for effect in step.effects)


def conditions_begin_and_end_in_turn(life: Life) -> None:
    """What begins did not hold, and what ends did."""
    holding: set[str] = set()
    for step in life.steps:
        for effect in (*step.passed, *step.effects):
            if effect.what in {"condition", "state"}:
                if effect.after is None:
                    assert effect.before in holding
                    holding.discard(str(effect.before))
                else:
                    assert effect.after not in holding
                    holding.add(str(effect.after))


def what_is_over_has_happened(life: Life) -> None:
    """No deadline, end or beginning lies before the event that found the state so."""
    for step, state in adventurers(life):
        if state.death is not None:
            continue
        at = step.event.at
        ends = [part.dies_at for part in state.parts]
        ends += [spell.until for spell in (state.dazed, state.faint, state.acting) if spell]
        ends += [clock.next_loss if clock.begun else clock.begins for clock in state.clocks]
        ends += [state.held_until, *[alteration.until for alteration in state.alterations]]
        assert all(end >= at for end in ends if end is not None)


CHECKS = (
    points_are_within_bounds,
    one_of_a_kind,
    the_dead_change_no_more,
    effects_are_in_their_place,
    conditions_begin_and_end_in_turn,
    what_is_over_has_happened,
)

TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=40,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
