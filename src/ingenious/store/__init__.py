"""The store: where the events of all tables are kept, and how processes hear of new ones."""

import re
from pathlib import Path

from .notify import Broker, NoBroker, Signs, open_broker
from .sqlite import SqliteStore
from .store import Gap, Listed, Opener, Stamp, Store, StoreError, Summary, Taken, Unavailable

__all__ = [
    "Broker",
    "Gap",
    "Listed",
    "NoBroker",
    "Opener",
    "Signs",
    "Stamp",
    "Store",
    "StoreError",
    "Summary",
    "Taken",
    "Unavailable",
    "open_broker",
    "open_store",
]


async def open_store(where: str) -> Store:
    """The store in an SQLite file, or at `postgresql://…`, brought to its present form.

    Raises `Unavailable` if it cannot be used, and `ValueError` if nothing like it could be.
    """
    if where.startswith(("postgresql://", "postgres://")):
        from .postgres import PostgresStore  # noqa: PLC0415 - most who play at home have no use of it

        return await PostgresStore.open(where)
    if not where or re.match(r"\w+://", where):
        raise ValueError(
            "a store must be a file, like 'ingenious.db', or a database, like "
            f"'postgresql://user:password@host/name', not {where!r}"
        )
    return await SqliteStore.open(Path(where).absolute())
