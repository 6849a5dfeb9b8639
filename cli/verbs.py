"""The table of recording verbs: each with its arguments, options and shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from cli.completing import events, places, pools, systems
from cli.grammar import Argument, Option
from cli.recorded import Shape
from cli.shapes import (
    DAMAGE_TYPES,
    add_words,
    advance_words,
    armor_words,
    as_given,
    blow_words,
    count_words,
    hospital_words,
    item_words,
    joined,
    meditation_words,
    rolled_words,
    settings_words,
    traits_words,
    wake_words,
)
from cli.store import character_names
from cli.values import DICE, NAMES, PAIR, RESULTS, Number, Signed

SOURCES = ("firearm", "blunt", "blade", "fire", "acid", "fangs", "claws", "sunlight")
WEAPONS = ("slashing", "piercing", "crushing", "natural", "other")
ACTIVITIES = ("light", "medium", "heavy", "extreme")
OUTCOMES = ("success", "failure")


# Parameters --------------------------------------------------------------------------------------


def who() -> click.Parameter:
    """The characters who are meant."""
    return Argument(["who"], type=NAMES, metavar="WHO", shell_complete=character_names)


def number(name: str, least: int = 1) -> click.Parameter:
    """A number that must be there."""
    return Argument([name], type=Number(least), metavar="N")


def text(name: str, metavar: str, **kwargs: Any) -> click.Parameter:
    """A word that must be there."""
    return Argument([name], metavar=metavar, **kwargs)


def pairs(name: str, metavar: str, *, required: bool = True) -> click.Parameter:
    """KEY=VALUE as often as wanted."""
    return Argument([name], type=PAIR, nargs=-1, metavar=metavar, required=required)


def flag(name: str, says: str) -> click.Parameter:
    """An option without a value."""
    return Option([name], is_flag=True, help=says)


def option(name: str, says: str, **kwargs: Any) -> click.Parameter:
    """An option with a value."""
    return Option([name], help=says, **kwargs)


def dice_of_the_ledger() -> tuple[click.Parameter, ...]:
    """The ledger rolls, shows and records what the players would have rolled."""
    return (
        flag("--roll", "The ledger rolls what is missing, and records it."),
        option("--seed", "What its dice start from.", type=Number(0, 10**9), metavar="N"),
    )


def result() -> click.Parameter:
    """Success or failure, where there is one."""
    return Argument(["result"], type=click.Choice(OUTCOMES), required=False)


def difficulty(
    name: str = "--difficulty", says: str = "Difficulty of the dice."
) -> click.Parameter:
    """The difficulty of a roll."""
    return option(name, says, type=Number(2, 10))


VERBS: Mapping[str, tuple[str, Sequence[click.Parameter], Shape]] = {
    "add": (
        (
            "A new character: `add Vera vampire stamina=2 humanity=7`. Systems: vampire, mortal, mutant, request. "
            "Traits of the first three: stamina (needed), strength, dexterity, brawl, melee, athletics, willpower. "
            "Vampires: humanity (needed), fortitude, generation, blood, blood_max. Mutants: extra_levels, "
            "power_charge, rage, gnosis, supernatural_soak. Request: STR CON SIZ INT POW DEX CHA, resilience, "
            "persistence (needed), hero_points, movement. A pool is N (full) or NOW/MAXIMUM."
        ),
        (
            text("who", "WHO"),
            text("system", "SYSTEM", shell_complete=systems),
            pairs("traits", "[TRAIT=VALUE]...", required=False),
            Option(["--by", "--player", "by"], metavar="NAME", help="Who plays the character."),
            option("--body", "A body that is not human: a JSON file.", metavar="FILE"),
        ),
        add_words,
    ),
    "set": (
        "Traits that change from a date on: `set Vera humanity=6`.",
        (who(), pairs("traits", "TRAIT=VALUE...")),
        traits_words,
    ),
    "rule": (
        "Campaign settings that change from a date on: `rule dusk=17:00`.",
        (
            pairs("settings", "KEY=VALUE..."),
            flag("--throughout", "From the campaign's start on, whatever was set later."),
        ),
        settings_words,
    ),
    "hit": (
        (
            "A blow: `hit Vera 5 lethal`, `hit Vera --dice 8,6,7,9 --auto 2 bashing --soak-dice 3,8`; "
            "request: `hit Fahir 4 --location 'left arm'`."
        ),
        (
            who(),
            Argument(["blow"], nargs=-1, metavar="[N] [TYPE]"),
            option("--dice", "The damage dice instead of a number.", type=DICE),
            option("--auto", "Automatic successes beside the dice.", type=Number()),
            difficulty(says="Difficulty of the damage dice; 6 if not given."),
            option("--source", "What did it; gives the type.", type=click.Choice(SOURCES)),
            option("--aimed", "A called shot.", type=click.Choice(("head", "vital"))),
            option("--attack", "Successes of the attack, for a knockdown.", type=Number()),
            flag("--shield", "A worn shield is in the way."),
            option("--soak", "Soak successes.", type=Number()),
            option("--soak-dice", "The soak dice.", type=DICE),
            difficulty("--soak-difficulty", "Difficulty of the soak dice; 6 if not given."),
            option(
                "--location",
                "Request: where it lands.",
                metavar="NAME",
                shell_complete=places,
            ),
            option("--d20", "Request: the die that says where.", type=Number(1, 20)),
            option("--weapon", "Request: what did it.", type=click.Choice(WEAPONS)),
            flag("--severs", "Request: a crushing blow takes the limb off."),
            option("--lost", "Request: percent of the limb that is gone.", type=Number(1, 100)),
            option("--resilience", "Request: the wound's test.", type=click.Choice(OUTCOMES)),
            option("--minutes", "Request: how long a failure fells.", type=Number(1)),
            *dice_of_the_ledger(),
        ),
        blow_words,
    ),
    "soak": (
        "The soak of the last hit without one, or of a hit by its id: `soak Vera 2`.",
        (
            who(),
            Argument(["amount"], type=Number(), required=False, metavar="[N]"),
            option("--dice", "The soak dice.", type=DICE),
            difficulty(),
            option("--hit", "The id of the hit.", metavar="ID", shell_complete=events),
        ),
        rolled_words,
    ),
    "knockdown": (
        "Somebody is knocked down and rolls: `knockdown Vera failure`.",
        (who(), Argument(["result"], type=click.Choice(("success", "failure", "botch")))),
        as_given,
    ),
    "spend": (
        "Points go out of a pool: `spend Vera 2 blood --for strength`.",
        (
            who(),
            number("points"),
            text("pool", "POOL", shell_complete=pools),
            Option(["--for", "purpose"], metavar="TEXT", help="What for."),
        ),
        as_given,
    ),
    "gain": (
        "Points come into a pool: `gain Vera 1 willpower --from 'her Nature'`.",
        (
            who(),
            number("points"),
            text("pool", "POOL", shell_complete=pools),
            Option(["--from", "source"], metavar="TEXT", help="Whence."),
        ),
        as_given,
    ),
    "feed": ("Blood comes in: `feed Vera 3`.", (who(), number("points")), as_given),
    "heal": (
        "A vampire heals with blood: `heal Vera 2`, `heal Vera 1 aggravated`.",
        (
            who(),
            number("levels"),
            Argument(["type"], type=click.Choice(DAMAGE_TYPES[:3]), required=False),
        ),
        as_given,
    ),
    "torpor": ("A vampire lies down of her own will.", (who(),), as_given),
    "wake": (
        "The roll to rise from torpor: `wake Vera --success`, `wake Vera --dice 8,3,9`.",
        (
            who(),
            flag("--success", "The roll succeeded."),
            flag("--failure", "The roll failed."),
            option("--dice", "The dice.", type=DICE),
            difficulty(),
        ),
        wake_words,
    ),
    "destroy": (
        "Massive trauma ends an incapacitated or torpid vampire.",
        (who(), option("--ruling", "Why, for one who still stands.", metavar="TEXT")),
        as_given,
    ),
    "kill": (
        "A character dies by the Storyteller's word.",
        (who(), option("--ruling", "Why.", metavar="TEXT")),
        as_given,
    ),
    "rest": (
        "Rest, which moves the clock to its end: `rest all 3d`.",
        (
            who(),
            Argument(["duration"], nargs=-1, required=True, metavar="DURATION"),
            flag("--complete", "Nothing but rest."),
            option(
                "--activity",
                "What else is done meanwhile.",
                type=click.Choice(("light", "medium", "heavy")),
            ),
            option(
                "--heal-aggravated",
                "A vampire heals at most so many aggravated levels at the end of each day.",
                type=Number(1, 100),
                metavar="N",
            ),
        ),
        joined("duration"),
    ),
    "test": (
        (
            "The result of the oldest pending test (request): `test Fahir resilience success`, "
            "`test Fahir resilience failure --minutes 4`, `test Fahir death --minutes 30`."
        ),
        (
            who(),
            Argument(
                ["test"], type=click.Choice(("resilience", "persistence", "fatigue", "death"))
            ),
            result(),
            option("--minutes", "How long a failure fells; how long death takes.", type=Number(1)),
            *dice_of_the_ledger(),
        ),
        as_given,
    ),
    "treat": (
        (
            "A treatment of a hit location (request): `treat Fahir 'left arm' first-aid success`, `treat Fahir head healing failure`, "
            "`treat Fahir chest magic --points 3`."
        ),
        (
            who(),
            text("location", "LOCATION", shell_complete=places),
            Argument(["method"], type=click.Choice(("first-aid", "healing", "magic"))),
            result(),
            option("--points", "Hit points of magic.", type=Number(1)),
            flag("--cures-major", "The magic cures major wounds."),
        ),
        as_given,
    ),
    "lose": (
        "Points of a characteristic go (request): `lose Fahir 2 CON`.",
        (
            who(),
            number("points"),
            text("characteristic", "CHARACTERISTIC"),
            flag("--permanent", "For good."),
        ),
        as_given,
    ),
    "restore": (
        "Magic gives points back (request): `restore Fahir 2 CON`.",
        (who(), number("points"), text("characteristic", "CHARACTERISTIC")),
        as_given,
    ),
    "alter": (
        "Magic or poison (request): `alter Fahir DEX +10 --label Coordination --lasts 10min`.",
        (
            who(),
            text("characteristic", "CHARACTERISTIC"),
            Argument(["amount"], type=Signed(), metavar="+N|-N"),
            option("--label", "What `dispel` calls it.", metavar="TEXT", required=True),
            Option(
                ["--lasts", "duration"], metavar="DURATION", help="Until dispelled if not given."
            ),
        ),
        as_given,
    ),
    "dispel": (
        "An alteration is over (request): `dispel Fahir Coordination`.",
        (who(), Argument(["label"], nargs=-1, required=True, metavar="LABEL")),
        joined("label"),
    ),
    "deprive": (
        "Somebody goes without from now on (request): `deprive Fahir food`.",
        (who(), Argument(["want"], type=click.Choice(("sleep", "food", "water", "shelter")))),
        as_given,
    ),
    "supply": (
        "Sleep, food, water or shelter are there again (request): `supply Fahir food`.",
        (who(), Argument(["want"], type=click.Choice(("food", "water", "shelter", "sleep")))),
        as_given,
    ),
    "sleep": (
        "Sleep, which moves the clock to its end (request): `sleep Fahir 8h`.",
        (
            who(),
            Argument(["duration"], nargs=-1, required=True, metavar="DURATION"),
            flag("--in-the-open", "Not in shelter."),
        ),
        joined("duration"),
    ),
    "exert": (
        "Exertion and its fatigue tests (request): `exert Fahir medium 30min --results s,f`.",
        (
            who(),
            Argument(["level"], type=click.Choice(ACTIVITIES)),
            Argument(["duration"], nargs=-1, required=True, metavar="DURATION"),
            option(
                "--results", "s and f in the order of the tests.", type=RESULTS, metavar="s,f,s"
            ),
        ),
        joined("duration"),
    ),
    "carry": (
        "Something more to carry (request): `carry Fahir 4 shield`, `carry Bess --rider Fahir`.",
        (
            who(),
            Argument(["encumbrance"], type=Number(), required=False, metavar="ENC"),
            Argument(["item"], nargs=-1, metavar="[ITEM]"),
            option("--rider", "Somebody who rides.", metavar="NAME"),
            option("--weight", "Of the rider, if not what she weighs by then.", type=Number()),
        ),
        item_words,
    ),
    "drop": (
        "Something is carried no longer (request): `drop Fahir shield`.",
        (who(), Argument(["item"], nargs=-1, required=True, metavar="ITEM")),
        joined("item"),
    ),
    "hero": (
        "A hero point (request): `hero Fahir avoid-daze`, `hero Fahir wake success`, `hero Fahir act`.",
        (
            who(),
            Argument(["act"], type=click.Choice(("avoid-daze", "wake", "act"))),
            result(),
        ),
        as_given,
    ),
    "hospital": (
        "Hospital care: `hospital Bruno admit`, `discharge [--outpatient]`, `end`.",
        (
            who(),
            Argument(["step"], type=click.Choice(("admit", "discharge", "end"))),
            flag("--outpatient", "The care goes on outside the hospital."),
        ),
        hospital_words,
    ),
    "meditate": (
        "An hour of meditation: `meditate Xenia gnosis --with enigmas --successes 2`.",
        (
            who(),
            Argument(["pool"], type=click.Choice(("gnosis", "willpower"))),
            Option(
                ["--with", "method"],
                type=click.Choice(("enigmas", "meditation")),
                help="What is rolled with Wits; meditation if not given.",
            ),
            option("--successes", "Successes of the roll.", type=Number(1)),
            flag("--failure", "The roll failed."),
            flag("--botch", "The roll was a botch."),
            option("--hours", "How long a botch took.", type=Number(1, 1000)),
        ),
        meditation_words,
    ),
    "story-end": (
        "The end of a story gives Willpower back.",
        (who(), flag("--unsatisfying", "The ending was none.")),
        as_given,
    ),
    "wear": (
        (
            "Armour is put on: `wear Vera vest bashing=2 lethal=1`. Ratings: bashing, lethal, aggravated, "
            "dexterity (its penalty), strength (what it needs), helmet, shield=yes, levels=0,-1,inc."
        ),
        (who(), text("name", "NAME"), pairs("ratings", "[RATING=N]...", required=False)),
        armor_words,
    ),
    "remove": ("Armour is taken off.", (who(), text("name", "NAME")), as_given),
    "repair": (
        "The levels of a piece of armour are mended.",
        (who(), text("name", "NAME")),
        as_given,
    ),
    "advance": (
        "Time passes: `advance 2 weeks`, `advance --to 1999-03-15`.",
        (
            Argument(["duration"], nargs=-1, metavar="[DURATION]"),
            option("--to", "The date to go to.", metavar="DATE"),
        ),
        advance_words,
    ),
    "note": (
        "Anything worth keeping: `note Vera 'met the prince'`.",
        (who(), Argument(["text"], nargs=-1, required=True, metavar="TEXT")),
        joined("text"),
    ),
    "undo": (
        "The last N commands are taken back.",
        (Argument(["count"], type=Number(1), required=False, metavar="[N]"),),
        count_words,
    ),
    "redo": (
        "The last N undone commands count again.",
        (Argument(["count"], type=Number(1), required=False, metavar="[N]"),),
        count_words,
    ),
    "void": (
        "One event does not count any more: `void ID --because TEXT`.",
        (
            text("event", "ID", shell_complete=events),
            option("--because", "Why.", metavar="TEXT", required=True),
        ),
        as_given,
    ),
}
