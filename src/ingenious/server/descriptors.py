"""File descriptors: how many the process may have, and what they are for.

Every connection needs one. If clients took the last of them, games could not be written and bots
could not be started, so connections get only a part.
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
"""Kept for the store, the event loop, logs, and connections that are just being closed."""

FILES_PER_BOT = 8
"""Kept for each process in which a bot or a program runs."""

MAX_WAITING_CONNECTIONS = 4000
"""Connections without a socket: requests, and clients that have not sent one yet."""

ASSUMED_LIMIT = 16_384
"""Assumed where the system names no limit."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How many connections there may be: with a socket at a table, and all others."""

    sockets: int
    waiting: int


def raise_limit() -> int:
    """Raise the limit of open files as far as is allowed and sensible; returns the limit."""
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
    """The room for connections under a limit of open files, if `sockets` sockets are wanted."""
    free = max(16, limit - RESERVED_FILES - FILES_PER_BOT * bots)
    found = min(sockets, free * 3 // 4)
    if found < sockets:
        log.warning(
            "the open file limit is too low for the configured number of sockets",
            extra={"why": f"{limit} files: {found} sockets instead of {sockets}"},
        )
    return ConnectionLimits(found, min(MAX_WAITING_CONNECTIONS, free - found))


def count_open() -> int:
    """How many descriptors the process has open, or 0 if that cannot be found out."""
    with suppress(OSError):
        return len(os.listdir("/dev/fd"))
    return 0
