"""A table of vampires at random: what must hold whatever is recorded, in whatever order."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import cache
from itertools import count, pairwise
from typing import Any, cast

import hypothesis.strategies as st
from hypothesis import HealthCheck, note, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ledger.campaign import Campaign
from ledger.codec import CODEC
from ledger.command import Command, Receipt
from ledger.errors import Refused
from ledger.events import CORRECTIONS, Answer, Recorded, Redo, Undo, Void
from ledger.projections.sheets import sheet
from ledger.recording import Recorder
from ledger.replay import Life, Step
from ledger.rules.storyteller.blow import Hit
from ledger.rules.vampire.character import Vampire
from ledger.service import Ledger, begin_campaign, open_campaign, open_recorder
from ledger.store.audit import verify
from ledger.store.event_store import Writer

YEAR = 365 * 86_400
NAMES = ("Ann", "Bob")

whom = st.sampled_from([("Ann",), ("Ann",), ("Bob",), ("Bob",), ("Ann", "Bob"), ("all",)])
one = st.sampled_from([("Ann",), ("Bob",)])
clock_or = st.one_of(
    st.none(),
    st.none(),
    st.none(),
    st.builds("+{}{}".format, st.integers(0, 40), st.sampled_from(["s", "m", "h", "h", "d"])),
    st.builds("-{}{}".format, st.integers(1, 80), st.sampled_from(["h", "h", "d"])),
)
durations = st.builds("{}{}".format, st.integers(0, 50), st.sampled_from(["h", "h", "h", "d"]))
damage_types = st.sampled_from(["bashing", "lethal", "lethal", "aggravated"])
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


def vampires(life: Life) -> list[Vampire]:
    """The states of a life, one after the other."""
    return [cast("Vampire", step.state) for step in life.steps if step.state is not None]


def without_ids(value: Any) -> Any:
    """A sheet without the ids of events, which differ where nothing else does."""
    if isinstance(value, dict):
        return {k: without_ids(v) for k, v in value.items() if k not in {"event", "findings"}}
    return [without_ids(v) for v in value] if isinstance(value, list) else value


def standing(events: list[Recorded]) -> list[Recorded]:
    """The events that stand, by the plainest reading of the corrections among them."""
    undone: set[str] = set()
    for event in events:
        if isinstance(event.body, Undo):
            undone |= set(event.body.commands)
        elif isinstance(event.body, Redo):
            undone -= set(event.body.commands)
    by_id = {event.id: event for event in events}
    voids = [event for event in events if isinstance(event.body, Void)]
    heirs = {e.amends: e for e in events if e.amends is not None}

    def stands(event: Recorded) -> bool:
        struck = event.commit in undone or any(
            void.body.event == event.id and stands(void)
            for void in voids
            if isinstance(void.body, Void)
        )
        return not struck and (not isinstance(event.body, Answer) or answered(event.body.answers))

    def answered(target: str) -> bool:
        if stands(by_id[target]):
            return True
        heir = heirs.get(target)
        return heir is not None and answered(heir.id)

    return [event for event in events if stands(event)]


class TheTable(RuleBasedStateMachine):
    """Commands, lawful and unlawful, on one campaign; now and then in a new transaction."""

    def __init__(self) -> None:
        super().__init__()
        self.transaction: AbstractContextManager[Writer] | None = None
        self.recorder: Recorder | None = None
        self.writer: Writer | None = None
        self.name = ""
        self.done: list[tuple[str, Picture, Picture]] = []  # commands that undo may take back
        self.undone: list[tuple[str, Picture, Picture]] = []
        self.known: dict[int, Picture] = {}  # position → what was known then
        self.kept: tuple[int, Picture] | None = None  # at the last end of a transaction
        self.setup = 0  # the position up to which nothing is ever undone or voided
        self.now: Picture = (0, {})
        self.news = False  # whether something was recorded since the invariants were checked

    @property
    def campaign(self) -> Campaign:
        assert self.recorder is not None
        return self.recorder.campaign

    # Transactions ----------------------------------------------------------------------------

    @initialize(
        generation=st.sampled_from([13, 8]),
        humanity=st.integers(0, 10),
        nights=st.sampled_from(["on", "off", "off"]),
        wounds=st.lists(st.tuples(one, st.integers(1, 6), damage_types), max_size=4),
    )
    def begin(
        self,
        generation: int,
        humanity: int,
        nights: str,
        wounds: list[tuple[tuple[str, ...], int, str]],
    ) -> None:
        self.name = f"Chicago {next(numbers)}"
        self.transaction = ledger().writing()
        self.writer = self.transaction.__enter__()
        self.recorder, _ = begin_campaign(
            self.writer, self.name, "1998-10-31 12:00", settings={"nightly_blood": nights}
        )
        self.now = picture(self.campaign)
        traits = {"stamina": "2", "fortitude": "1", "humanity": str(humanity)}
        words = {"system": "vampire", "traits": {**traits, "generation": str(generation)}}
        self.do("add", ("Ann",), words=words)
        words = {"system": "vampire", "traits": {"stamina": "3", "humanity": "7", "blood": "4"}}
        self.do("add", ("Bob",), words=words)
        if nights == "off":
            self.do("advance", duration="30d")
        assert self.recorder is not None
        self.recorder.flush()  # the roster is read from the store
        self.setup, self.now = self.campaign.position, picture(self.campaign)
        self.done.clear()
        self.known.clear()
        for who, amount, kind in wounds:
            self.do("hit", who, words={"amount": amount, "type": kind}, at="-10d")

    def close(self, wrong: Exception | None = None) -> None:
        assert self.recorder is not None
        assert self.transaction is not None
        if wrong is None:
            self.recorder.flush()
            self.transaction.__exit__(None, None, None)
        else:
            assert not self.transaction.__exit__(type(wrong), wrong, wrong.__traceback__)
        self.transaction = None

    def reopen(self) -> None:
        self.transaction = ledger().writing()
        self.writer = self.transaction.__enter__()
        self.recorder = open_recorder(self.writer, self.name)

    @rule()
    def another_transaction(self) -> None:
        """What a new process reads is what the old one knew."""
        before = self.campaign.position, picture(self.campaign)
        self.close()
        self.reopen()
        assert (self.campaign.position, picture(self.campaign)) == before
        self.kept = before
        self.kept_stacks = list(self.done), list(self.undone), dict(self.known)

    @precondition(lambda self: self.kept is not None)
    @rule()
    def a_journal_fails(self) -> None:
        """A transaction that fails keeps nothing, and the ledger goes on as if it never was."""
        self.close(Refused("line 7"))
        self.reopen()
        done, undone, known = self.kept_stacks
        self.done, self.undone, self.known = list(done), list(undone), dict(known)
        self.now, self.news = picture(self.campaign), True
        assert (self.campaign.position, picture(self.campaign)) == self.kept

    def teardown(self) -> None:
        if self.transaction is None:
            return
        before = self.campaign.position, picture(self.campaign)
        self.close()
        with ledger().reading() as reader:
            campaign = open_campaign(reader, self.name)
            assert (campaign.position, picture(campaign)) == before
            for position, then in self.known.items():
                past = open_campaign(reader, self.name, known_at=str(position))
                assert picture(past) == then, f"what was known at {position}"
            assert verify(reader, campaign.branch) == []

    # One command -----------------------------------------------------------------------------

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
        self.judge(command, receipt, before, after)
        if verb not in {"undo", "redo"}:
            self.done.append((receipt.command, before, after))
            self.undone.clear()
        self.known[self.campaign.position] = after
        return receipt

    def judge(self, command: Command, receipt: Receipt, before: Picture, after: Picture) -> None:
        """What a receipt promises."""
        positions = [event.position for event in receipt.events]
        last = self.campaign.position
        assert positions == list(range(last - len(positions) + 1, last + 1))
        assert (receipt.before, receipt.after) == (before[0], after[0])
        old, new = findings(before), findings(after)
        if not command.accept_findings:
            assert new <= old
        assert not new & {event.id for event in receipt.events}
        if receipt.consequences is None:
            assert after[0] >= before[0]
            for who, (_, _, steps) in before[1].items():
                assert after[1][who][2][: len(steps)] == steps
        else:
            changed = {c.who for c in receipt.consequences.changes if c.path == "track"}
            for who in before[1].keys() & after[1].keys():
                tracks = [p[1][who][0] and p[1][who][0]["track"] for p in (before, after)]
                assert (tracks[0] != tracks[1]) == (who in changed)

    # At the table ----------------------------------------------------------------------------

    @rule(
        who=whom,
        amount=st.integers(0, 9),
        kind=damage_types,
        soak=st.none() | st.integers(0, 4),
        at=clock_or,
        bold=st.booleans(),
    )
    def hit(
        self,
        who: tuple[str, ...],
        amount: int,
        kind: str,
        soak: int | None,
        at: str | None,
        bold: bool,
    ) -> None:
        words: dict[str, Any] = {"amount": amount, "type": kind}
        if soak is not None:
            words["soak_amount"] = soak
        self.do("hit", who, words=words, at=at, bold=bold)

    @rule(who=one, amount=st.integers(0, 5), named=st.booleans(), data=st.data())
    def soak(self, who: tuple[str, ...], amount: int, named: bool, data: st.DataObject) -> None:
        words: dict[str, Any] = {"amount": amount}
        hits = self.events(lambda e: isinstance(e.body, Hit))
        if named and hits:
            words["hit"] = data.draw(st.sampled_from([hit.id for hit in hits]))
        self.do("soak", who, words=words, bold=True)

    @rule(who=whom, levels=few, kind=st.sampled_from([None, "bashing", "lethal"]), at=clock_or)
    def heal(self, who: tuple[str, ...], levels: int, kind: str | None, at: str | None) -> None:
        self.do("heal", who, words={"levels": levels} | ({"type": kind} if kind else {}), at=at)

    @rule(who=whom, points=few, at=clock_or)
    def feed(self, who: tuple[str, ...], points: int, at: str | None) -> None:
        self.do("feed", who, words={"points": points}, at=at)

    @rule(
        verb=st.sampled_from(["spend", "gain"]),
        who=whom,
        points=few,
        pool=st.sampled_from(["blood", "blood", "willpower", "rage"]),
        at=clock_or,
    )
    def points(
        self, verb: str, who: tuple[str, ...], points: int, pool: str, at: str | None
    ) -> None:
        self.do(verb, who, words={"points": points, "pool": pool}, at=at)

    @rule(
        who=whom,
        duration=durations,
        complete=st.booleans(),
        activity=st.sampled_from([None, None, "light", "heavy"]),
        burns=st.sampled_from([0, 0, 1, 2]),
        at=clock_or,
    )
    def rest(
        self,
        who: tuple[str, ...],
        duration: str,
        complete: bool,
        activity: str | None,
        burns: int,
        at: str | None,
    ) -> None:
        words: dict[str, Any] = {"complete": True} if complete else {}
        words |= {"activity": activity} if activity else {}
        words |= {"heal_aggravated": burns} if burns else {}
        self.do("rest", who, words=words, duration=duration, at=at)

    @rule(who=one, amount=st.integers(2, 5), levels=few, kind=damage_types)
    def fight_and_heal(self, who: tuple[str, ...], amount: int, levels: int, kind: str) -> None:
        """A blow, a meal, two days of rest, and healing."""
        self.do("hit", who, words={"amount": amount, "type": kind})
        self.do("feed", who, words={"points": 9})
        self.do("rest", who, duration="2d")
        self.do("heal", who, words={"levels": levels, "type": kind})

    @rule(who=one, levels=few, at=clock_or)
    def heal_burns(self, who: tuple[str, ...], levels: int, at: str | None) -> None:
        self.do("heal", who, words={"levels": levels, "type": "aggravated"}, at=at)

    @rule(who=whom, at=clock_or)
    def torpor(self, who: tuple[str, ...], at: str | None) -> None:
        self.do("torpor", who, at=at)

    @rule(who=one, success=st.booleans())
    def wake_in_time(self, who: tuple[str, ...], success: bool) -> None:
        """Time goes on to the first waking, then the roll."""
        rows = self.campaign.lives(who)[0].at(self.campaign.clock)[0]
        torpor = cast("Vampire", rows).torpor if rows is not None else None
        if torpor is None or torpor.earliest is None:
            assert self.do("wake", who, words={"success": success}) is None
            return
        if torpor.earliest - self.campaign.clock < 1100 * YEAR:
            date = self.campaign.calendar.format(max(torpor.earliest, self.campaign.clock))
            self.do("wake", who, words={"success": success}, at=date)

    @rule(
        who=one,
        name=st.sampled_from(["vest", "plate"]),
        rated=st.booleans(),
        levels=st.sampled_from([(), (0,), (-1, None)]),
        at=clock_or,
    )
    def wear(
        self, who: tuple[str, ...], name: str, rated: bool, levels: tuple[Any, ...], at: str | None
    ) -> None:
        rating = {"bashing": 2, "lethal": 1} | ({"levels": levels} if levels else {})
        self.do("wear", who, words={"name": name} | (rating if rated else {}), at=at)

    @rule(
        verb=st.sampled_from(["remove", "repair"]), who=one, name=st.sampled_from(["vest", "plate"])
    )
    def wardrobe(self, verb: str, who: tuple[str, ...], name: str) -> None:
        self.do(verb, who, words={"name": name})

    @rule(who=one, result=st.sampled_from(["success", "failure", "botch"]), at=clock_or)
    def knockdown(self, who: tuple[str, ...], result: str, at: str | None) -> None:
        self.do("knockdown", who, words={"result": result}, at=at)

    @rule(
        who=whom,
        traits=st.dictionaries(
            st.sampled_from(["humanity", "stamina", "blood", "willpower", "generation", "luck"]),
            st.integers(-1, 14).map(str),
            min_size=1,
            max_size=2,
        ),
        at=clock_or,
        bold=st.booleans(),
    )
    def set_traits(
        self, who: tuple[str, ...], traits: dict[str, str], at: str | None, bold: bool
    ) -> None:
        self.do("set", who, words={"traits": traits}, at=at, bold=bold)

    @rule(
        values=st.sampled_from(
            [
                {"nightly_blood": "off"},
                {"nightly_blood": "on"},
                {"dusk": "06:00"},
                {"dusk": "23:59"},
                {"dusk": "25:00"},
                {"moon": "full"},
            ]
        ),
        at=clock_or,
        bold=st.booleans(),
    )
    def rule_of_the_table(self, values: dict[str, str], at: str | None, bold: bool) -> None:
        self.do("rule", words={"settings": values}, at=at, bold=bold)

    @rule(who=whom, verb=st.sampled_from(["note", "story-end", "destroy", "kill"]), at=clock_or)
    def words(self, who: tuple[str, ...], verb: str, at: str | None) -> None:
        self.do(verb, who, words={"text": "she waits"} if verb == "note" else {}, at=at)

    @precondition(lambda self: len(self.done) > 12)
    @rule(who=one)
    def end(self, who: tuple[str, ...]) -> None:
        self.do("kill", who, words={"ruling": "the sun"})

    @rule(duration=durations)
    def advance(self, duration: str) -> None:
        self.do("advance", duration=duration)

    @rule(who=whom, duration=durations)
    def dry_run(self, who: tuple[str, ...], duration: str) -> None:
        before = self.campaign.position
        assert self.do("rest", who, duration=duration, dry_run=True) is None
        assert self.campaign.position == before

    # Correcting ------------------------------------------------------------------------------

    def events(self, wanted: Callable[[Recorded], bool]) -> list[Recorded]:
        """Recorded events behind the set-up, standing or not, in the order of recording."""
        assert self.recorder is not None
        self.recorder.flush()
        rows = self.campaign.reader.events(self.campaign.branch)
        return [e for row in rows[self.setup :] if wanted(e := CODEC.read(row))]

    def reversal(
        self,
        verb: str,
        number: int,
        taken: list[tuple[str, Picture, Picture]],
        put: list[tuple[str, Picture, Picture]],
        side: int,
    ) -> None:
        """Undo or redo; the last of *taken* says on its *side* how everything must be then."""
        lawful = number <= len(taken)
        if verb == "undo" and not lawful:
            return  # it would reach into the set-up
        receipt = self.do(verb, words={"count": number}, bold=True)
        assert (receipt is not None) == lawful
        if lawful:
            put += taken[: -number - 1 : -1]
            del taken[-number:]
            assert picture(self.campaign) == put[-1][side]

    @rule(number=st.sampled_from([1, 1, 1, 2, 3]))
    def undo(self, number: int) -> None:
        """Undo gives back exactly what was before."""
        self.reversal("undo", number, self.done, self.undone, 1)

    @rule(number=st.sampled_from([1, 1, 1, 2, 3]))
    def redo(self, number: int) -> None:
        """Redo gives back exactly what was undone, and is refused for more than that."""
        self.reversal("redo", number, self.undone, self.done, 2)

    @rule(number=few)
    def there_and_back(self, number: int) -> None:
        """As many redos as undos change nothing."""
        number = min(number, len(self.done))
        before = picture(self.campaign)
        for _ in range(number):
            self.undo(1)
        for _ in range(number):
            self.redo(1)
        assert picture(self.campaign) == before

    @rule(data=st.data(), bold=st.booleans())
    def void(self, data: st.DataObject, bold: bool) -> None:
        ids = [event.id for event in self.events(lambda _: True)]
        if ids:
            words = {"event": data.draw(st.sampled_from(ids)), "because": "a slip"}
            self.do("void", words=words, bold=bold)

    @rule(data=st.data())
    def void_a_void(self, data: st.DataObject) -> None:
        """A void of a void restores."""
        ids = [event.id for event in self.events(lambda _: True)]
        before = picture(self.campaign)
        words = {"event": data.draw(st.sampled_from(ids)) if ids else "a", "because": "a slip"}
        receipt = self.do("void", words=words, bold=True)
        if receipt is not None:
            words = {"event": receipt.events[0].id, "because": "none"}
            assert self.do("void", words=words, bold=True) is not None
            assert picture(self.campaign) == before

    @rule(data=st.data(), amount=st.integers(0, 9), bold=st.booleans())
    def amend(self, data: st.DataObject, amount: int, bold: bool) -> None:
        found = self.events(lambda e: e.who is not None)
        if found:
            event = data.draw(st.sampled_from(found))
            assert event.who is not None
            words = {"amount": amount, "type": "lethal"}
            inner = Command(verb="hit", line="", who=(event.who,), words=words)
            self.do("amend", words={"event": event.id}, inner=inner, bold=bold)

    @rule(data=st.data())
    def amend_by_the_same(self, data: st.DataObject) -> None:
        """The same line in the place of an event changes no sheet."""
        stand = {event.id for event in standing(self.events(lambda _: True))}
        hits = [e for e in self.events(lambda e: isinstance(e.body, Hit)) if e.id in stand]
        before = picture(self.campaign)
        lawful = [hit for hit in hits if hit.id not in findings(before)]
        if not lawful:
            return
        hit = data.draw(st.sampled_from(lawful))
        assert hit.who is not None
        assert isinstance(hit.body, Hit)
        words = {"amount": hit.body.amount, "type": hit.body.type}
        inner = Command(verb="hit", line="", who=(hit.who,), words=words)
        assert self.do("amend", words={"event": hit.id}, inner=inner, bold=True) is not None
        after = picture(self.campaign)
        assert after[0] == before[0]
        for who, (now, later, _) in before[1].items():
            assert without_ids(after[1][who][0]) == without_ids(now)
            assert without_ids(after[1][who][1]) == without_ids(later)

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
    def the_clock_is_the_latest_end(self) -> None:
        """The clock is the latest end of all standing events that are no corrections."""
        if self.transaction is None or len(self.done) % 4:
            return  # reading all rows flushes; the pending ones shall be tested too
        assert self.recorder is not None
        self.recorder.flush()
        rows = self.campaign.reader.events(self.campaign.branch)
        events = standing([CODEC.read(row) for row in rows])
        ends = [event.end for event in events if not isinstance(event.body, CORRECTIONS)]
        assert self.campaign.clock == max(ends)

    @invariant()
    def what_is_cached_is_what_is_stored(self) -> None:
        """A fresh fold of the rows equals the lives that went on from command to command."""
        if self.transaction is None or len(self.done) % 3:
            return
        assert self.recorder is not None
        assert self.writer is not None
        self.recorder.flush()
        row = self.writer.campaign(self.name)
        fresh = Campaign(self.writer, row, self.writer.branch(row))
        assert fresh.position == self.campaign.position
        assert fresh.branch.head_digest == self.campaign.branch.head_digest
        assert picture(fresh) == picture(self.campaign)

    @invariant()
    def positions_have_no_gap(self) -> None:
        """What is written and what is pending make up the position."""
        if self.recorder is not None:
            pending = sum(len(draft.events) for draft in self.recorder._pending)  # noqa: SLF001
            assert self.campaign.position == self.campaign.branch.head_position + pending


# What always holds of a life -----------------------------------------------------------------


def tracks_are_sound(life: Life) -> None:
    """Marks never exceed boxes and stand gravest first."""
    for state in vampires(life):
        for track in (state.track, *[piece.track for piece in state.armor]):
            assert len(track.marks) <= len(track.boxes)
            grave = [mark.damage for mark in track.marks]
            assert grave == sorted(grave, reverse=True)


def blood_is_sound(life: Life) -> None:
    """Blood is between nothing and the most that ever was possible."""
    most = 0
    for state in vampires(life):
        most = max(most, state.blood.max)
        assert 0 <= state.blood.now <= most
        assert state.willpower is None or state.willpower.now >= 0


def torpor_is_sound(life: Life) -> None:
    """Torpor by blood loss is empty, and an empty incapacitated vampire is in torpor."""
    for state in vampires(life):
        if state.torpor is not None and state.torpor.cause == "blood loss":
            assert state.blood.now == 0
        if state.torpor is None and state.death is None and not state.track.free:
            assert state.blood.now > 0


def the_dead_change_no_more(life: Life) -> None:
    """After death the state stays as it is."""
    for last, state in pairwise(vampires(life)):
        assert last.death is None or state == last


def effects_are_in_their_place(life: Life) -> None:
    """No effect is outside its span, and none happens twice."""
    for last, step in pairwise(life.steps):
        ats = [effect.at for effect in step.passed]
        assert ats == sorted(ats)
        assert all(last.event.at < at <= step.event.at for at in ats)
        assert len({(e.at, e.rule, e.what, str(e.before)) for e in step.passed}) == len(ats)
        assert all(effect.at == step.event.at for effect in step.effects)
        assert not (step.findings and step.effects) or step.event.answers


def nights_come_once_a_day(life: Life) -> None:
    """The nightly point is due at most once a calendar day."""
    nights = [
        life.origin.calendar.day_of(effect.at)
        for step in life.steps
        for effect in step.passed
        if effect.rule in {"vampire.blood.nightly", "vampire.blood.empty"}
    ]
    assert len(nights) == len(set(nights))


CHECKS = (
    tracks_are_sound,
    blood_is_sound,
    torpor_is_sound,
    the_dead_change_no_more,
    effects_are_in_their_place,
    nights_come_once_a_day,
)


def findings(seen: Picture) -> set[str]:
    """The events that are unlawful in a picture."""
    return {f.event for _, _, steps in seen[1].values() for step in steps for f in step.findings}


TestTheTable = TheTable.TestCase
TestTheTable.settings = settings(
    max_examples=35,
    stateful_step_count=35,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
