"""The metrics of a server, for Prometheus."""

from prometheus_client import Counter, Gauge, Histogram

BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

EVENTS_APPENDED = Counter("ingenious_events_total", "Events appended to tables", ["event"])
REFUSALS = Counter("ingenious_refused_total", "Commands refused by a table", ["why"])
APPEND_SECONDS = Histogram(
    "ingenious_append_seconds", "Time until an append is durable", buckets=BUCKETS_S
)
LIVE_TABLES = Gauge("ingenious_tables_live", "Tables in memory", multiprocess_mode="livesum")
OPEN_SOCKETS = Gauge("ingenious_sockets", "Open sockets", multiprocess_mode="livesum")
BOT_QUESTIONS_WAITING = Gauge(
    "ingenious_bots_waiting", "Questions waiting for a bot", multiprocess_mode="livesum"
)
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
CONNECTIONS = Gauge(
    "ingenious_connections", "Connections without a WebSocket", multiprocess_mode="livesum"
)
OPEN_FILES = Gauge("ingenious_files_open", "Open file descriptors", multiprocess_mode="livesum")
FILE_LIMIT = Gauge(
    "ingenious_files_limit", "Limit of open file descriptors", multiprocess_mode="livesum"
)
SOCKETS_DROPPED = Counter(
    "ingenious_sockets_dropped_total", "Sockets closed by the server", ["why"]
)


class LabelledCounter:
    """Keeps the counter of each label, which is faster than `labels` each time."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._counters: dict[str, Counter] = {}

    def count(self, label: str) -> None:
        """Count one more."""
        found = self._counters.get(label)
        if found is None:
            found = self._counters[label] = self._counter.labels(label)
        found.inc()


EVENT_COUNTS = LabelledCounter(EVENTS_APPENDED)
