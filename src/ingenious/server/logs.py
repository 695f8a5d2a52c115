"""Structured logs: one JSON object per line, without secrets."""

import logging
import sys
from datetime import UTC, datetime

import msgspec

LOG_LEVELS = ("debug", "info", "warning", "error")

EXTRA_KEYS = frozenset({"table", "why", "method", "path", "status", "ms", "store", "address"})
"""What is logged beside the message; never cookies, tokens, invitations or seeds."""


class _JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        values: dict[str, object] = {
            "time": _to_iso(record.created),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        values |= {key: record.__dict__[key] for key in EXTRA_KEYS if key in record.__dict__}
        if record.exc_info:
            values["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(values, enc_hook=str).decode()


def _to_iso(seconds: float) -> str:
    """A time as ISO 8601 with its zone, in milliseconds."""
    text = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
    return text.removesuffix("+00:00") + "Z"


class _ClientErrorFilter(logging.Filter):
    """Logs errors of clients without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if message.startswith("Invalid UTF-8"):
            record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        # uvicorn logs this for every socket that is refused with a response
        return message != "ASGI callable returned without completing handshake."


_client_errors = _ClientErrorFilter()


def set_up(level: str) -> None:
    """Write logs of this level and above to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # Their messages at the level `info` contain paths with queries.
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "asyncio"):
        quiet = logging.getLogger(name)
        quiet.handlers[:] = []
        quiet.propagate = True
        quiet.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_client_errors)
