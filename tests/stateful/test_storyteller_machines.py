"""Mortals, mutants, and all three kinds at one table: what holds whatever is recorded."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cache
from itertools import count, pairwise
from typing import Any, ClassVar

import hypothesis.strategies as st
import msgspec
from hypothesis import HealthCheck, note, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ledger.calendar import Duration, read_instant
from ledger.campaign import Campaign
from ledger.codec import CODEC
from ledger.command import Command, Receipt
from ledger.errors import Refused
from ledger.events import Effect, Recorded
from ledger.projections.sheets import sheet
from ledger.recording import Recorder
from ledger.replay import Life, Step
from ledger.rules.mutant.character import Mutant
from ledger.rules.settings import World
from ledger.rules.storyteller.healing import Patient
from ledger.rules.storyteller.track import Damage
from ledger.rules.system import Process, System
from ledger.service import Ledger, begin_campaign, open_campaign, open_recorder
from ledger.store.audit import verify
from ledger.store.event_store import Writer

DAY = 86_400
YEAR = 365 * DAY

somebody = st.sampled_from(["1", "2", "12", "all"])
clock_or = st.one_of(
    st.none(),
    st.none(),
    st.none(),
    st.builds("+{}{}".format, st.integers(0, 30), st.sampled_from(["s", "h", "h", "d"])),
    st.builds("-{}{}".format, st.integers(1, 60), st.sampled_from(["h", "h", "d"])),
)
short = st.builds("{}{}".format, st.integers(1, 60), st.sampled_from(["h", "h", "d"]))
damage_types = st.sampled_from(["bashing", "bashing", "lethal", "lethal", "aggravated"])
pools = st.sampled_from(["rage", "power_charge", "gnosis", "willpower"])
few = st.integers(1, 3)

Picture = tuple[int, Mapping[str, tuple[Any, Any, tuple[Step, ...]]]]


@cache
def ledger() -> Ledger:
    """One store for all examples; each has a campaign of its own in it."""
    return Ledger.open("sqlite://", "create")


numbers = count(1)


def picture(campaign: Campaign) -> Picture:
    """All that can be known of a campaign: its clock, its sheets now and in a year, all states."""
    return campaign.clock, {
        life.who: (
            sheet(life, campaign.clock),
            sheet(life, campaign.clock + YEAR),
            tuple(life.steps),
        )
        for life in campaign.lives()
    }


class Counted:
    """A system whose processes are counted: how often somebody asked when they are next."""

    def __init__(self, system: System[Any]) -> None:
        self.asked = 0
        processes = tuple(self.counted(process) for process in system.processes)
        self.system: System[Any] = replace(system, processes=processes)

    def counted(self, process: Process) -> Process:
        def ask(state: Any, world: World, since: int) -> int | None:
            self.asked += 1
            return process.next(state, world, since)

        return msgspec.structs.replace(process, next=ask)


class Table(RuleBasedStateMachine):
    """Commands, lawful and unlawful, on one campaign; the cast is that of the subclass."""

    cast: ClassVar[tuple[tuple[str, str, Mapping[str, str]], ...]] = ()

    def __init__(self) -> None:
        super().__init__()
        self.transaction: AbstractContextManager[Writer] | None = None
        self.recorder: Recorder | None = None
        self.writer: Writer | None = None
        self.name = ""
        self.done: list[tuple[Picture, Picture]] = []  # before and after what undo may take back
        self.undone: list[tuple[Picture, Picture]] = []
        self.now: Picture = (0, {})
        self.setup = 0  # the position up to which nothing is undone
        self.news = False

    @property
    def campaign(self) -> Campaign:
        assert self.recorder is not None
        return self.recorder.campaign

    def who(self, whom: str) -> tuple[str, ...]:
        """Names for `1`, `2`, `12`, `all`."""
        names = [name for name, *_ in self.cast]
        return ("all",) if whom == "all" else tuple(names[int(place) - 1] for place in whom)

    @initialize(
        start=st.sampled_from(["2019-12-30 12:00", "2023-01-31 09:00", "2 BC-12-31", "1999-03-01"]),
        wraps=st.sampled_from(["dies", "wraps", "wraps"]),
        wounds=st.lists(
            st.tuples(st.sampled_from("12"), st.integers(1, 6), damage_types), max_size=3
        ),
    )
    def begin(self, start: str, wraps: str, wounds: list[tuple[str, int, str]]) -> None:
        self.name = f"Table {next(numbers)}"
        self.transaction = ledger().writing()
        self.writer = self.transaction.__enter__()
        given = {"mortal_bashing": wraps, "willpower_meditation": "on"}
        self.recorder, _ = begin_campaign(self.writer, self.name, start, settings=given)
        self.now = picture(self.campaign)
        for name, system, traits in self.cast:
            words = {"system": system, "traits": dict(traits)}
            assert self.do("add", (name,), words=words) is not None
        self.do("advance", duration="5d")
        assert self.recorder is not None
        self.recorder.flush()  # the roster is read from the store
        self.setup, self.now = self.campaign.position, picture(self.campaign)
        self.done.clear()
        for whom, amount, kind in wounds:
            self.do("hit", self.who(whom), words={"amount": amount, "type": kind}, at="-3d")

    def teardown(self) -> None:
        if self.transaction is None or self.recorder is None:
            return
        before = self.campaign.position, picture(self.campaign)
        self.recorder.flush()
        self.transaction.__exit__(None, None, None)
        with ledger().reading() as reader:
            campaign = open_campaign(reader, self.name)
            assert (campaign.position, picture(campaign)) == before
            assert verify(reader, campaign.branch) == []

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
        whom=somebody,
        amount=st.integers(0, 5) | st.integers(4, 15),
        kind=damage_types | st.just("permanent"),
        soak=st.none() | st.integers(0, 4),
        at=clock_or,
        bold=st.booleans(),
    )
    def hit(
        self, whom: str, amount: int, kind: str, soak: int | None, at: str | None, bold: bool
    ) -> None:
        words: dict[str, Any] = {"amount": amount, "type": kind}
        if soak is not None:
            words["soak_amount"] = soak
        self.do("hit", self.who(whom), words=words, at=at, bold=bold)

    @rule(whom=st.sampled_from("12"), amount=st.integers(0, 4))
    def soak(self, whom: str, amount: int) -> None:
        self.do("soak", self.who(whom), words={"amount": amount}, bold=True)

    @rule(whom=somebody, result=st.sampled_from(["success", "botch"]), at=clock_or)
    def knockdown(self, whom: str, result: str, at: str | None) -> None:
        self.do("knockdown", self.who(whom), words={"result": result}, at=at)

    @rule(
        whom=somebody,
        duration=short,
        kind=st.sampled_from(["complete", "complete", "complete", "", "light", "heavy"]),
        at=clock_or,
    )
    def rest(self, whom: str, duration: str, kind: str, at: str | None) -> None:
        words = {"": {}, "complete": {"complete": True}}.get(kind, {"activity": kind})
        self.do("rest", self.who(whom), words=words, duration=duration, at=at)

    @rule(
        whom=somebody,
        step=st.sampled_from(["admit", "admit", "discharge", "discharge", "end"]),
        outpatient=st.booleans(),
        at=clock_or,
    )
    def hospital(self, whom: str, step: str, outpatient: bool, at: str | None) -> None:
        words = {"step": step} | ({"outpatient": True} if outpatient else {})
        self.do("hospital", self.who(whom), words=words, at=at, bold=True)

    @rule(
        whom=st.sampled_from("12"),
        amount=st.integers(2, 6),
        kind=damage_types,
        days=st.sampled_from(["0", "1", "5"]),
        gap=short,
    )
    def patient(self, whom: str, amount: int, kind: str, days: str, gap: str) -> None:
        """A wound, and an admission some time later."""
        self.do("hit", self.who(whom), words={"amount": amount, "type": kind})
        self.do("rule", words={"settings": {"hospital_days": days}})
        self.do("hospital", self.who(whom), words={"step": "admit"}, at=f"+{gap}", bold=True)

    @rule(
        whom=somebody,
        pool=st.sampled_from(["gnosis", "willpower"]),
        method=st.sampled_from(["enigmas", "meditation"]),
        successes=st.integers(0, 2),
        hours=st.sampled_from([1, 1, 5]),
        at=clock_or,
    )
    def meditate(
        self, whom: str, pool: str, method: str, successes: int, hours: int, at: str | None
    ) -> None:
        words: dict[str, Any] = {"pool": pool, "method": method}
        words |= {"successes": successes} if successes else {"botch": True, "hours": hours}
        self.do("meditate", self.who(whom), words=words, at=at)

    @rule(verb=st.sampled_from(["spend", "spend", "gain"]), whom=somebody, points=few, pool=pools)
    def points(self, verb: str, whom: str, points: int, pool: str) -> None:
        self.do(verb, self.who(whom), words={"points": points, "pool": pool})

    @rule(whom=somebody, points=few, pool=pools, at=clock_or)
    def late_expense(self, whom: str, points: int, pool: str, at: str | None) -> None:
        self.do("spend", self.who(whom), words={"points": points, "pool": pool}, at=at, bold=True)

    @rule(
        whom=somebody,
        traits=st.sampled_from(
            [
                {"extra_levels": "none"},
                {"extra_levels": "0,-1"},
                {"extra_levels": "inc,-5"},
                {"rage": "2"},
                {"rage": "6"},
                {"power_charge": "4", "gnosis": "1"},
                {"stamina": "4"},
            ]
        ),
        at=clock_or,
    )
    def set_traits(self, whom: str, traits: dict[str, str], at: str | None) -> None:
        self.do("set", self.who(whom), words={"traits": traits}, at=at, bold=True)

    @rule(
        values=st.sampled_from(
            [
                {"hospital_days": "0"},
                {"hospital_days": "1"},
                {"hospital_days": "10"},
                {"mortal_bashing": "dies"},
                {"mutant_soaks_lethal": "off"},
                {"willpower_meditation": "off"},
            ]
        ),
        at=clock_or,
    )
    def rule_of_the_table(self, values: dict[str, str], at: str | None) -> None:
        self.do("rule", words={"settings": values}, at=at, bold=True)

    @rule(
        verb=st.sampled_from(["wear", "repair", "remove", "story-end", "note"]),
        whom=somebody,
        at=clock_or,
    )
    def other_verbs(self, verb: str, whom: str, at: str | None) -> None:
        words: dict[str, Any] = {"name": "plate"} if verb in {"wear", "repair", "remove"} else {}
        words |= {"levels": (-1, 0)} if verb == "wear" else {}
        words |= {"text": "so it is"} if verb == "note" else {}
        self.do(verb, self.who(whom), words=words, at=at)

    @precondition(lambda self: len(self.done) > 15)
    @rule(whom=st.sampled_from("12"), at=clock_or)
    def kill(self, whom: str, at: str | None) -> None:
        self.do("kill", self.who(whom), words={"ruling": "the sea"}, at=at, bold=True)

    # Time ------------------------------------------------------------------------------------

    @rule(duration=short)
    def advance(self, duration: str) -> None:
        self.do("advance", duration=duration)

    @rule(duration=st.sampled_from(["1mo", "2mo", "1y", "400y"]))
    def jump(self, duration: str) -> None:
        """A long jump, as often as not to see it agree with what was foreseen."""
        self.do("advance", duration=duration)

    @rule(second=st.sampled_from([-1, 0]), place=st.integers(0, 9))
    def to_a_healing(self, second: int, place: int) -> None:
        """To the second of a healing that is foreseen, or to the one before."""
        dates = [heals for life in self.campaign.lives() for heals in self.foreseen(life)]
        if dates:
            date = max(dates[place % len(dates)] + second, self.campaign.clock)
            self.do("advance", words={"to": self.campaign.calendar.format(date)})

    def foreseen(self, life: Life) -> list[int]:
        """When the marked boxes of a life heal as its sheet says, the lowest first."""
        found = self.now[1][life.who][0]
        calendar = self.campaign.calendar
        return [
            read_instant(box["heals_at"], calendar, clock=None, start=None)
            for box in reversed(found["boxes"] if found else [])
            if box["heals_at"]
        ]

    @rule(spans=st.lists(st.integers(0, 400 * DAY), min_size=1, max_size=4))
    def in_pieces(self, spans: list[int]) -> None:
        """Time in pieces is time in one, also cut at its very effects."""
        for life in self.campaign.lives():
            last = life.steps[-1]
            if last.state is None or life.system is None:
                continue
            begin, end = last.event.at, last.event.at + max(spans)
            whole = life.system.elapse(last.state, last.world, begin, end)
            dates = [effect.at for effect in whole[1]]
            near = [at + odd for at in dates for odd in (-1, 0)]
            for cuts in ([begin + span for span in spans], near):
                edges = [begin, *sorted(cut for cut in cuts if begin <= cut <= end), end]
                state, effects = last.state, tuple[Effect, ...]()
                for since, until in pairwise(edges):
                    state, more = life.system.elapse(state, last.world, since, until)
                    effects += more
                assert (state, effects) == whole
            assert dates == sorted(dates)
            assert all(begin < at <= end for at in dates)

    @rule()
    def forecasts_come_true(self) -> None:
        """Where nothing more happens, each box is marked until its date, and free from then on."""
        for life in self.campaign.lives():
            found = self.now[1][life.who][0]
            dates = self.foreseen(life)
            assert found is not None
            assert dates == sorted(dates)
            assert all(date > self.campaign.clock for date in dates)
            if life.system is not None and life.system.name != "vampire":
                assert [row["at"] for row in found["due"]] == [
                    self.campaign.calendar.format(date) for date in dates
                ]
            for place, date in enumerate(dates):
                for second, healed in ((-1, place), (0, place + 1)):
                    then = sheet(life, date + second)
                    assert then is not None
                    left = len(found["track"].strip(".")) - healed
                    assert then["track"] == found["track"][:left].ljust(len(found["track"]), ".")

    @rule()
    def long_jumps_cost_what_happens(self) -> None:
        """Four thousand years ask no more questions than four hundred, and few beside effects."""
        for life in self.campaign.lives():
            last = life.steps[-1]
            if last.state is None or life.system is None:
                continue
            asked = []
            for years in (400, 4_000):
                counted = Counted(life.system)
                end = last.event.at + years * YEAR
                _, effects = counted.system.elapse(last.state, last.world, last.event.at, end)
                assert counted.asked <= (len(effects) + 1) * len(life.system.processes)
                asked.append(counted.asked)
            assert asked[0] == asked[1]

    # Correcting ------------------------------------------------------------------------------

    @rule(number=st.sampled_from([1, 1, 1, 2, 4]))
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

    def events(self, wanted: Callable[[Recorded], bool]) -> list[Recorded]:
        """Recorded events behind the set-up."""
        assert self.recorder is not None
        self.recorder.flush()
        rows = self.campaign.reader.events(self.campaign.branch)
        return [e for row in rows[self.setup :] if wanted(e := CODEC.read(row))]

    @rule(data=st.data())
    def void_and_void_the_void(self, data: st.DataObject) -> None:
        """A void of a void restores all sheets."""
        ids = [event.id for event in self.events(lambda _: True)]
        before = picture(self.campaign)
        if not ids:
            return
        words = {"event": data.draw(st.sampled_from(ids)), "because": "a slip"}
        receipt = self.do("void", words=words, bold=True)
        if receipt is not None and data.draw(st.booleans()):
            words = {"event": receipt.events[0].id, "because": "none"}
            assert self.do("void", words=words, bold=True) is not None
            assert picture(self.campaign) == before

    @rule(data=st.data(), amount=st.integers(0, 5), kind=damage_types)
    def amend(self, data: st.DataObject, amount: int, kind: str) -> None:
        found = self.events(lambda e: e.verb == "hit")
        if found:
            event = data.draw(st.sampled_from(found))
            words = {"amount": amount, "type": kind}
            inner = Command(verb="hit", line="", who=(event.who or "",), words=words)
            self.do("amend", words={"event": event.id}, inner=inner, bold=True)

    # What always holds -----------------------------------------------------------------------

    @invariant()
    def lives_are_sound(self) -> None:
        """See to each life after something was recorded."""
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

    @rule()
    def another_process(self) -> None:
        """What a new process reads is what the old one knew."""
        assert self.recorder is not None
        assert self.transaction is not None
        before = self.campaign.position, picture(self.campaign)
        self.recorder.flush()
        self.transaction.__exit__(None, None, None)
        self.transaction = ledger().writing()
        self.writer = self.transaction.__enter__()
        self.recorder = open_recorder(self.writer, self.name)
        assert (self.campaign.position, picture(self.campaign)) == before


# What always holds of a life -----------------------------------------------------------------


def patients(life: Life) -> list[tuple[Step, Patient]]:
    """The steps of a life that heals by time, with their states."""
    return [(step, step.state) for step in life.steps if isinstance(step.state, Patient)]


def tracks_are_sound(life: Life) -> None:
    """Marks never exceed boxes and stand gravest first; permanent ones are for mutants only."""
    for _, state in patients(life):
        for track in (state.track, *[piece.track for piece in state.armor]):
            assert len(track.marks) <= len(track.boxes)
            grave = [mark.damage for mark in track.marks]
            assert grave == sorted(grave, reverse=True)
        allowed = set(Damage) if isinstance(state, Mutant) else {Damage.BASHING, Damage.LETHAL}
        assert {mark.damage for mark in state.track.marks} <= allowed


def the_dead_change_no_more(life: Life) -> None:
    """After death the state stays as it is, and no effect comes by time."""
    for (_, last), (step, state) in pairwise(patients(life)):
        assert last.death is None or (state == last and not step.passed)


def effects_are_in_their_place(life: Life) -> None:
    """No effect is outside its span, and none happens twice."""
    seen: list[tuple[Any, ...]] = []
    for last, step in pairwise(life.steps):
        ats = [effect.at for effect in step.passed]
        assert ats == sorted(ats)
        assert all(last.event.at < at <= step.event.at for at in ats)
        assert all(effect.at == step.event.at for effect in step.effects)
        seen += [(e.at, e.rule, e.what, str(e.before)) for e in step.passed]
    assert len(seen) == len(set(seen))


def the_clock_runs_while_there_are_marks(life: Life) -> None:
    """The clock of the lowest box has begun, and what is due has happened."""
    for step, state in patients(life):
        assert (state.clock is not None) == bool(state.track.marks)
        assert state.clock is None or state.clock <= step.event.at


def each_level_heals_alone(life: Life) -> None:
    """An effect of healing takes the lowest mark, says what caused it, and heals nothing else."""
    for step, _ in patients(life):
        for effect in step.passed:
            if (effect.rule or "").startswith("healing."):
                before: Any = effect.before
                assert effect.after == msgspec.structs.replace(before, marks=before.marks[:-1])
                assert effect.cause == before.marks[-1].cause
                assert before.marks[-1].damage is not Damage.PERMANENT


DAYS = {
    (Damage.LETHAL, "Bruised"): 1,
    (Damage.LETHAL, "Hurt"): 3,
    (Damage.LETHAL, "Injured"): 7,
    (Damage.LETHAL, "Wounded"): 14,
    (Damage.AGGRAVATED, "Bruised"): 3,
    (Damage.AGGRAVATED, "Hurt"): 7,
    (Damage.AGGRAVATED, "Injured"): 14,
}


def later(world: World, start: int, damage: Damage, level: str) -> int:
    """When a box heals by the table of the rules, written out once more."""
    if damage is Damage.BASHING:
        return start + DAY
    days = DAYS.get((damage, level))
    return world.calendar.add(start, Duration(months=1)) if days is None else start + days * DAY


def healing_dates(state: Patient, world: World, now: int) -> list[int]:
    """When each box heals where nothing more happens, by the text of the rules.

    What a changed setting or an admission puts into the past heals in the next second.
    """
    dates: list[int] = []
    start = state.clock or 0
    boxes = zip(state.track.boxes, state.track.marks, strict=False)
    for box, mark in reversed([(box.level, mark.damage) for box, mark in boxes]):
        if mark is Damage.PERMANENT:
            break
        heals = later(world, start, mark, box)
        if state.care is not None:
            lighter = Damage.LETHAL if mark is Damage.AGGRAVATED else Damage.BASHING
            counts = state.care.since + world.settings.hospital_days * DAY
            heals = min(heals, max(later(world, start, lighter, box), counts))
        start = max(heals, now + 1)
        dates.append(start)
    return dates


def healing_is_by_the_table(life: Life) -> None:
    """After each event, the boxes heal at the dates that the tables of the rules give."""
    for step, state in patients(life):
        if state.death is None and life.system is not None:
            dates = healing_dates(state, step.world, step.event.at)
            until = max(dates, default=step.event.at)
            _, effects = life.system.elapse(state, step.world, step.event.at, until)
            healed = [e.at for e in effects if (e.rule or "").startswith("healing.")]
            assert healed == dates


def pools_are_within_bounds(life: Life) -> None:
    """Nothing below nought, nothing above the highest maximum that there was."""
    most: dict[str, int] = {}
    for _, state in patients(life):
        for name in ("willpower", "rage", "gnosis", "power_charge"):
            pool = getattr(state, name, None)
            if pool is not None:
                most[name] = max(most.get(name, 0), pool.max)
                assert 0 <= pool.now <= most[name]


def rage_runs_while_it_is_not_full(life: Life) -> None:
    """The week has begun where the pool is not full, not in the future, and is not over."""
    for step, state in patients(life):
        if isinstance(state, Mutant) and state.death is None and state.rage is not None:
            below = state.rage.now < state.rage.max
            assert (state.rage_since is not None) == below
            if state.rage_since is not None:
                assert step.event.at - 7 * DAY < state.rage_since <= step.event.at


def weeks_and_days_are_whole(life: Life) -> None:
    """Points that time brings are a week, or a day, apart; a running week is not moved."""
    for rule_id, least in (("mutant.rage", 7 * DAY), ("mutant.power-charge", DAY)):
        ats = [e.at for step in life.steps for e in step.passed if e.rule == rule_id]
        assert all(b - a >= least for a, b in pairwise(ats))
    for (_, last), (step, state) in pairwise(patients(life)):
        if isinstance(last, Mutant) and isinstance(state, Mutant):
            gained = any(effect.rule == "mutant.rage" for effect in step.passed)
            if not gained and last.rage_since is not None and state.rage_since is not None:
                assert state.rage_since == last.rage_since


def charged_by_complete_rest(life: Life) -> None:
    """The day before each point of Power Charge was all complete rest, with no blow in it."""
    lawful = [step for step in life.steps if not step.findings]
    rests = [step.event for step in lawful if step.event.verb == "rest"]
    complete = sorted((e.at, e.end) for e in rests if getattr(e.body, "complete", False))
    other = [(e.at, e.end) for e in rests if not getattr(e.body, "complete", False)]
    blows = [e.at for step in lawful for e in step.effects if e.rule == "wod.track.order"]
    for at in [e.at for step in life.steps for e in step.passed if e.what == "power_charge"]:
        covered = at - DAY
        for since, until in complete:
            covered = max(covered, until) if since <= covered else covered
        assert covered >= at
        assert not [rest for rest in other if rest[0] < at and rest[1] > at - DAY]
        assert not [blow for blow in blows if at - DAY < blow < at]


def new_damage_starts_the_clock_again(life: Life) -> None:
    """A blow that marked the body is where the clock of the lowest box begins."""
    for step, state in patients(life):
        if any(effect.rule == "wod.track.order" for effect in step.effects):
            assert state.clock == step.event.at


CHECKS = (
    tracks_are_sound,
    the_dead_change_no_more,
    effects_are_in_their_place,
    the_clock_runs_while_there_are_marks,
    each_level_heals_alone,
    healing_is_by_the_table,
    pools_are_within_bounds,
    rage_runs_while_it_is_not_full,
    weeks_and_days_are_whole,
    charged_by_complete_rest,
    new_damage_starts_the_clock_again,
)

MORTAL = {"stamina": "3", "willpower": "1/4"}
MUTANT = {
    "stamina": "3",
    "extra_levels": "0,-1",
    "rage": "4",
    "gnosis": "2/5",
    "power_charge": "1/5",
    "willpower": "3",
}
VAMPIRE = {"stamina": "3", "humanity": "7", "blood": "4", "willpower": "3"}


class Mortals(Table):
    """Two mortals."""

    cast = (("Ada", "mortal", MORTAL), ("Ben", "mortal", {"stamina": "9"}))


class Mutants(Table):
    """Two mutants, one with everything."""

    cast = (
        ("Cleo", "mutant", MUTANT),
        ("Dirk", "mutant", {"stamina": "9", "rage": "1/3", "power_charge": "0/9"}),
    )


class AllKinds(Table):
    """A mutant, a mortal and a vampire."""

    cast = (
        ("Cleo", "mutant", MUTANT),
        ("Ada", "mortal", MORTAL),
        ("Vera", "vampire", VAMPIRE),
    )


def some(examples: int) -> settings:
    """Settings for so many examples."""
    return settings(
        max_examples=examples,
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


TestMortals = Mortals.TestCase
TestMortals.settings = some(20)
TestMutants = Mutants.TestCase
TestMutants.settings = some(30)
TestAllKinds = AllKinds.TestCase
TestAllKinds.settings = some(18)
