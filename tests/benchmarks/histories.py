"""Histories to measure with: characters who fight, heal, feed and sleep every ten minutes.

They are written past the rules, in big transactions, because nobody waits for a hundred thousand
commands; that they are lawful is seen when they are folded (no finding).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, cycle, islice, zip_longest

import msgspec

from ledger.codec import CODEC
from ledger.command import Command
from ledger.events import Body, Note, Recorded
from ledger.rules import find_system
from ledger.rules.pools import Gain, Spend
from ledger.rules.request import characteristics, healing, load, wounds
from ledger.rules.storyteller.blow import Hit, Knockdown, Soak
from ledger.rules.vampire.blood import Heal
from ledger.service import Ledger, begin_campaign, open_recorder
from ledger.store import CommitDraft, Exactly, random_id

TEN_MINUTES = 600
THREE_WEEKS = (
    21 * 86_400
)  # between the evenings of a long campaign: a thousand events are ten years
START = "1998-10-31 21:00"
NAME = "A Long Campaign"
STARVES_NOBODY = {"nightly_blood": "off"}  # for long campaigns, in which nobody is asked to hunt
ANSWERS = "^"  # stands for the id of the event before it, in the same command


class Said(msgspec.Struct, frozen=True):
    """One command of a history: what one character's player said, and when."""

    who: str
    system: str
    at: int
    bodies: tuple[Body, ...]


Turn = tuple[tuple[Body, ...], ...]  # the commands from one blow to the next, and their events
NOTE = (Note(text="the porter saw nothing"),)


class Way(msgspec.Struct, frozen=True):
    """How characters of one system live: their traits, and six events from blow to blow."""

    traits: dict[str, str]
    turn: Callable[[int], Turn]


def _vampire(_: int) -> Turn:
    return (
        (Hit(amount=2, type="lethal"), Soak(answers=ANSWERS, amount=1)),
        (Heal(levels=1, type="lethal"),),
        (Gain(points=3, pool="blood"),),
        (Spend(points=1, pool="blood", purpose="strength"),),
        NOTE,
    )


def _patient(pool: str, other: Body) -> Callable[[int], Turn]:
    def turn(number: int) -> Turn:
        lasting = number % 40 == 0  # a level takes a day to heal, and forty turns are longer
        return (
            (Hit(amount=2, type="bashing"), Soak(answers=ANSWERS, amount=1 if lasting else 2)),
            (Spend(points=1, pool=pool),),
            (other,),
            (Gain(points=1, pool=pool),),
            NOTE,
        )

    return turn


def _adventurer(_: int) -> Turn:
    return (
        (wounds.Hit(amount=2, location="left arm", weapon="slashing"),),
        (healing.Treat(location="left arm", method="magic", points=2),),
        (characteristics.Lose(points=1, characteristic="STR"),),
        (characteristics.Restore(points=1, characteristic="STR"),),
        (load.Carry(encumbrance=1, item="torch"),),
        NOTE,
    )


WAYS = {  # of every system, one line each
    "vampire": Way({"stamina": "3", "humanity": "7"}, _vampire),
    "mortal": Way(
        {"stamina": "2", "willpower": "5"}, _patient("willpower", Knockdown(result="success"))
    ),
    "mutant": Way(
        {"stamina": "3", "willpower": "5", "gnosis": "6", "rage": "4"},
        _patient("rage", Gain(points=1, pool="gnosis", source="an omen")),
    ),
    "request": Way(
        {
            **dict.fromkeys(("STR", "CON", "SIZ", "INT", "POW", "DEX", "CHA"), "12"),
            "resilience": "40",
            "persistence": "40",
        },
        _adventurer,
    ),
}


def company(number: int) -> list[tuple[str, str]]:
    """So many people with their systems, all systems in turn."""
    return [(f"Person {n:04}", s) for n, s in zip(range(number), cycle(WAYS), strict=False)]


def commands_of(who: str, system: str, since: int, pause: int = 0) -> Iterator[Said]:
    """Commands without end, ten minutes apart, and *pause* seconds more between two evenings."""
    at = since
    for turn in count():
        at += pause
        for bodies in WAYS[system].turn(turn):
            at += TEN_MINUTES
            yield Said(who, system, at, bodies)


def recorded(said: Said, commit: str, first: int) -> tuple[Recorded, ...]:
    """The events of a command, with positions from *first* on."""
    system = find_system(said.system)
    events = []
    for ordinal, body in enumerate(said.bodies, 1):
        kept = body
        if isinstance(body, Soak):
            kept = msgspec.structs.replace(body, answers=f"{commit}.{ordinal - 1}")
        position, kind = first + ordinal - 1, system.kind_of(kept)
        events.append(
            Recorded(
                position, commit, ordinal, kind, said.at, None, said.who, kept, anchor=position
            )
        )
    return tuple(events)


def begin(
    ledger: Ledger,
    people: Sequence[tuple[str, str]],
    name: str = NAME,
    settings: Mapping[str, str] | None = None,
) -> None:
    """Begin a campaign with these (name, system)."""
    with ledger.writing() as writer:
        recorder, _ = begin_campaign(writer, name, START, settings=settings)
        assert recorder is not None
        for who, system in people:
            words = {"system": system, "traits": WAYS[system].traits}
            recorder.record(
                Command(verb="add", line=f"add {who} {system}", who=(who,), words=words),
                report=False,
            )
        recorder.flush()


def build(
    target: str,
    people: Sequence[tuple[str, str]],
    events: int,
    name: str = NAME,
    *,
    pause: int = 0,
) -> None:
    """Make a store in which each of *people* has so many events, her arrival included."""
    with Ledger.open(target, "create") as ledger:
        begin(ledger, people, name, STARVES_NOBODY if pause else None)
        with ledger.reading() as reader:
            clock = reader.branch(reader.campaign(name)).clock
        streams = [
            _first(commands_of(who, system, clock, pause), events - 1) for who, system in people
        ]
        # systems have more or fewer commands to a thousand events
        moments = zip_longest(*streams)
        waiting = (said for moment in moments for said in moment if said is not None)
        while batch := list(islice(waiting, 2_000)):
            _write(ledger, name, batch)


def _first(said: Iterator[Said], events: int) -> Iterator[Said]:
    """Commands with exactly so many events; the last may lose its soak."""
    while events > 0:
        one = next(said)
        bodies = one.bodies[:events]
        events -= len(bodies)
        yield msgspec.structs.replace(one, bodies=bodies)


def _write(ledger: Ledger, name: str, batch: Sequence[Said]) -> None:
    with ledger.writing() as writer:
        campaign = open_recorder(writer, name).campaign
        head, clock, drafts = campaign.branch.head_position, campaign.clock, []
        position = head
        for said in batch:
            commit, clock = random_id(), max(clock, said.at)
            events = recorded(said, commit, position + 1)
            position += len(events)
            drafts.append(
                CommitDraft(
                    id=commit,
                    line=f"{events[0].verb} {said.who}",
                    recorded_at=0,
                    clock=clock,
                    events=tuple([CODEC.draft(event) for event in events]),
                )
            )
        writer.append(campaign.branch, drafts, Exactly(head))
