"""Between rows of the store and events: exact bytes to bodies and back.

A kind is looked up in an explicit table, never imported by a name that a file contains. A body of
an older schema goes through its upcasters, one step each, before it is read; they stay for ever.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import astuple

from ledger.errors import Refused, StoreUnusable
from ledger.events import Body, Recorded
from ledger.rules import KINDS
from ledger.store import EventDraft, EventRow

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

# (kind, schema): what makes a body of the next schema of one of this
UPCASTERS: Mapping[tuple[str, int], Upcaster] = {}


class Codec:
    """Reads and writes bodies of the kinds in a table."""

    def __init__(
        self, kinds: Mapping[str, type[Body]], upcasters: Mapping[tuple[str, int], Upcaster]
    ) -> None:
        self._decoders = {kind: msgspec.json.Decoder(body) for kind, body in kinds.items()}
        self._upcasters = upcasters
        self._schemas = {
            kind: 1 + max([s for k, s in upcasters if k == kind], default=0) for kind in kinds
        }
        self._readers = {
            kind: (kind, self._schemas[kind], decoder.decode)
            for kind, decoder in self._decoders.items()
        }
        missing = [
            (kind, schema)
            for kind, newest in self._schemas.items()
            for schema in range(1, newest)
            if (kind, schema) not in upcasters
        ]
        if missing:
            raise ValueError(f"no upcaster for {missing}")

    def draft(self, event: Recorded) -> EventDraft:
        """The row of an event; its body is read back, so that what is stored can be read.

        Raises:
            Refused: for a body with values that its type does not allow.
        """
        body = msgspec.json.encode(event.body)
        try:
            self._decoders[event.kind].decode(body)
        except msgspec.ValidationError as wrong:
            raise Refused(f"{event.verb}: {wrong}") from None
        return EventDraft(
            kind=event.kind,
            schema=self._schemas[event.kind],
            at=event.at,
            until=event.until,
            who=event.who,
            by=event.by,
            note=event.note,
            amends=event.amends,
            body=body,
        )

    def read(self, row: EventRow) -> Recorded:
        """The event of a row.

        Raises:
            StoreUnusable: for a kind or a body that this version does not know.
        """
        return self.read_all([astuple(row)])[0]

    def read_all(self, rows: Iterable[Any], whose: str | None = None) -> list[Recorded]:
        """The events of rows that are tuples of the fields of `EventRow`.

        *whose* they are where a row names nobody; None: the whole campaign's.

        Raises:
            StoreUnusable: for a kind or a body that this version does not know.
        """
        met: dict[str, tuple[str, int, Callable[[bytes], Body], dict[bytes, Body]]] = {}
        names: dict[str, str] = {}
        events: list[Recorded] = []
        # what ten thousands have in common they share: kind, name, and bodies of the same bytes
        for position, commit, ordinal, kind, schema, at, until, who, by, note, amends, raw in rows:
            event = f"{commit}.1" if ordinal == 1 else f"{commit}.{ordinal}"  # mostly the first
            try:
                if kind not in met:
                    met[kind] = (*self._readers[kind], {})
                same_kind, newest, decode, said = met[kind]
                if schema != newest:
                    body = self._upcast(kind, schema, raw)
                elif raw in said:
                    body = said[raw]
                else:
                    body = said[raw] = decode(raw)
            except (KeyError, msgspec.MsgspecError) as wrong:
                raise StoreUnusable(
                    f"event {event} ({kind}, schema {schema}) cannot be read by this version: "
                    f"{wrong}"
                ) from None
            events.append(
                Recorded(
                    position,
                    commit,
                    ordinal,
                    same_kind,
                    at,
                    until,
                    whose if who is None else names.setdefault(who, who),
                    body,
                    by,
                    note,
                    amends,
                    position,
                    (),
                    event,
                )
            )
        return events

    def _upcast(self, kind: str, schema: int, body: bytes) -> Body:
        raw = msgspec.json.decode(body, type=dict[str, Any])
        while schema != self._schemas[kind]:  # a newer schema has no upcaster either
            raw, schema = self._upcasters[kind, schema](raw), schema + 1
        return self._decoders[kind].decode(msgspec.json.encode(raw))


CODEC = Codec(KINDS, UPCASTERS)
