"""Exports all games of a server as records, and imports records."""

from collections.abc import AsyncIterator

from ..record import (
    MatchRecord,
    Record,
    RecordError,
    read,
    redact,
    verify,
    write_match,
    write_record,
)
from ..store import NumberTaken, Store
from ..table import SeatPlan, Settings, Table, commands, encode
from .clock import now
from .http.replays import INVALID_TEXT
from .ids import is_id, new_id
from .live.service import summary_of
from .live.stored import UnreadableTable, fold_stored

TABLE_KEY = "table"
"""The key of the table's id in an exported record."""


async def export_records(store: Store) -> AsyncIterator[dict[str, object]]:
    """The game or the match of every table as JSON values.

    A finished game is complete. A running one is redacted for spectators: the file must not reveal
    racks, and the game could not be continued elsewhere anyway.
    """
    async for id_ in store.tables():
        try:
            table = fold_stored(id_, await store.read(id_))
        except UnreadableTable:  # already reported
            continue
        if (match := table.match_for(None)) is not None:
            yield {**write_match(redact(match, None)), TABLE_KEY: id_}
        elif records := table.records_for(None):
            last = records[-1]
            yield {**write_record(last if last.result else redact(last, None)), TABLE_KEY: id_}


async def import_record(store: Store, values: dict[str, object]) -> str | None:
    """Store a record or a match at a new table; return its id, or None if it exists already.

    Raises `RecordError` for an invalid record, and for a game that is not over.
    """
    document = read(values)
    verify(document)
    records = [document] if isinstance(document, Record) else list(document.games)
    is_over = records[-1].result is not None if isinstance(document, Record) else document.is_over
    if not is_over:
        raise RecordError("the game or match is not over; only finished ones can be imported")
    settings = _settings_of(document)
    given = values.get(TABLE_KEY)
    id_ = given if isinstance(given, str) and is_id(given) else new_id()
    kept = write_record(document) if isinstance(document, Record) else write_match(document)
    events = commands.import_game(settings, kept, now())
    table = Table.fold(events)
    try:
        written, summary = [encode(event) for event in events], summary_of(table)
    except UnicodeEncodeError:
        raise RecordError(INVALID_TEXT) from None
    try:
        await store.append(id_, 0, written, summary)
    except NumberTaken:
        return None
    return id_


def _settings_of(document: Record | MatchRecord) -> Settings:
    """The settings of a table at which this could have been played."""
    if isinstance(document, Record):
        return Settings(
            games=(document.game.name,),
            seats=(SeatPlan(),) * len(document.seats),
            edition=document.game.edition,
            options=dict(document.game.options),
            start=document.start,
        )
    first = document.games[0]
    dice = [record.game for record in document.games if record.game.name == "dice"]
    return Settings(
        games=document.challenges or tuple(record.game.name for record in document.games),
        seats=(SeatPlan(),) * len(first.seats),
        options=dict(dice[0].options) if dice else {},
        start=first.start,
        starts=document.starts,
        resigning="challenge" if document.challenges is None else "match",
    )
