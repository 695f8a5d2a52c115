"""Notices within five seconds that the other side of a WebSocket is gone.

A network can fail without closing anything: if nothing were sent from time to time, a socket would
look open for minutes. So the server sends a ping (RFC 6455, which every client answers by itself)
to a client it has not heard from for two seconds, and closes a socket it has not heard from for
five. A client cannot see pings, so it also gets a small text message whenever it was sent nothing
for two seconds.

One timer serves all sockets. Each socket is checked only when something is due, and its ping
and its message go out in one write.
"""

import asyncio
from collections import defaultdict
from time import monotonic
from typing import Protocol

from ..clock import now

PING_AFTER_S = 2.0
"""Without a byte from a client for this long, it is sent a ping."""

BEAT_AFTER_S = 2.0
"""Without a message to a client for this long, it is sent a heartbeat."""

DEAD_AFTER_S = 4.8
"""Without a byte from a client for this long, its socket is closed: within five seconds."""

TICK_S = 0.1
"""Between two checks of what is due."""

STALL_S = 1.0
"""If a check is later than this, the process was stalled."""

MAX_SOCKETS_PER_TICK = 600
"""So that a tick takes only a few milliseconds."""

PING = b"\x89\x00"
"""A ping without content, as a frame."""


def heartbeat_frame() -> bytes:
    """The text message that shows a client that the connection works, as a frame."""
    text = b'{"type":"heartbeat","now":%d}' % now()
    return b"\x81%c%b" % (len(text), text)


class Beating(Protocol):
    """A socket that is checked regularly."""

    def beat(self, moment: float, running_since: float) -> float | None:
        """Do what is due; returns when to check again, or None once the socket is closed.

        `running_since` is since when the process has run without a stall.
        """


class Heartbeat:
    """Checks all sockets of an event loop, each when something is due."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._slots: defaultdict[int, list[Beating]] = defaultdict(list)
        self._last_tick = self._running_since = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def watch(self, socket: Beating) -> None:
        """Begin to check a socket."""
        moment = monotonic()
        if self._timer is None:
            self._last_tick = self._running_since = moment
            self._timer = self._loop.call_later(TICK_S, self._tick)
        self._slots[_slot(moment + min(PING_AFTER_S, BEAT_AFTER_S))].append(socket)

    def _tick(self) -> None:
        moment = monotonic()
        if moment - self._last_tick > TICK_S + STALL_S:
            self._running_since = moment  # received data may not have been read yet
        self._last_tick = moment
        last = _slot(moment)
        served = 0
        for slot in sorted(slot for slot in self._slots if slot <= last):
            sockets = self._slots.pop(slot)
            now_due, later = (
                sockets[: MAX_SOCKETS_PER_TICK - served],
                sockets[MAX_SOCKETS_PER_TICK - served :],
            )
            for socket in now_due:
                due = socket.beat(moment, self._running_since)
                if due is not None:
                    self._slots[max(last + 1, _slot(due))].append(socket)
            served += len(now_due)
            if later:
                self._slots[last + 1].extend(later)
        self._timer = self._loop.call_later(TICK_S, self._tick) if self._slots else None


def _slot(moment: float) -> int:
    return int(moment / TICK_S)


_running: Heartbeat | None = None


def heartbeat_of(loop: asyncio.AbstractEventLoop) -> Heartbeat:
    """The heartbeat of this process, which has one event loop."""
    global _running  # noqa: PLW0603 - uvicorn makes the protocols, so nothing can be handed to them
    if _running is None or _running._loop is not loop:
        _running = Heartbeat(loop)
    return _running
