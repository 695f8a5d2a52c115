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

MOST = 65_536
"""The limit is raised to the hard limit, but not above this."""

RESERVE = 64
"""Kept for the store, the event loop, logs, and connections that are just being closed."""

PER_BOT = 8
"""Kept for each process in which a bot or a program runs."""

MOST_WAITING = 4000
"""Connections without a socket: requests, and clients that have not sent one yet."""

UNLIMITED = 16_384
"""Assumed where the system names no limit."""


@dataclass(frozen=True, slots=True)
class Room:
    """How many connections there may be: with a socket at a table, and all others."""

    sockets: int
    waiting: int


def raise_limit() -> int:
    """Raise the limit of open files as far as is allowed and sensible; returns the limit."""
    if sys.platform == "win32":
        return UNLIMITED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft == resource.RLIM_INFINITY:
        return MOST
    if soft < wanted:
        with suppress(OSError, ValueError):  # some systems have a lower limit than they report
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return soft


def room(limit: int, sockets: int, bots: int) -> Room:
    """The room for connections under a limit of open files, if `sockets` sockets are wanted."""
    free = max(16, limit - RESERVE - PER_BOT * bots)
    found = min(sockets, free * 3 // 4)
    if found < sockets:
        log.warning(
            "the open file limit is too low for the configured number of sockets",
            extra={"why": f"{limit} files: {found} sockets instead of {sockets}"},
        )
    return Room(found, min(MOST_WAITING, free - found))


def count_open() -> int:
    """How many descriptors the process has open, or 0 if that cannot be found out."""
    with suppress(OSError):
        return len(os.listdir("/dev/fd"))
    return 0
