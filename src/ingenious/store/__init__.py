"""Stores the events of all tables, and notifies other processes of new ones."""

import re
from pathlib import Path

from .notify import Broker, NoBroker, PresenceReport, open_broker
from .sqlite import SqliteStore
from .store import (
    AliveStamp,
    ListedTable,
    NumberGap,
    NumberTaken,
    Opener,
    Store,
    StoreError,
    Summary,
    Unavailable,
)

__all__ = [
    "AliveStamp",
    "Broker",
    "ListedTable",
    "NoBroker",
    "NumberGap",
    "NumberTaken",
    "Opener",
    "PresenceReport",
    "Store",
    "StoreError",
    "Summary",
    "Unavailable",
    "open_broker",
    "open_store",
]


async def open_store(where: str) -> Store:
    """Open the store in an SQLite file, or at `postgresql://…`, after its migrations.

    Raises `Unavailable` if it cannot be used, and `ValueError` if the address is invalid.
    """
    if where.startswith(("postgresql://", "postgres://")):
        from .postgres import PostgresStore  # noqa: PLC0415 - not needed to play at home

        return await PostgresStore.open(where)
    if not where or re.match(r"\w+://", where):
        raise ValueError(
            "a store must be a file, like 'ingenious.db', or a database, like "
            f"'postgresql://user:password@host/name', not {where!r}"
        )
    return await SqliteStore.open(Path(where).absolute())
