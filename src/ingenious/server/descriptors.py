"""File descriptors: their limit, and how many connections may use.

Every connection needs one. If clients took them all, the store could not be written and bots could
not be started, so connections get only a part.
"""

import logging
import os
import sys
from contextlib import suppress
from dataclasses import dataclass

if sys.platform != "win32":
    import resource

log = logging.getLogger(__name__)

MAX_FILES = 65_536
"""The limit is raised to the hard limit, but not above this."""

RESERVED_FILES = 64
"""For the store, the event loop, logs, and connections that are being closed."""

FILES_PER_BOT = 8
"""For each process of a bot or a program."""

MAX_WAITING_CONNECTIONS = 4000
"""Connections that are not WebSockets: requests, and clients that have not sent one yet."""

ASSUMED_LIMIT = 16_384
"""On systems without a limit."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The limits of connections: sockets at tables, and all others."""

    sockets: int
    waiting: int


def raise_limit() -> int:
    """Raise the limit of open files as far as allowed, up to `MAX_FILES`; return the limit."""
    if sys.platform == "win32":
        return ASSUMED_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if soft == resource.RLIM_INFINITY:
        return MAX_FILES
    if soft < wanted:
        with suppress(OSError, ValueError):  # some systems have a lower limit than they report
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return soft


def connection_limits(limit: int, sockets: int, bots: int) -> ConnectionLimits:
    """The limits of connections under a limit of open files, for `sockets` wanted sockets."""
    free = max(16, limit - RESERVED_FILES - FILES_PER_BOT * bots)
    found = min(sockets, free * 3 // 4)
    if found < sockets:
        log.warning(
            "the open file limit is too low for the configured number of sockets",
            extra={"why": f"{limit} files: {found} sockets instead of {sockets}"},
        )
    return ConnectionLimits(found, min(MAX_WAITING_CONNECTIONS, free - found))


def count_open() -> int:
    """How many file descriptors are open; 0 if unknown."""
    with suppress(OSError):
        return len(os.listdir("/dev/fd"))
    return 0
