"""A campaign as it is read: its events, its clock, its characters' lives, as known at a moment."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING

from ledger.calendar import Calendar, Period, calendar_of, read_instant, read_period
from ledger.codec import CODEC
from ledger.errors import Refused, StoreUnusable
from ledger.events import CAMPAIGN, Init, Recorded, Rule
from ledger.history import Corrections, Selection, heirs_among, read_corrections, select
from ledger.replay import Life, replay
from ledger.rules.settings import Settings, World, changed
from ledger.store import EVERYONE, BranchRow, CampaignRow, CommitRow

if TYPE_CHECKING:
    from ledger.store.event_store import Reader

ADVANCE = f"{CAMPAIGN}.advance"


class Campaign:
    """One branch of a campaign, with all that was recorded up to a moment.

    Attributes:
        calendar: the world's calendar.
        start: the in-game second at which the campaign begins.
        clock: the in-game second up to which it has been played, as known then.
        position: the last event's position, as known then.
        known_at: the position that limits what is known; None for all there is.
        corrections: what undos and voids strike out.
    """

    def __init__(
        self,
        reader: "Reader",
        row: CampaignRow,
        branch: BranchRow,
        known_at: CommitRow | None = None,
    ) -> None:
        self.reader = reader
        self.row = row
        self.branch = branch
        self.known_at = None if known_at is None else known_at.last_position
        self.clock = branch.clock if known_at is None else known_at.clock
        self.position = branch.head_position if known_at is None else known_at.last_position
        self.campaign_events = reader.read_events(
            branch, CODEC.read_all, who=None, without=(ADVANCE,), up_to=self.known_at
        )
        if not self.campaign_events or not isinstance(self.campaign_events[0].body, Init):
            raise StoreUnusable(f"campaign {row.name!r} does not begin with its init event")
        first = self.campaign_events[0]
        assert isinstance(first.body, Init)
        self.calendar: Calendar = calendar_of(first.body.calendar)
        self.start = first.at
        self.corrections: Corrections = read_corrections(self.campaign_events)
        self._streams: dict[str, list[Recorded]] = {}
        self._lives: dict[str, Life] = {}

    @property
    def name(self) -> str:
        """The campaign's name."""
        return self.row.name

    def apart(self, reader: "Reader", branch: BranchRow) -> "Campaign":
        """The campaign as it goes on by itself from here, on another reader and branch.

        What has been read and folded so far is shared; what either learns later is not.
        """
        other = copy(self)
        other.reader, other.branch, other.known_at = reader, branch, None
        other.campaign_events = list(self.campaign_events)
        other._streams = {  # noqa: SLF001  its own kind
            who: list(events) for who, events in self._streams.items()
        }
        other._lives = dict(self._lives)  # noqa: SLF001  as above
        return other

    def event(self, text: str) -> Recorded:
        """The event with an id, a unique beginning of one, or a position.

        Raises:
            Refused: when no event has it, or several do; then the candidates are listed.
        """
        if text.isascii() and text.isdigit() and len(text) < 18:
            return self._at_position(int(text))
        prefix, _, ordinal = text.strip().partition(".")
        commits = self.reader.commits_by_prefix(self.branch, prefix) if prefix else ()
        found = [
            CODEC.read(row)
            for commit in commits[:10]
            if commit.last_position <= self.position  # what is recorded later is not known yet
            for row in self.reader.events_of(self.branch, commit)
            if not ordinal or str(row.ordinal) == ordinal
        ]
        if not found:
            raise Refused(f"no event has the id {text!r}; `history` shows them")
        if len(found) > 1:
            rows = "\n".join(f"  {e.id} {e.verb} {e.who or ''}" for e in found[:10])
            raise Refused(f"{text} is the beginning of several ids; say more of it\n{rows}")
        return found[0]

    def _at_position(self, position: int) -> Recorded:
        known = position <= self.position
        commit = self.reader.commit_at(self.branch, position) if known else None
        if commit is None:
            raise Refused(f"there is no event at position {position}; the last is {self.position}")
        rows = self.reader.events_of(self.branch, commit)
        return next(CODEC.read(row) for row in rows if row.position == position)

    def heir_of(self, event: Recorded) -> Recorded:
        """The event that has taken the place of another, or that other while nothing has."""
        stream = [] if event.who is None else self.stream(event.who)
        heirs = heirs_among(stream, self.corrections)
        while event.id in heirs:
            event = heirs[event.id]
        return event

    def world_at(self, instant: int) -> World:
        """The calendar and the settings in force at an in-game second."""
        settings = Settings()
        for event in select(self.settings_events(), self.corrections).events:
            if event.at <= instant and isinstance(event.body, Init | Rule):
                settings = changed(settings, event.body.settings, self.calendar)
        return World(self.calendar, settings)

    def settings_events(self) -> list[Recorded]:
        """The events that set settings, whether they stand or not, in the order of recording."""
        return [e for e in self.campaign_events if isinstance(e.body, Init | Rule)]

    def instant(self, text: str) -> int:
        """An in-game second as people write it, against the campaign's clock."""
        seconds = self.world_at(self.clock).settings.combat_round_seconds
        return read_instant(
            text, self.calendar, clock=self.clock, start=self.start, round_seconds=seconds
        )

    def roster(self, corrections: Corrections | None = None) -> list[str]:
        """The characters in the order in which they were added, as corrections have it."""
        corrections = self.corrections if corrections is None else corrections
        rows = self.reader.additions(self.branch, up_to=self.known_at)
        added = [CODEC.read(row) for row in rows]
        standing = [e for e in added if corrections.struck_by(e) is None]
        return list(dict.fromkeys(event.who for event in standing if event.who is not None))

    def period(self, text: str) -> Period:
        """A period of the game as people write it, against the campaign's clock."""
        seconds = self.world_at(self.clock).settings.combat_round_seconds
        return read_period(
            text, self.calendar, clock=self.clock, start=self.start, round_seconds=seconds
        )

    def positions_of(self, text: str) -> list[tuple[int, int]]:
        """The first and last positions of what has an id, a beginning of one, or a position.

        Raises:
            Refused: when no event has it.
        """
        if text.isascii() and text.isdigit() and len(text) < 18:
            position = self._at_position(int(text)).position
            return [(position, position)]
        prefix, dot, ordinal = text.strip().partition(".")
        commits = self.reader.commits_by_prefix(self.branch, prefix) if prefix else ()
        found = [(commit.first_position, commit.last_position) for commit in commits]
        if dot:
            number = int(ordinal) if ordinal.isascii() and ordinal.isdigit() else 0
            places = [(first + number - 1, last) for first, last in found if number]
            found = [(place, place) for place, last in places if place <= last]
        if not found:
            raise Refused(f"no event has the id {text!r}; `history` shows them")
        return found

    def known_names(self) -> list[str]:
        """Everybody who was ever added, those included whose addition does not stand any more."""
        rows = self.reader.additions(self.branch, up_to=self.known_at)
        return list(dict.fromkeys(row.who for row in rows if row.who is not None))

    def stream(self, who: str) -> list[Recorded]:
        """All events of a character, whether they stand or not.

        Those that were read come in the order of the game, which an index keeps; what has been
        recorded since follows.
        """
        if who not in self._streams:
            self._streams[who] = self.reader.read_stream(
                self.branch, partial(CODEC.read_all, whose=who), who, up_to=self.known_at
            )
        return self._streams[who]

    def in_memory(self) -> Iterator[Recorded]:
        """The events that have been read so far, whether they stand or not."""
        yield from self.campaign_events
        for events in self._streams.values():
            yield from events

    def selection(self, who: str, corrections: Corrections | None = None) -> Selection:
        """A character's standing events, and the settings, in the order of the fold."""
        events = [*self.settings_events(), *self.stream(who)]
        return select(events, self.corrections if corrections is None else corrections)

    def life(self, who: str) -> Life:
        """A character's life.

        Raises:
            Refused: when nobody of that name was ever added, with a did-you-mean.
        """
        if who not in self._lives:
            if not self.is_added(who):
                raise self.unknown(who)
            self._lives[who] = self.fold(who)
        return self._lives[who]

    def knows(self, names: Iterable[str]) -> bool:
        """Whether the lives of all these characters have been read."""
        return all(name in self._lives for name in names)

    def is_added(self, who: str) -> bool:
        """Whether an event that stands has added a character of that name."""
        return any(
            event.verb == "add" and self.corrections.struck_by(event) is None
            for event in self.stream(who)
        )

    def fold(self, who: str) -> Life:
        """A character's life, folded afresh."""
        return replay(who, World(self.calendar), self.selection(who).events)

    def lives(self, names: Sequence[str] = ()) -> list[Life]:
        """The lives of these characters, or of all in the order in which they were added."""
        if not names:
            names = self.roster()
            self._load(names)
        return [self.life(who) for who in names]

    def go_on(
        self,
        events: Sequence[Recorded],
        corrections: Corrections,
        clock: int,
        lives: Sequence[tuple[Life, Life]],
    ) -> None:
        """Take in what has just been recorded: events, and the lives that they have made."""
        for event in events:
            if event.who is not None:
                self.stream(event.who).append(event)
            elif event.kind != ADVANCE:
                self.campaign_events.append(event)
        self.corrections = corrections
        self.clock = clock
        self.position += len(events)
        self._lives.update({life.who: life for _, life in lives})

    def unknown(self, who: str) -> Refused:
        """The refusal of a name that nobody has."""
        names = self.roster()
        folded = {name.casefold(): name for name in names}
        near = get_close_matches(who.casefold(), folded, 1)
        if near:
            return Refused(f"nobody is called {who!r}; did you mean {folded[near[0]]}?")
        there = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
        known = f"there is {there}" if names else "nobody has been added yet"
        return Refused(f"nobody is called {who!r}; {known}")

    def _load(self, names: Iterable[str]) -> None:
        """Read the streams of many characters in one query."""
        missing = [who for who in names if who not in self._streams]
        if len(missing) < 2:
            return
        wanted: dict[str | None, list[Recorded]] = {who: [] for who in missing}
        everything = len(missing) > 200  # a long list of names is slower than all rows
        who = EVERYONE if everything else missing
        for event in self.reader.read_events(
            self.branch, CODEC.read_all, who=who, up_to=self.known_at
        ):
            if event.who in wanted:
                wanted[event.who].append(event)
        self._streams.update({who: events for who, events in wanted.items() if who is not None})
