"""Everything that answering a request needs, in one place."""

import math
from dataclasses import dataclass

from ..store import Broker, Store
from .bot_workers import BotWorkers
from .config import Config
from .http.connection_slots import ConnectionSlots
from .http.rate_limit import Buckets
from .http.record_reader import RecordReader
from .identity import People
from .live.service import TableService
from .revocations import Revocations


@dataclass(slots=True)
class AppState:
    """The parts of a running server."""

    config: Config
    store: Store
    broker: Broker
    bot_workers: BotWorkers
    service: TableService
    people: People
    guests: Buckets  # how often an address may become somebody,
    tables: Buckets  # open a table,
    records: Buckets  # bring a record to look at,
    requests: Buckets  # and ask for anything at all
    slots: ConnectionSlots
    revocations: Revocations
    reader: RecordReader  # of records, for replays
    checked: float = -math.inf  # when the store was last found to be usable
