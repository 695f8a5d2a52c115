"""The parts of a running server, for the handlers of requests."""

import math
from dataclasses import dataclass

from ..store import Broker, Store
from .bot_workers.pool import BotWorkers
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
    guests: Buckets  # limits per address: new guests and programs,
    tables: Buckets  # new tables,
    records: Buckets  # uploaded records,
    requests: Buckets  # and all requests
    slots: ConnectionSlots
    revocations: Revocations
    reader: RecordReader  # for replays
    checked: float = -math.inf  # when the store last worked
