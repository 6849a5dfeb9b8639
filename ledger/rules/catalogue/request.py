"""ReQuest, in the project's own words: hit locations, wounds, healing, want, activity and load."""

from ledger.rules.catalogue.rule import RULING as _RULING
from ledger.rules.catalogue.rule import rule as _rule

_REQUEST = "ReQuest health page"
_LEGEND = "Legend SRD"

LOCATIONS = (
    _rule(
        "request.locations",
        "Hit locations",
        "A blow lands on one location, named or found with a d20: on a human 1 to 3 is the "
        "right leg, 4 to 6 the left leg, 7 to 9 the abdomen, 10 to 12 the chest, 13 to 15 the "
        "right arm, 16 to 18 the left arm, 19 and 20 the head. "
        "Head, chest and abdomen are vital, all others are normal. "
        "Another body comes from a JSON file that `add --body` reads.",
        _REQUEST,
        _LEGEND,
    ),
    _rule(
        "request.hit-points",
        "Hit points of a location",
        "The base is a fifth of CON + SIZ, rounded up. "
        "A leg and the head have that many, the abdomen one more, the chest two more, an arm "
        "one fewer, and none less than 1. "
        "Ruling: the original characteristics count, not the damaged ones; when an original "
        "changes, the damage stays as it is, which is no new wound and changes no label.",
        _LEGEND,
        _RULING,
    ),
    _rule(
        "request.wound.minor",
        "A minor wound",
        "A location that is left with 0 hit points or more has a minor wound, which does "
        "nothing else. "
        "With all of its points back it has no wound.",
        _REQUEST,
    ),
    _rule(
        "request.wound.serious",
        "A serious wound",
        "Below 0 the wound is serious, the location is of no use, and a Resilience test is owed.",
        _REQUEST,
    ),
    _rule(
        "request.wound.major",
        "A major wound",
        "When the damage to a location is more than twice its maximum, the wound is major: the "
        "character is incapacitated and the location scarred for good. "
        "It stays major at any hit points until the Healing skill makes it serious or magic "
        "that cures major wounds heals it.",
        _REQUEST,
    ),
    _rule(
        "request.wound.example",
        "The arm of the example",
        "An arm of 5 takes 3 (2 left, minor), then 4 (-2, serious), then 1 (-3, serious again),"
        " then 3 (-6, and 11 damage are more than 10: major).",
        _REQUEST,
    ),
    _rule(
        "request.blow.instant",
        "More than twice the maximum at once",
        "One blow of more than twice the maximum kills at once where the location is vital. "
        "A slashing weapon, or teeth and claws, cut the location off; anything else mangles it "
        "for good. "
        "A crushing blow may take it off too (`--severs`), and `--lost` notes what part of the "
        "limb is gone. "
        "A stump can be hit again.",
        _REQUEST,
    ),
)

WOUNDS = (
    _rule(
        "request.serious.normal",
        "A serious wound of a limb",
        "A Resilience test is owed: who fails is dazed, who succeeds feels nothing more.",
        _REQUEST,
    ),
    _rule(
        "request.serious.vital",
        "A serious wound of a vital location",
        "A Resilience test is owed: who succeeds is dazed, who fails is unconscious for 1d6 "
        "minutes.",
        _REQUEST,
    ),
    _rule(
        "request.major.normal",
        "A major wound of a limb",
        "The character lies prone and incapacitated, and a Resilience test is owed: who fails "
        "is unconscious until no location is major, who succeeds is dazed. "
        "Without treatment she dies after as many minutes as her Resilience score.",
        _REQUEST,
    ),
    _rule(
        "request.major.vital",
        "A major wound of a vital location",
        "The character lies prone, unconscious and incapacitated, and a Resilience test is "
        "owed: who fails dies at once. "
        "Who succeeds dies after half the Resilience score in combat rounds, rounded down, "
        "unless the location is back at 0 before that or medical assistance succeeds. "
        "Ruling: a test that nobody answers counts as a success.",
        _REQUEST,
        _RULING,
    ),
    _rule(
        "request.dazed",
        "Dazed",
        "Somebody dazed moves at half speed, takes no other action, and may still react. "
        "Ruling: it ends two combat rounds after the blow. "
        "A hero point avoids it.",
        _REQUEST,
        _RULING,
    ),
    _rule(
        "request.unconscious",
        "Unconscious",
        "Unconsciousness for some minutes ends by itself. "
        "A hero point buys one Resilience test for each faint, and a success wakes. "
        "Ruling: it wakes nobody whom hunger, thirst or cold holds down.",
        _REQUEST,
        _RULING,
    ),
    _rule(
        "request.incapacitated",
        "Incapacitated",
        "The character is helpless until no location is major. "
        "A hero point buys one round without physical actions and with skills at their base at "
        "most; then she is unconscious until no location is major. "
        "She lies prone until she is neither incapacitated nor unconscious and has a leg to "
        "stand on.",
        _REQUEST,
    ),
    _rule(
        "request.location.penalties",
        "What a disabled location costs",
        "A location is disabled below 0, mangled or cut off, and each one takes 20 % from "
        "physical actions. "
        "One arm: no two-handed weapon, and 20 % from skills that use both; two arms: no weapon"
        " at all, and 40 % from the few skills that are left. "
        "One leg: half movement and 20 % from skills of mobility; two legs: 1 metre, prone, and"
        " 40 % from the few that are left. "
        "Chest or abdomen: half movement with a stick, and 20 % from skills with DEX or STR in "
        "their base. "
        "Head: 20 % from all skills, and concentration at most at Persistence.",
        _REQUEST,
    ),
    _rule(
        "request.major.lasting",
        "What a major wound leaves",
        "A mangled location gets its hit points back but not its use, and a severed one stays a"
        " stump; only magic does more.",
        _REQUEST,
    ),
)

HEALING = (
    _rule(
        "request.heal.minor",
        "A minor wound heals by the day",
        "Half of the maximum, rounded up, comes back for each quiet day: a day of rest "
        "(rest.day) without any damage and without a negative state.",
        _REQUEST,
    ),
    _rule(
        "request.heal.serious",
        "A serious wound heals by the week",
        "Half of the maximum, rounded up, comes back for as many quiet days in a row as the "
        "week has. "
        "Ruling: they lie in one stretch, after the location became serious or last healed so, "
        "and a break starts the count again. "
        "At 0 or more the wound is minor and heals by the day from there.",
        _REQUEST,
        _RULING,
    ),
    _rule(
        "request.heal.major",
        "A major wound does not heal",
        "Rest does nothing for a major wound: it wants the Healing skill or magic.",
        _REQUEST,
    ),
    _rule(
        "request.first-aid",
        "First aid",
        "Success brings back half of the maximum, rounded down. "
        "A minor wound is treated once for each injury, even when that failed; a serious one "
        "once a calendar day, and not beyond 0. "
        "A major wound is beyond it. "
        "Ruling: the injury must be the latest of the location and at most as old as the "
        "setting `first_aid_minutes` says.",
        _REQUEST,
        _RULING,
    ),
    _rule(
        "request.healing-skill",
        "The Healing skill",
        "Success makes a major wound serious, and is medical assistance.",
        _REQUEST,
    ),
    _rule(
        "request.magic",
        "Healing magic",
        "Its points come back to a location that is not major, and so they do with `--cures-"
        "major` to one that is, which ends the major wound too, though not what is mangled or "
        "cut off. "
        "Without it a major location gets nothing; 2 points or more stop all dying of the "
        "character for CON minutes, after which the time of each untreated major location "
        "starts anew. "
        "Ruling: 1 point does nothing to a major wound, and a wound that comes meanwhile waits too.",
        _REQUEST,
        _RULING,
    ),
    _rule(
        "request.heal.limits",
        "Never above the maximum",
        "No healing brings hit points above the maximum of the location.",
        _REQUEST,
    ),
)

CHARACTERISTICS = (
    _rule(
        "request.characteristic.loss",
        "Lost points of characteristics",
        "A loss is for now unless it is said to be for good; one for good lowers the original "
        "too. "
        "Magic gives lost points back, but never those that hunger, thirst or exposure took.",
        _REQUEST,
    ),
    _rule(
        "request.characteristic.recovery",
        "Characteristics recover by the day",
        "Each day of rest (rest.day) without a negative state gives every damaged "
        "characteristic 1 point and a tenth of its original back. "
        "Damage to hit locations does not matter.",
        _REQUEST,
    ),
    _rule(
        "request.characteristic.helpless",
        "Too little of a characteristic",
        "Somebody is helpless with a characteristic that counts as less than the species "
        "minimum, or as 2 or less, whichever is lower; for humans the minimum is 3, and 8 for "
        "SIZ and INT. "
        "At 0 by loss she dies at once.",
        _REQUEST,
        _LEGEND,
    ),
    _rule(
        "request.characteristic.magic",
        "Magic on characteristics",
        "Bonuses and penalties are added up; the result is at least 1 and at most twice the "
        "present value, and the cap of hunger comes last. "
        "The damage is not touched: with DEX 14 a bonus of 20 makes 28.",
        _REQUEST,
    ),
)

STATES = (
    _rule(
        "request.tired",
        "Tired",
        "After CON hours awake: a level of fatigue once, 10 % from all skills, no recovery from"
        " fatigue, and light activity counts as medium. "
        "Eight hours of sleep in shelter without an interruption, or what the body needs, end "
        "it. "
        "Ruling: time asleep is not time awake.",
        _REQUEST,
        _RULING,
    ),
    _rule(
        "request.exposed",
        "Exposed",
        "After twice CON hours without shelter: a level of fatigue, and then 1 CON at the end "
        "of each hour.",
        _REQUEST,
    ),
    _rule(
        "request.starving",
        "Starving",
        "After half of CON days without food: a level of fatigue, and then 1 CON after every "
        "five days more. "
        "While it lasts, characteristics but SIZ that are above CON count as CON.",
        _REQUEST,
    ),
    _rule(
        "request.dehydrated",
        "Dehydrated",
        "After twice CON hours without drink: a level of fatigue, and then 1 CON after each "
        "hour. "
        "While it lasts, characteristics but SIZ that are above CON count as CON.",
        _REQUEST,
    ),
    _rule(
        "request.states.common",
        "What the states have in common",
        "Exposed, starving or dehydrated, nobody recovers from fatigue, and all activity is one"
        " level harder. "
        "Who has lost CON so and has less than 2, or than the species minimum if that is lower,"
        " is unconscious. "
        "At CON 0 she dies after 1d100 minutes, and nothing she is given undoes that. "
        "Ruling: where nobody rolls, after 100.",
        _REQUEST,
        _RULING,
    ),
)

ACTIVITY_AND_LOAD = (
    _rule(
        "request.activity",
        "Exertion and its tests",
        "Light activity risks nothing; medium asks for a fatigue test at every full CON "
        "minutes, heavy at every full CON combat rounds, extreme every round, from -20 %. "
        "Each test is 10 % harder than the one before; a failure sets that back, but not at "
        "medium. "
        "A pause of 30 minus CON minutes sets all back. "
        "Ruling: the end of the span is included, and each level has its own count.",
        _REQUEST,
        _RULING,
    ),
    _rule(
        "request.activity.shift",
        "Activity that counts as harder",
        "Negative states together make exertion one level harder, a heavy load one and an "
        "overload two; tired alone makes only light activity medium. "
        "Ruling: rest and sleep are never raised, and a rest with medium or heavy activity asks"
        " for no tests and is only broken.",
        _REQUEST,
        _RULING,
    ),
    _rule(
        "request.fatigue.levels",
        "Levels of fatigue",
        "Winded takes 10 % from skills, Tired 20 % and a metre, Wearied 30 %, a metre and 2 "
        "strike ranks, Exhausted 40 %, half of movement and 4, Debilitated 50 %, half of "
        "movement and 6. "
        "A failed fatigue test costs a level, and nobody falls below Debilitated. "
        "The two last ask for Persistence tests, which fell for 1d3 or 1d6 times two hours.",
        _LEGEND,
    ),
    _rule(
        "request.fatigue.recovery",
        "Getting over fatigue",
        "Complete rest and sleep count 2 for each hour, light rest 1; every 4 in one stretch "
        "give a level back. "
        "Time in a negative state does not count.",
        _LEGEND,
    ),
    _rule(
        "request.movement",
        "Movement",
        "Movement is 8 unless the sheet says otherwise. "
        "Ruling: first comes what is taken off, then half for each cause, rounded down; two "
        "disabled legs leave 1.",
        _REQUEST,
        _LEGEND,
        _RULING,
    ),
    _rule(
        "request.load.simple",
        "Load, the simple way",
        "With the setting `load` at simple, more ENC than STR + SIZ is an overload: 20 % from "
        "physical tests and from fatigue tests, and half of movement. "
        "More than twice STR + SIZ cannot be carried.",
        _REQUEST,
    ),
    _rule(
        "request.load.levels",
        "Load by levels",
        "With the setting `load` at levels, a load is trivial up to a tenth of STR + SIZ, light"
        " up to a fifth, medium up to a half, heavy up to the whole; each limit is at least 1. "
        "Light costs 10 % and a strike rank, medium 20 %, 2 and a metre, heavy 50 %, 5 and 2 "
        "metres, on agility, stealth, resistance and magic. "
        "An overload takes 50 % from everything, 5 metres, and all actions but moving or "
        "concentrating. "
        "Ruling: STR and SIZ are those of the moment, and only taking up more is refused.",
        _REQUEST,
        _RULING,
    ),
    _rule(
        "request.load.animals",
        "Beasts of burden and riders",
        "Four legs or more double every limit. "
        "A rider weighs her SIZ and all that she carries. "
        "Ruling: as these are when it is recorded.",
        _REQUEST,
        _RULING,
    ),
)
