"""Statistics of a history: who was hurt how much, what was done how often, and when it was entered."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from ledger.campaign import Campaign
from ledger.events import Effect, shown
from ledger.projections.chronicle import Told, real_time, tell
from ledger.query import Query

TRACK = "track"
EMPTY_BOX = "."
NOT_KEPT = ("damage",)  # numbers of an effect that are on the way to something and on no sheet


class Account:
    """What became of one character, or by one hand.

    Attributes:
        events: how many, those included that do not stand.
        damage: boxes that were marked.
        healed: boxes that became free.
        changes: by the name of a number on the sheet how much it rose and fell altogether.
    """

    def __init__(self) -> None:
        self.events = self.damage = self.healed = 0
        self.changes: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])

    def enter(self, effects: Iterable[Effect]) -> None:
        """Take in what something brought about."""
        for effect in effects:
            if effect.what == TRACK:
                boxes = _marked(effect.after) - _marked(effect.before)
                self.damage += max(0, boxes)
                self.healed += max(0, -boxes)
            elif isinstance(effect.before, int) and isinstance(effect.after, int):
                rise = effect.after - effect.before
                if effect.what not in NOT_KEPT and rise:
                    self.changes[effect.what][rise < 0] += abs(rise)

    def row(self, key: str, name: str) -> dict[str, Any]:
        """The account as data."""
        changes = {
            what: {"gained": up, "lost": down} for what, (up, down) in sorted(self.changes.items())
        }
        return {
            key: name,
            "events": self.events,
            "damage": self.damage,
            "healed": self.healed,
            "changes": changes,
        }


def _marked(track: Any) -> int:
    marks = "" if track is None else shown(track)
    return len(marks) - marks.count(EMPTY_BOX)


def statistics(campaign: Campaign, query: Query) -> dict[str, Any]:
    """Counts of what a question means, what happened by itself included, as plain data."""
    people: defaultdict[str, Account] = defaultdict(Account)
    hands: defaultdict[str, Account] = defaultdict(Account)
    types: Counter[str] = Counter()
    months: Counter[str] = Counter()
    commands: dict[str, str] = {}
    dates: list[int] = []
    events = voided = 0
    for one in tell(campaign, query, with_effects=True):
        if not isinstance(one, Told):
            people[one.who].enter([one.effect])
            continue
        event = one.event
        events, voided = events + 1, voided + (one.voided_by is not None)
        types[event.verb] += 1
        month = real_time(one.recorded_at)[:7]
        months[month] += 1
        commands[event.commit] = month
        dates = [*dates[:1], event.at]
        accounts = [people[event.who]] if event.who else []
        accounts += [hands[event.by]] if event.by else []
        for account in accounts:
            account.events += 1
            account.enter(one.effects)
    entered = Counter(commands.values())
    return {
        "campaign": campaign.name,
        "branch": campaign.branch.name,
        "from": campaign.calendar.format(dates[0]) if dates else None,
        "to": campaign.calendar.format(dates[-1]) if dates else None,
        "commands": len(commands),
        "events": events,
        "voided": voided,
        "characters": [account.row("who", who) for who, account in people.items()],
        "by": [account.row("by", by) for by, account in hands.items()],
        "types": [{"type": verb, "events": n} for verb, n in types.most_common()],
        "months": [
            {"month": month, "commands": entered[month], "events": n}
            for month, n in sorted(months.items())
        ],
    }
