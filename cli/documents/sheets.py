"""The document of `status`: sheets of characters, by their system."""

from typing import Any, Literal

import msgspec

from cli.documents.values import Date


class DueOnSheet(msgspec.Struct, frozen=True):
    """What is ahead for a character, as if nothing more were recorded.

    Attributes:
        rule: the id of the rule by which it comes.
    """

    at: Date
    what: str
    rule: str


class FindingOnSheet(msgspec.Struct, frozen=True):
    """An event of the character that is unlawful as history now stands, and has no effect.

    Attributes:
        event: the event's id.
        why: the refusal that it would meet today.
    """

    event: str
    why: str


class Pool(msgspec.Struct, frozen=True):
    """Points of a pool.

    Attributes:
        max: the most that can be gained; more may be held when the maximum has fallen.
    """

    now: int
    max: int


class BloodPool(Pool, frozen=True):
    """The blood of a vampire.

    Attributes:
        per_turn: how many points may be spent a turn; null where the generation does not say.
    """

    per_turn: int | None


class VampirePools(msgspec.Struct, frozen=True):
    """The pools of a vampire."""

    blood: BloodPool
    willpower: Pool


class Damage(msgspec.Struct, frozen=True):
    """How many levels of each kind are marked on the body."""

    permanent: int
    aggravated: int
    lethal: int
    bashing: int


class Box(msgspec.Struct, frozen=True):
    """One box of the health track.

    Attributes:
        penalty: in dice; null for Incapacitated.
        mark: the kind of damage; null while the box is free.
        event: the id of the event that left the mark; null while it is free, and for hunger.
        heals_at: when time heals it, if nothing more happens; null where time does not.
    """

    level: str
    penalty: int | None
    mark: Literal["bashing", "lethal", "aggravated", "permanent"] | None
    event: str | None
    heals_at: Date | None


class ArmorPiece(msgspec.Struct, frozen=True):
    """A piece of armour that is worn.

    Attributes:
        bashing: dice that it adds to the soak of bashing damage; the next two likewise.
        dexterity: its Dexterity penalty as it counts for who wears it.
        helmet: dice that a helmet adds wherever the rating is above 0.
        shield: whether it counts only where the blow says so.
        destroyed: whether a blow has ruined it; it stays in the list.
        track: its own boxes and their marks; empty for none.
    """

    name: str
    bashing: int
    lethal: int
    aggravated: int
    dexterity: int
    helmet: int
    shield: bool
    destroyed: bool
    track: str


class Torpor(msgspec.Struct, frozen=True):
    """The sleep of a vampire.

    Attributes:
        earliest_waking: the first moment at which waking may be tried; null until fed.
        open_ended: whether that is only the shortest that it may last.
    """

    cause: Literal["wounds", "blood loss", "voluntary"]
    since: Date
    earliest_waking: Date | None
    open_ended: bool


class Hospital(msgspec.Struct, frozen=True):
    """Hospital care.

    Attributes:
        outpatient: whether the patient has been discharged and the care goes on.
    """

    since: Date
    outpatient: bool


class StorytellerSheet(msgspec.Struct, frozen=True, kw_only=True):
    """What the sheets of vampires, mortals and mutants have in common.

    Attributes:
        conditions: what else holds: `dazed`, `prone`, `initiative -2`, `incapacitated`, …
        level: the level of the lowest marked box; null when unhurt.
        penalty: in dice; null when no action is possible.
        physical_penalty: the same, unless the boxes of armour make it worse.
        track: the boxes from the top: `/` bashing, `X` lethal, `*` aggravated, `#` permanent,
            `.` free.
        armor: what is worn.
        meditation: today's difficulties, for each pool that may be meditated for.
        traits: as they are written, pools aside; what the character lacks is left out.
        pending: always empty; request has tests that are owed.
        findings: the character's events that are unlawful as history now stands.
    """

    name: str
    conditions: list[str]
    level: str | None
    penalty: int | None
    physical_penalty: int | None
    movement: str
    track: str
    damage: Damage
    boxes: list[Box]
    armor: list[ArmorPiece]
    meditation: dict[str, dict[str, int]]
    pending: list[Any]
    traits: dict[str, int | str]
    due: list[DueOnSheet]
    findings: list[FindingOnSheet]


class VampireSheet(StorytellerSheet, frozen=True, kw_only=True, tag_field="system", tag="vampire"):
    """A vampire.

    Attributes:
        status: the first that holds of dead, torpor, incapacitated and active.
        hospital: always null.
        torpor: null while awake, and in death.
    """

    status: Literal["dead", "torpor", "incapacitated", "active"]
    pools: VampirePools
    hospital: None
    torpor: Torpor | None


class MortalSheet(StorytellerSheet, frozen=True, kw_only=True, tag_field="system", tag="mortal"):
    """A mortal.

    Attributes:
        status: the first that holds of dead, incapacitated and active.
        pools: those that the character has, by name.
        hospital: null without care.
        torpor: always null.
    """

    status: Literal["dead", "incapacitated", "active"]
    pools: dict[str, Pool]
    hospital: Hospital | None
    torpor: None


class MutantSheet(StorytellerSheet, frozen=True, kw_only=True, tag_field="system", tag="mutant"):
    """A mutant.

    Attributes:
        status: the first that holds of dead, incapacitated and active.
        pools: those that the character has, by name.
        hospital: null without care.
        torpor: always null.
    """

    status: Literal["dead", "incapacitated", "active"]
    pools: dict[str, Pool]
    hospital: Hospital | None
    torpor: None


class HitLocation(msgspec.Struct, frozen=True):
    """A hit location.

    Attributes:
        wound: null when whole.
        disabled: whether it cannot be used.
        lost: how much of the limb is gone, in percent; null when nobody has rolled it.
    """

    hp: int
    max: int
    wound: Literal["minor", "serious", "major"] | None
    disabled: bool
    scarred: bool
    maimed: bool
    severed: bool
    lost: int | None


class Characteristic(msgspec.Struct, frozen=True):
    """A characteristic.

    Attributes:
        now: what is left of it.
        original: what the sheet says when nothing is lost.
        effective: what counts, with alterations.
    """

    now: int
    original: int
    effective: int


class Modifier(msgspec.Struct, frozen=True):
    """What makes actions harder.

    Attributes:
        percent: added to the chance.
        strike_rank: added to the strike rank.
        cap: the best that is possible at all; null for no bound.
        rule: the id of the rule that says so.
    """

    applies_to: str
    percent: int
    strike_rank: int
    cap: str | None
    why: str
    rule: str


class Alteration(msgspec.Struct, frozen=True):
    """A characteristic changed by magic or poison.

    Attributes:
        label: what `dispel` calls it.
        until: null until it is dispelled.
    """

    label: str
    characteristic: str
    amount: int
    until: Date | None


class PendingTest(msgspec.Struct, frozen=True):
    """A test that is owed: its result has not been entered yet.

    Attributes:
        test: what `test WHO …` calls it.
        modifier: of this test alone, in percent.
        deadline: when it is too late; null for no deadline.
    """

    test: str
    reason: str
    modifier: int
    deadline: Date | None


class RequestTraits(msgspec.Struct, frozen=True):
    """Skills of a request character that its tests use, in percent."""

    resilience: int
    persistence: int


class RequestSheet(msgspec.Struct, frozen=True, tag_field="system", tag="request"):
    """A request adventurer.

    Attributes:
        status: the first that holds of dead, unconscious, incapacitated, helpless and active.
        conditions: what else holds: `dazed`, `prone`, `dying`, `stabilised`, `acting`, …
        body: the name of the body.
        locations: by name.
        characteristics: STR, CON, SIZ, INT, POW, DEX and CHA.
        fatigue: the level, from Fresh to Debilitated.
        states: of want: `tired`, `exposed`, `starving`, `dehydrated`.
        load: how heavy what is carried is.
        encumbrance: all that is carried, in ENC.
        movement: in metres.
        activity_shift: levels by which any activity is harder.
        pools: `hero_points`, where the character has them.
        pending: the tests that are owed, the oldest first.
        findings: the character's events that are unlawful as history now stands.
    """

    name: str
    status: Literal["dead", "unconscious", "incapacitated", "helpless", "active"]
    conditions: list[str]
    body: str
    locations: dict[str, HitLocation]
    characteristics: dict[str, Characteristic]
    traits: RequestTraits
    fatigue: str
    states: list[str]
    load: str
    encumbrance: int
    movement: int
    activity_shift: int
    modifiers: list[Modifier]
    alterations: list[Alteration]
    pools: dict[str, Pool]
    pending: list[PendingTest]
    due: list[DueOnSheet]
    findings: list[FindingOnSheet]


Sheet = VampireSheet | MortalSheet | MutantSheet | RequestSheet


class Status(msgspec.Struct, frozen=True):
    """The sheets of characters at a moment.

    Attributes:
        at: the moment of the sheets: the clock, or what `--at` says.
        known_at: what `--known-at` says; null when all is known.
        position: the number of the last event that is known.
        characters: in the order in which they were added; the keys of each go by its `system`.
    """

    campaign: str
    branch: str
    at: Date
    known_at: str | None
    position: int
    characters: list[Sheet]
