"""Everything that answering a request needs, in one place."""

import math
from dataclasses import dataclass

from ..store import Broker, Store
from .config import Config
from .hall import Hall
from .limits import Buckets
from .people import People
from .places import Places
from .reading import Reader
from .revocations import Revocations
from .thinkers import Thinkers


@dataclass(slots=True)
class Desk:
    """The parts of a running server."""

    config: Config
    store: Store
    broker: Broker
    thinkers: Thinkers
    hall: Hall
    people: People
    guests: Buckets  # how often an address may become somebody,
    tables: Buckets  # open a table,
    records: Buckets  # bring a record to look at,
    requests: Buckets  # and ask for anything at all
    places: Places
    revocations: Revocations
    reader: Reader  # of records, for replays
    checked: float = -math.inf  # when the store was last found to be usable
