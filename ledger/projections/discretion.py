"""Discretion: who plays whom, and what of a history a player may see."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ledger.campaign import Campaign
from ledger.codec import CODEC
from ledger.naming import refuse_unknown
from ledger.replay import Life

# events of the whole campaign that everybody at the table knows of; corrections are the Storyteller's
OPEN = ("init", "rule", "advance")


def characters_of(campaign: Campaign, player: str) -> list[str]:
    """The characters that a player plays: those that were added by her, or the one of that name.

    Raises:
        Refused: when there is neither such a player nor such a character, with a did-you-mean.
    """
    roster = campaign.roster()
    rows = campaign.reader.additions(campaign.branch, up_to=campaign.known_at)
    added = [CODEC.read(row) for row in rows]
    standing = [event for event in added if campaign.corrections.struck_by(event) is None]
    mine = {event.who for event in standing if event.by == player}
    found = [who for who in roster if who in mine or who == player]
    if not found:
        players = [event.by for event in standing if event.by is not None]
        known = tuple(dict.fromkeys([*players, *roster]))
        raise refuse_unknown(player, known, "player or character called")
    return found


def for_player(
    rows: Iterable[Mapping[str, Any]], lives: Iterable[Life]
) -> Iterator[dict[str, Any]]:
    """The rows of a chronicle that the player of these characters may see.

    What others did and what does not stand is left out. Of a secret event, and of what answers
    it, what it did to the sheet remains, and nothing of what was said; a secret note is left out.
    """
    characters: set[str] = set()
    secret: set[str] = set()
    for life in lives:
        characters.add(life.who)
        for event in life.events:
            ids = [one.id for one in (event, *event.answers)]
            secret.update(ids if event.body.secret else ())
    for row in rows:
        own = row["who"] in characters or (row["who"] is None and row["type"] in OPEN)
        if not own or row["voided_by"] is not None:
            continue
        if row["id"] not in secret and not row["data"].get("secret"):
            yield dict(row)
        elif row["type"] != "note":
            yield {**row, "data": {}, "by": None, "note": None}
