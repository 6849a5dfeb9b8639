"""What stands of a campaign, in the order of the game: corrections folded in, findings beside.

This is the story as it is told today. Events that were voided, undone or amended are not in it; an
amended event stands in the old place; an answer is attached to what it answers.
"""

from collections.abc import Iterator, Mapping

import msgspec

from ledger.campaign import ADVANCE, Campaign
from ledger.codec import CODEC
from ledger.events import Recorded
from ledger.history import in_game_order, select


class Standing(msgspec.Struct, frozen=True):
    """An event that stands.

    Attributes:
        event: with its answers.
        unlawful: public id of the event or an answer to it → why it is unlawful as history stands.
    """

    event: Recorded
    unlawful: Mapping[str, str] = {}


def standing_events(campaign: Campaign) -> Iterator[Standing]:
    """All events that stand, in the order of the game.

    One life is folded after the other, and only its findings are kept.
    """
    found: dict[str, Recorded] = {}
    unlawful: dict[str, str] = {}
    settings = select(campaign.settings_events(), campaign.corrections).events
    found.update({event.id: event for event in settings})
    for who in campaign.known_names():
        life = campaign.fold(who)
        for event in life.events:
            found.setdefault(event.id, event)
        unlawful.update({finding.event: finding.why for finding in life.findings})
    rows = campaign.reader.events(campaign.branch, kinds=(ADVANCE,), up_to=campaign.known_at)
    advances = select([CODEC.read(row) for row in rows], campaign.corrections).events
    found.update({event.id: event for event in advances})
    for event in sorted(found.values(), key=in_game_order):
        ids = (event.id, *[answer.id for answer in event.answers])
        yield Standing(event, {one: unlawful[one] for one in ids if one in unlawful})
