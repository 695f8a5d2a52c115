"""Lists of tables: what the store keeps for each table, and what a list shows."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Raw, Struct

from ...store import ListedTable
from ...table import Table
from ...table.applied import Count
from ...table.naming import wire_type
from ...table.view.build import brief


class TableEntry(Struct, frozen=True):
    """A table in a list; `yours` are the seats that you hold."""

    table: str
    number: int
    changed: int
    brief: Annotated[Raw, wire_type("Brief")]
    yours: tuple[int, ...] = ()


class Tables(Struct, frozen=True):
    """Some tables, the newest first."""

    tables: list[TableEntry]


class _StoredEntry(Struct, frozen=True, rename={"person_ids": "who"}):
    """What the store keeps: the brief, which is public, and the ids of people, which are not.

    Early versions stored the brief alone.
    """

    person_ids: tuple[str | None, ...] = ()
    brief: Raw = Raw()
    count: Count | None = None  # of the events; None if an earlier version wrote this
    games: tuple[str, ...] = ()  # of a brief that was stored alone


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(_StoredEntry)


def to_stored(table: Table) -> str:
    """What the store keeps of a table for lists."""
    person_ids = tuple(seat.person_id for seat in table.seats)
    return _encoder.encode(
        {"who": person_ids, "brief": brief(table), "count": table.count}
    ).decode()


def to_tables(found: Sequence[ListedTable], person_id: str) -> Tables:
    """The entries of a list for a person."""
    return Tables(
        [entry for listed in found if (entry := _to_entry(listed, person_id)) is not None]
    )


def _to_entry(listed: ListedTable, person_id: str) -> TableEntry | None:
    """A table in a list; None if its summary is damaged, or of a newer version in another form."""
    try:
        about = _decoder.decode(listed.summary.brief)
    except msgspec.DecodeError:
        return None
    if about.count is not None and len(about.count.secrets) != len(about.person_ids):
        return None
    yours = tuple(
        seat for seat, holder in enumerate(about.person_ids) if holder and holder == person_id
    )
    shown = about.brief
    if about.games:
        missing = {"game": about.games[0], "turn": None, "moves": 0}
        shown = Raw(_encoder.encode(missing | msgspec.json.decode(listed.summary.brief)))
    number = listed.number if about.count is None else about.count.for_seats(yours)
    return TableEntry(listed.table, number, listed.summary.changed, shown, yours)
