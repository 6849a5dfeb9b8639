"""Shapes: how the arguments and options of a verb become words for the ledger."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

import click

from cli.recorded import Shape, Words
from cli.values import Number, as_table

DAMAGE_TYPES = ("bashing", "lethal", "aggravated", "permanent")
LARGEST_BODY = 1_000_000  # bytes of a body file


def as_given(words: Words) -> Words:
    """The words are the ledger's own."""
    return words


def add_words(words: Words) -> Words:
    """A new character: a system and traits, and perhaps a body."""
    shaped: Words = {
        "who": (words["who"],),
        "system": words["system"],
        "traits": as_table(words.get("traits", ())),
    }
    if "body" in words:
        shaped["body"] = body_text(words["body"])
    return shaped


def body_text(given: str) -> str:
    """The JSON of a body: what was written, or what is in the file that was named."""
    if given.lstrip().startswith("{"):
        return given
    try:
        with Path(given).open("rb") as file:
            raw = file.read(LARGEST_BODY + 1)
        if len(raw) > LARGEST_BODY:
            raise click.BadParameter(f"--body {given}: larger than {LARGEST_BODY} bytes")
        return raw.decode()
    except (OSError, ValueError) as wrong:
        why = getattr(wrong, "strerror", None) or "not a text file"
        raise click.BadParameter(f"--body {given}: {why}") from None


def blow_words(words: Words) -> Words:
    """`[N] [TYPE]` told apart; `--soak N` is the soak's amount."""
    shaped = {key: value for key, value in words.items() if key not in {"blow", "soak"}}
    for word in words.get("blow", ()):
        key = "type" if word in DAMAGE_TYPES else "amount"
        value = word if key == "type" else _levels(word)
        if key in shaped:
            raise click.BadParameter(f"{word!r} is one word too many; it is `hit WHO [N] [TYPE]`")
        shaped[key] = value
    if "soak" in words:
        shaped["soak_amount"] = words["soak"]
    return shaped


def _levels(word: str) -> int:
    if word.removeprefix("-").isdigit():
        return Number().convert(word, None, None)
    near = get_close_matches(word, DAMAGE_TYPES, 1)
    hint = f"did you mean {near[0]}?" if near else f"types are {', '.join(DAMAGE_TYPES)}"
    raise click.BadParameter(f"{word!r} is neither a number of levels nor a type; {hint}")


def rolled_words(words: Words) -> Words:
    """`soak WHO N | --dice`."""
    if "amount" in words and "dice" in words:
        raise click.BadParameter("give either the successes or --dice, not both")
    if "amount" not in words and "dice" not in words:
        raise click.BadParameter("how many successes? Give a number or --dice")
    return words


def wake_words(words: Words) -> Words:
    """`--success` and `--failure` are one word with two values."""
    said = [key for key in ("success", "failure") if words.pop(key, False)]
    if len(said) + ("dice" in words) != 1:
        raise click.BadParameter("say one of --success, --failure and --dice")
    return {**words, "success": said == ["success"]} if said else words


ARMOR_NUMBERS = ("bashing", "lethal", "aggravated", "dexterity", "strength", "helmet")


def armor_words(words: Words) -> Words:
    """The ratings of a piece of armour."""
    shaped: Words = {"who": words["who"], "name": words["name"]}
    for key, value in as_table(words.get("ratings", ())).items():
        if key in ARMOR_NUMBERS:
            shaped[key] = Number(0, 50).convert(value, None, None)
        elif key == "shield" and value in {"yes", "no"}:
            shaped[key] = value == "yes"
        elif key == "levels":
            from ledger.rules.storyteller.traits import read_levels

            shaped[key] = read_levels(key, value)
        else:
            right = "bashing=N lethal=N aggravated=N dexterity=N strength=N helmet=N shield=yes|no"
            raise click.BadParameter(f"{key}={value}: armour has {right} levels=0,-1,-2,-5,inc")
    return shaped


def hospital_words(words: Words) -> Words:
    """`--outpatient` belongs to a discharge."""
    if words.get("outpatient") and words["step"] != "discharge":
        raise click.BadParameter("--outpatient goes with discharge")
    return words


def meditation_words(words: Words) -> Words:
    """`--failure` is no success."""
    said = [key for key in ("successes", "failure", "botch") if words.get(key)]
    if len(said) != 1:
        raise click.BadParameter("say one of --successes N, --failure and --botch")
    return words


def settings_words(words: Words) -> Words:
    """Settings as a table."""
    return {**words, "settings": as_table(words["settings"])}


def traits_words(words: Words) -> Words:
    """Traits as a table."""
    return {"who": words["who"], "traits": as_table(words["traits"])}


def advance_words(words: Words) -> Words:
    """A duration, or a date to go to."""
    if ("duration" in words) == ("to" in words):
        raise click.BadParameter("say either how long, or --to a date")
    return joined("duration")(words) if "duration" in words else words


def joined(name: str) -> Shape:
    """Words that need no quotes on the shell are one text: `rest Vera 3 nights`."""

    def shape(words: Words) -> Words:
        return {**words, name: " ".join(words[name])}

    return shape


def item_words(words: Words) -> Words:
    """What is carried, of several words if it has them."""
    return joined("item")(words) if "item" in words else words


def count_words(words: Words) -> Words:
    """How many commands; one if nothing is said."""
    return {"count": words.get("count", 1)}
