"""The metrics of a server, for Prometheus."""

from prometheus_client import Counter, Gauge, Histogram

FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

EVENTS = Counter("ingenious_events_total", "Events appended to tables", ["event"])
REFUSED = Counter("ingenious_refused_total", "Commands refused by a table", ["why"])
APPEND = Histogram("ingenious_append_seconds", "Time until an append is durable", buckets=FAST)
TABLES = Gauge("ingenious_tables_live", "Tables in memory", multiprocess_mode="livesum")
SOCKETS = Gauge("ingenious_sockets", "Open sockets", multiprocess_mode="livesum")
WAITING = Gauge(
    "ingenious_bots_waiting", "Questions waiting for a bot", multiprocess_mode="livesum"
)
THOUGHT = Histogram(
    "ingenious_bot_seconds", "Time a bot takes for a decision", ["level"], buckets=(*FAST, 10, 30)
)
REQUESTS = Counter("ingenious_requests_total", "HTTP requests", ["method", "path", "status"])
SECONDS = Histogram("ingenious_request_seconds", "Time until a request is answered", buckets=FAST)
CLOSED = Counter("ingenious_connections_closed_total", "Idle connections closed to make room")
CONNECTIONS = Gauge(
    "ingenious_connections", "Connections without a WebSocket", multiprocess_mode="livesum"
)
FILES = Gauge("ingenious_files_open", "Open file descriptors", multiprocess_mode="livesum")
MOST_FILES = Gauge(
    "ingenious_files_limit", "Limit of open file descriptors", multiprocess_mode="livesum"
)
DROPPED = Counter("ingenious_sockets_dropped_total", "Sockets closed by the server", ["why"])


class Counting:
    """A counter for each word of a few, found without asking for its label again."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._known: dict[str, Counter] = {}

    def add(self, word: str) -> None:
        """Count one more."""
        found = self._known.get(word)
        if found is None:
            found = self._known[word] = self._counter.labels(word)
        found.inc()


HAPPENED = Counting(EVENTS)
