"""The metrics of a server, for Prometheus. Without prometheus-client, nothing is counted."""

import os
from functools import cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from .processes import forget_dead

IS_AVAILABLE = find_spec("prometheus_client") is not None

if TYPE_CHECKING or IS_AVAILABLE:
    from prometheus_client import (
        CONTENT_TYPE_LATEST,
        REGISTRY,
        CollectorRegistry,
        Counter,
        Gauge,
        Histogram,
        generate_latest,
        multiprocess,
    )
else:
    from .no_metrics import Counter, Gauge, Histogram

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the folder that all workers share; unset if there is only one."""

_sum = partial(Gauge, multiprocess_mode="livesum")  # over all workers

BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

EVENTS_APPENDED = Counter("ingenious_events_total", "Events appended to tables", ["event"])
REFUSALS = Counter("ingenious_refused_total", "Commands refused by a table", ["why"])
APPEND_SECONDS = Histogram(
    "ingenious_append_seconds", "Time until an append is durable", buckets=BUCKETS_S
)
LIVE_TABLES = _sum("ingenious_tables_live", "Tables in memory")
OPEN_SOCKETS = _sum("ingenious_sockets", "Open sockets")
BOT_QUESTIONS_WAITING = _sum("ingenious_bots_waiting", "Questions waiting for a bot")
BOT_SECONDS = Histogram(
    "ingenious_bot_seconds",
    "Time a bot takes for a decision",
    ["level"],
    buckets=(*BUCKETS_S, 10, 30),
)
REQUESTS = Counter("ingenious_requests_total", "HTTP requests", ["method", "path", "status"])
REQUEST_SECONDS = Histogram(
    "ingenious_request_seconds", "Time until a request is answered", buckets=BUCKETS_S
)
CONNECTIONS_CLOSED = Counter(
    "ingenious_connections_closed_total", "Idle connections closed to make room"
)
CONNECTIONS = _sum("ingenious_connections", "Connections without a WebSocket")
OPEN_FILES = _sum("ingenious_files_open", "Open file descriptors")
FILE_LIMIT = _sum("ingenious_files_limit", "Limit of open file descriptors")
SOCKETS_DROPPED = Counter(
    "ingenious_sockets_dropped_total", "Sockets closed by the server", ["why"]
)


@cache
def events_appended(event: str) -> Counter:
    """The counter of one kind of event; `labels` alone would look it up each time."""
    return EVENTS_APPENDED.labels(event)


def exposition() -> tuple[bytes, str]:
    """What Prometheus collects, of all workers, and its media type; only if `IS_AVAILABLE`."""
    registry = REGISTRY
    if folder := os.environ.get(FOLDER_VARIABLE):
        forget_dead(folder)
        registry = CollectorRegistry()
        # The package does not annotate this constructor.
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST
