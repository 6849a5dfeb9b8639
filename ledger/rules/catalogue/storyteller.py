"""The World of Darkness, in the project's own words: what its systems share, and their own chapters."""

from ledger.rules.catalogue.rule import RULING as _RULING
from ledger.rules.catalogue.rule import rule as _rule

_VAMPIRE = "Vampire health chapter"
_DAMAGE = "Damage and defence chapter"
_MUTANT = "Mutant health chapter"
_REVISED = "V:tM Revised"

HEALTH_TRACK = (
    _rule(
        "wod.track.levels",
        "The seven health levels",
        "The track has seven boxes, read downwards: Bruised without penalty, Hurt and Injured at "
        "-1, Wounded and Mauled at -2, Crippled at -5, and Incapacitated, where no action is "
        "possible. "
        "On a mutant's sheet the sixth box is named Hobbled. "
        "An unhurt character stands above the first box; beneath the last come torpor or death. "
        "A box shows `/` for bashing, `X` for lethal, `*` for aggravated, `#` for permanent and "
        "`.` while it is free.",
        _VAMPIRE,
        _MUTANT,
    ),
    _rule(
        "wod.track.order",
        "Graver marks stand higher",
        "The track is sorted by gravity from the top: permanent, then aggravated, lethal and "
        "bashing. "
        "As long as a box is free, a graver mark moves the lighter ones down and replaces none: "
        "two bashing levels followed by an aggravated one read `*//`. "
        "Permanent damage exists for mutants only and is refused for anybody else; it cannot be "
        "soaked and never heals.",
        _DAMAGE,
        _MUTANT,
    ),
    _rule(
        "wod.track.full",
        "Damage on a full track",
        "With every box marked, a new level takes the place of the lightest mark if it is the "
        "graver of the two. "
        "What happens besides is told by the overflow rule of the character's system. "
        "Ruling: all levels of a blow are marked in this way, including those that follow the one "
        "that fells or kills, and there are never more marks than boxes.",
        _DAMAGE,
        _MUTANT,
        _RULING,
    ),
    _rule(
        "wod.track.penalty",
        "Wounds take dice from every action",
        "The dice penalty is that of the lowest box with a mark; penalties of several boxes are "
        "not summed. "
        "Every action suffers it. "
        "Reflexive rolls do not, so a soak keeps all its dice.",
        _VAMPIRE,
        _DAMAGE,
        _MUTANT,
    ),
    _rule(
        "wod.track.movement",
        "Wounds slow movement",
        "Movement is free as far as Hurt, and Injured halves the top running speed. "
        "A Wounded character walks: running is out, an attack cannot follow a move within one "
        "turn, and doing both in a turn always costs dice. "
        "Mauled leaves 3 yards a turn, Crippled or Hobbled 1 yard a turn, and Incapacitated no "
        "movement at all.",
        _VAMPIRE,
    ),
    _rule(
        "wod.track.extra",
        "Extra health levels",
        "Mutants may own further levels with a penalty of 0, -1, -2 or -5, or `inc` for one more "
        "Incapacitated. "
        "Ruling: an extra box is placed under the last box with its penalty and shares the name, "
        "movement and healing class of that one (Bruised, Injured, Mauled, Hobbled or "
        "Incapacitated). "
        "Therefore only the topmost -1 is ever Hurt, and an extra -2 ranks as below Wounded. "
        "If levels are taken away (`set extra_levels=…`), the lightest marks that no longer find "
        "a box disappear with them, and nothing overflows.",
        _MUTANT,
        _RULING,
    ),
    _rule(
        "wod.track.armor-levels",
        "Health levels of body armour",
        "Boxes that body armour brings stand over the character's own track and take damage "
        "before it. "
        "Their penalty (0 unless stated, any of the five) touches physical pools only, and is "
        "gone once all of the armour's boxes are marked. "
        "Ruling: the piece put on last is filled first, and of the penalties of body and armour "
        "the worse one counts, not the sum. "
        "Armour boxes never heal, but `repair` clears them, and no mark passes between them and "
        "the body. "
        "A blow is worked out in this order: soak, halving, armour boxes, body.",
        _MUTANT,
        _RULING,
    ),
    _rule(
        "wod.dead",
        "What can still happen to the dead",
        "For the dead, time brings nothing: they heal nothing, and pools, clocks and deadlines "
        "stand still. "
        "Ruling: the ledger then takes nothing but notes, corrections (void, amend, undo, redo) "
        "and, for a blow that was struck no later than the death, its soak. "
        "A command for `all` passes them over. "
        "Every system follows this rule; one whose blows call for tests takes their results too.",
        _VAMPIRE,
        _RULING,
    ),
)

DAMAGE_AND_SOAK = (
    _rule(
        "wod.damage.net",
        "Damage minus soak",
        "A blow costs its rolled successes plus its automatic ones, less the successes of the "
        "soak. "
        "The result is never less than 0.",
        _VAMPIRE,
        _DAMAGE,
    ),
    _rule(
        "wod.dice.ones",
        "Counting dice",
        "If the dice are recorded and not a count, every die that reaches the difficulty (6 "
        "unless another is given) is a success, and every 1 cancels one. "
        "Neither damage nor soak can be botched, so the dice give at least 0. "
        "Automatic successes come on top afterwards, out of reach of the ones. "
        "Thus 4, 5, 1, 9, 3 is a soak without success.",
        _VAMPIRE,
        _DAMAGE,
    ),
    _rule(
        "wod.damage.source",
        "The source decides the type of damage",
        "A blow that names its source gets its type from source and target. "
        "A firearm is bashing to a vampire, or lethal with `--aimed head`, and lethal to everyone "
        "else; a blunt weapon is bashing, or lethal with `--aimed head` or `--aimed vital`, which "
        "records that the Storyteller agrees; a blade is lethal; fire, acid, fangs and claws are "
        "aggravated. "
        "Sunlight is aggravated to vampires and harmless to mortals, no matter which type is "
        "given with it. "
        "Ruling: it is harmless to mutants too. "
        "Otherwise a type that is written out beats the one of the source. "
        "What is aggravated to others is always lethal to a mortal.",
        _VAMPIRE,
        _MUTANT,
        _RULING,
    ),
    _rule(
        "wod.soak.pool",
        "Dice for soak",
        "A vampire soaks bashing and lethal with Stamina + Fortitude, and aggravated with "
        "Fortitude alone. "
        "A mortal has Stamina against bashing and nothing against lethal; a mutant has Stamina "
        "against bashing and the trait `supernatural_soak` (0 unless given) against aggravated. "
        "Ruling: a mutant's Stamina serves against lethal too while the setting "
        "`mutant_soaks_lethal` is on. "
        "The rating of worn armour against the type is added, even to a pool of 0 (Ruling: that "
        "goes for a mortal's lethal soak as well). "
        "Wound penalties leave the pool alone. "
        "A soak that claims more dice or successes than the pool has is refused, and the refusal "
        "spells the pool out.",
        _VAMPIRE,
        _DAMAGE,
        _RULING,
    ),
    _rule(
        "wod.soak.event",
        "Hit and soak are two events",
        "Ruling: a soak belongs to one hit; unless it names another, that is the hit of the "
        "character which was recorded last, still stands and is not soaked yet. "
        "Entered early or late, it works at the moment of that hit. "
        "Until a soak is recorded the hit counts in full, and a second soak for it is refused. "
        "A voided hit takes its soak with it; an amended one keeps it unless the new line has a "
        "soak of its own.",
        _RULING,
    ),
    _rule(
        "wod.dazed",
        "A massive blow dazes",
        "One blow that marks more levels on the body than Stamina (mortals) or Stamina + 2 "
        "(vampires and mutants) leaves its target dazed; the levels are counted after soak and "
        "halving. "
        "The next action is lost, and so is every action left in that turn. "
        "Ruling: the condition is over 2 turns (6 seconds) after the blow.",
        _DAMAGE,
        _RULING,
    ),
    _rule(
        "wod.knockdown",
        "A blow may knock down",
        "If the attack successes (`--attack`) of a blow are above the target's Stamina + Brawl, a "
        "knockdown is reported as possible; the Storyteller makes it real with the event "
        "`knockdown`, which needs no hit. "
        "The target rolls Dexterity + Athletics. "
        "On a success she stands at once with the condition `initiative -2`; on a failure she has "
        "that condition and is `prone` as well. "
        "On a botch she is `prone` and takes one automatic level of bashing that cannot be "
        "soaked. "
        "Ruling: these conditions last 2 turns each, and the level is treated like all bashing, "
        "so a vampire's is halved to 0.",
        _DAMAGE,
        _RULING,
    ),
    _rule(
        "wod.armor",
        "Worn armour",
        "A piece of armour has a rating against each type of damage, a Dexterity penalty and the "
        "Strength it needs. "
        "It may bring a helmet's bonus, which raises every rating above 0, and it may be a "
        "shield, which counts only for blows recorded with `--shield`. "
        "Ruling: pieces worn together are added up. "
        "A name means one item, which keeps its marks when it comes off and is put on again; "
        "other ratings ask for another name.",
        _DAMAGE,
        _RULING,
    ),
    _rule(
        "wod.armor.dexterity",
        "Skill or strength eases armour",
        "Melee of at least 3, or Strength of at least twice what the armour needs, halves its "
        "Dexterity penalty. "
        "Ruling: the half is rounded down.",
        _DAMAGE,
        _RULING,
    ),
    _rule(
        "wod.armor.destroyed",
        "A heavy blow destroys armour",
        "One attack destroys a piece if the damage it rolls, before soak, is twice the piece's "
        "rating against that type, the bonus of a helmet left out; a rating of 0 is not "
        "concerned. "
        "Ruling: more than twice destroys it too. "
        "Several blows are never summed, and each piece is measured by its own rating. "
        "Against the blow that breaks it the piece still gives its dice and its boxes; after that "
        "it is lost, and no repair brings it back.",
        _DAMAGE,
        _RULING,
    ),
)

VAMPIRES = (
    _rule(
        "vampire.bashing.halved",
        "Bashing damage is halved",
        "What a soak leaves of bashing damage is halved for a vampire, rounded down, each blow by "
        "itself. "
        "Of 6 levels with 1 soaked, 5 are left and 2 are marked. "
        "Single levels come to 0, however many blows bring them.",
        _VAMPIRE,
    ),
    _rule(
        "vampire.incapacitated",
        "What the incapacitated and torpid can do",
        "An incapacitated vampire has one act left, `heal` with her blood; `torpor`, `spend`, "
        "`meditate` and `knockdown` are refused. "
        "In torpor her one act is `wake`. "
        "Whatever is done to her or simply happens is accepted in both states: hit, soak (a "
        "reflex), feed, gain, story-end, rest (time goes by), wear, remove, repair, set, note, "
        "kill, destroy and corrections.",
        _VAMPIRE,
    ),
    _rule(
        "vampire.overflow",
        "Beyond Incapacitated",
        "One level more than Incapacitated means torpor by wounds if it is bashing or lethal, and "
        "Final Death if it is aggravated. "
        "A single blow can go through both steps. "
        "On an unmarked track 7 lethal levels make her Incapacitated and 8 torpid. "
        "Ruling: 7 aggravated levels leave her Incapacitated, and the eighth is Final Death.",
        _VAMPIRE,
        _RULING,
    ),
    _rule(
        "vampire.starved",
        "Incapacitated without blood",
        "A vampire who is Incapacitated and has no blood left falls into torpor by blood loss. "
        "This is looked at only when an event or effect is complete, and only if she is not "
        "torpid yet: a blow that overflows the track is torpor by wounds.",
        _VAMPIRE,
    ),
    _rule(
        "vampire.torpor.aggravated",
        "Aggravated damage in torpor kills",
        "A torpid vampire who suffers even one aggravated level meets Final Death. "
        "It does not matter what brought the torpor about.",
        _VAMPIRE,
    ),
    _rule(
        "vampire.torpor.other",
        "Bashing and lethal damage in torpor",
        "Ruling: bashing and lethal levels are marked in torpor as at any other time, and "
        "overflowing ones do nothing more. "
        "The exception is a voluntary torpor: an overflow turns it into torpor by wounds, whose "
        "length runs from that moment.",
        _RULING,
    ),
    _rule(
        "vampire.destroy",
        "Destruction of the body",
        "Trauma on a massive scale ends an incapacitated or torpid vampire in Final Death; the "
        "Storyteller records it with the event `destroy`. "
        "For a vampire in any other state `destroy` is refused unless `--ruling` gives the "
        "reason. "
        "`kill` needs `--ruling` in every case.",
        _VAMPIRE,
    ),
    _rule(
        "vampire.torpor.length",
        "Length of torpor by wounds",
        "Torpor by wounds lasts according to Humanity at the moment it begins. "
        "Humanity 10 means a day; 9, three days; 8, a week; 7, two weeks; 6, a month; 5, a year; "
        "4, ten years; 3, fifty; 2, a hundred; 1, five hundred. "
        "Humanity 0 means a thousand years or more: the date after a thousand is shown with "
        "`open_ended` true, and `wake` is accepted from then on.",
        _VAMPIRE,
    ),
    _rule(
        "vampire.torpor.voluntary",
        "Length of voluntary torpor",
        "Who enters torpor of her own will may rise after half the time that wounds would cost. "
        "Ruling: the halves are, for Humanity 10, half a day; 9, a day and a half; 8, half a "
        "week, taken in seconds; 7, one week. "
        "Humanity 6 gives half the days between entry and one month later, and 5 half the months "
        "of the year of entry, both rounded down to whole ones. "
        "Humanity 4 gives 5 years; 3, 25; 2, 50; 1, 250; and 0, 500 years with an open end.",
        _VAMPIRE,
        _RULING,
    ),
    _rule(
        "vampire.torpor.blood-loss",
        "Blood ends torpor by blood loss",
        "Torpor by blood loss is over as soon as `feed` or `gain` brings one blood point or more. "
        "Humanity plays no part and nothing is rolled. "
        "The wounds are still there, so she is Incapacitated as she was before.",
        _VAMPIRE,
    ),
    _rule(
        "vampire.torpor.hibernation",
        "No nightly blood in torpor",
        "While she lies in torpor a vampire owes no blood at dusk.",
        _VAMPIRE,
    ),
    _rule(
        "vampire.awakening",
        "Waking from torpor",
        "When a torpor by wounds or a voluntary one has run its time, `wake` spends one blood "
        "point (Ruling: in the voluntary case as well) and records the awakening roll. "
        "If it succeeds she is awake; if it fails the point is lost, and the next try is allowed "
        "from the first dusk after the failed one, which `earliest_waking` then shows. "
        "Without blood `wake` is refused until she has been fed, which does not wake her by "
        "itself. "
        "Before the time it is refused with the date. "
        "Ruling: the result stands as the players rolled it; if dice are given, they are at most "
        "as many as her Humanity, the difficulty is 8 (setting `awakening_difficulty`), ones take "
        "successes away, and one success is enough.",
        _VAMPIRE,
        _RULING,
    ),
    _rule(
        "vampire.awakening.crippled",
        "Crippled after torpor by wounds",
        "Whoever rises from torpor by wounds is Crippled. "
        "Ruling: to that end the lightest mark is removed, which frees the Incapacitated box. "
        "After a voluntary torpor no mark changes.",
        _VAMPIRE,
        _RULING,
    ),
    _rule(
        "vampire.blood.nightly",
        "One blood point a night",
        "At each dusk a vampire spends one blood point, but never two within a calendar day. "
        "Dusk falls when three quarters of the day are over, at 18:00, unless the setting `dusk` "
        "names another time; dusks after the character's `add` count, up to and including now. "
        "Nothing is owed in torpor, in death, or while the setting `nightly_blood` is off. "
        "An unhurt vampire with 10 points is empty at the 10th dusk, and Incapacitated and torpid "
        "at the 17th.",
        _VAMPIRE,
        _REVISED,
    ),
    _rule(
        "vampire.blood.empty",
        "Hunger costs health",
        "If the nightly point is owed and the pool is empty, she loses one health level in its "
        "place, and blood loss is its cause. "
        "Ruling: the level is marked as lethal and cannot be soaked. "
        "Any other attempt to spend more than the pool holds is refused.",
        _VAMPIRE,
        _RULING,
    ),
    _rule(
        "vampire.blood.heal",
        "Blood heals bashing and lethal",
        "Each blood point heals one level of bashing or lethal damage. "
        "Unless a type is named the lowest mark goes first, and that is bashing while there is "
        "any. "
        "To heal a level she does not have is refused and costs no blood. "
        "A plain `heal` leaves aggravated levels alone.",
        _VAMPIRE,
        _DAMAGE,
        _REVISED,
    ),
    _rule(
        "vampire.blood.aggravated",
        "Blood and rest heal aggravated",
        "After a complete day of rest (rest.day) five blood points heal one aggravated level. "
        "The healing is recorded while the stretch of rest goes on, or after its end but before "
        "the next dusk. "
        "Every additional level on the same day costs another five points and one Willpower. "
        "A day left unused is lost when the following one is complete.",
        _VAMPIRE,
    ),
    _rule(
        "vampire.blood.pool",
        "Blood pool by generation",
        "Generation gives the maximum of blood and the points a turn: 13th 10 and 1, 12th 11 and "
        "1, 11th 12 and 1, 10th 13 and 1, 9th 14 and 2, 8th 15 and 3, 7th 20 and 4, 6th 30 and 6, "
        "5th 40 and 8, 4th 50 and 10. "
        "Every other generation requires `blood_max`, with the points a turn unknown; any "
        "character may state `blood_max` in place of the table. "
        "Blood taken in above the maximum is cut off, and the effect tells how much. "
        "If the maximum drops under what she holds, she keeps it and gains nothing until she is "
        "below the maximum. "
        "Points a turn are displayed, never enforced.",
        _REVISED,
    ),
)

RECOVERY = (
    _rule(
        "wod.willpower",
        "Regaining Willpower",
        "The end of a story restores all Willpower, unless it ended unsatisfactorily; points "
        "for a feat, Nature or Destiny come by an event. "
        "With the setting `willpower_meditation` on (off by default) an hour of meditation "
        "may bring some back: Wits + Enigmas at difficulty 8 or, where nothing is said, Wits + "
        "Meditation at difficulty 7 (`--with`), and a point for every success. "
        "A botch may take longer (`--hours`). "
        "Each roll, successful or not, makes the rolls of that calendar day harder by 1, up to "
        "10, with one count for both methods; the day is the one on which the meditation began. "
        "Difficulty 10 may be rolled once on that day; another such roll is refused.",
        _MUTANT,
    ),
    _rule(
        "rest.day",
        "Days of rest",
        "Rest events of a character that touch or overlap make one stretch; no instant counts "
        "twice, and sleep is complete rest. "
        "A day of rest is earned whenever a full calendar day (24 hours) has gone by since the "
        "start of the stretch or its latest break, so `rest 12h; rest 12h` equals `rest 1d`. "
        "A break is a blow that costs a level or point (hunger is no blow), or lasts as long as "
        "an `exert` above light, a rest with `--activity medium` or `heavy` or, only for rules "
        "that ask for it, a negative state; the count then begins anew. "
        "Light exertion is light rest. "
        "The smallest gap without a rest event ends the stretch, and torpor and death are no "
        "rest. "
        "Ruling: who attacked whom tells nothing about rest.",
        _VAMPIRE,
        _MUTANT,
        _RULING,
    ),
)

MORTALS_AND_MUTANTS = (
    _rule(
        "mortal.overflow",
        "A mortal below Incapacitated",
        "A level that finds no box kills a mortal, whatever kind of damage it is; there is no "
        "torpor for the living. "
        "Ruling: with the setting `mortal_bashing` on `wraps` (it is `dies` by default) a mortal bears "
        "what a mutant bears, by the rule mutant.overflow.",
        _VAMPIRE,
        _RULING,
    ),
    _rule(
        "mutant.overflow",
        "A mutant below Incapacitated",
        "As long as a bashing mark is left on a full track, a level without a box uses one up and "
        "nobody dies: bashing turns the uppermost bashing mark into a lethal one, anything graver "
        "pushes out the lightest mark. "
        "Once no bashing mark is left, any further level kills. "
        "Two bashing levels on `///////` make it `XX/////`; an aggravated one on `*XXXXX/` makes "
        "it `**XXXXX`. "
        "Ruling: a bashing level that has become lethal is lethal in all respects.",
        _MUTANT,
        _RULING,
    ),
    _rule(
        "wod.incapacitated",
        "What the incapacitated cannot do",
        "Ruling: mortals and mutants whose lowest marked box allows no action can neither spend points nor "
        "meditate nor roll against a knockdown; what befalls them still counts.",
        _MUTANT,
        _RULING,
    ),
    _rule(
        "healing.serial",
        "One box after the other",
        "Ruling: only the lowest marked box heals. "
        "Its clock starts when it becomes the lowest, through damage or because the one below has "
        "healed, and new damage on the body starts it afresh.",
        _MUTANT,
        _RULING,
    ),
    _rule(
        "healing.bashing",
        "How bashing damage heals",
        "A bashing level is gone after one day, in whichever box it stands.",
        _MUTANT,
    ),
    _rule(
        "healing.lethal",
        "How lethal damage heals",
        "A lethal level takes one day where there is no penalty, three days in the first box of "
        "-1, a week in the other boxes of -1, two weeks in the first box of -2, and a month in all "
        "boxes below. "
        "Somebody Mauled on 1 March is better on 1, 15, 22 and 25 April and well on the 26th.",
        _MUTANT,
    ),
    _rule(
        "healing.aggravated",
        "How aggravated damage heals",
        "An aggravated level takes three days where there is no penalty, a week in the first box "
        "of -1, two weeks in the other boxes of -1, and a month in all boxes below.",
        _MUTANT,
    ),
    _rule(
        "healing.hospital",
        "Hospital care",
        "In hospital a lethal level heals as fast as a bashing one, and an aggravated level as "
        "fast as a lethal one. "
        "Ruling: care counts from the third day after admission (setting `hospital_days`); a box "
        "heals on its own date or, if that is earlier, when the cared-for time is over and care "
        "counts. "
        "An outpatient, discharged as such once care counts, keeps it up to the event "
        "`hospital WHO end`. Any other discharge ends care at once, and the boxes that are left "
        "heal on their own dates again.",
        _MUTANT,
        _RULING,
    ),
    _rule(
        "healing.who",
        "Who heals by time",
        "Mortals and mutants heal by time alone, whether they rest or not. "
        "No wound of a vampire ever heals so: she pays with blood.",
        _VAMPIRE,
        _MUTANT,
    ),
    _rule(
        "mutant.power-charge",
        "Regaining Power Charge",
        "Every day of rest (rest.day) that is complete rest throughout brings one point, up to the "
        "maximum; rest that is not complete breaks this count until it ends.",
        _MUTANT,
    ),
    _rule(
        "mutant.rage",
        "Regaining Rage",
        "A week below the maximum brings one point. "
        "The week begins when the pool comes off its maximum, or when the character is added with "
        "less, and again with each point that came so; spending or gaining in between changes "
        "nothing, and filling the pool ends it. "
        "Frustration brings any number of points by an event.",
        _MUTANT,
    ),
    _rule(
        "mutant.gnosis",
        "Regaining Gnosis",
        "An hour of meditation with Wits + Enigmas at difficulty 8, or Wits + Meditation at "
        "difficulty 7 (if nothing is said), brings a point for each success. "
        "A botch may take more hours (`--hours`). "
        "Every failed roll, botches included, makes the rolls of that calendar day harder by 1, up "
        "to 10, with one count for both methods; the day is the one on which the hour began.",
        _MUTANT,
    ),
)
