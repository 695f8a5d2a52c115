"""The protocols of uvicorn, with time limits.

The application is called once the head of a request has arrived. Here are the limits for everything
before that, for clients that read nothing, and for silent sockets.
"""

import asyncio
import socket
import sys
from collections.abc import Callable
from time import monotonic

import h11
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from .. import metrics
from .addresses import address_key
from .connection_slots import ConnectionSlots, Slot
from .heartbeat import BEAT_AFTER_S, DEAD_AFTER_S, PING, PING_AFTER_S, heartbeat_frame, heartbeat_of
from .pace import CONNECTION_S, MESSAGE_S, REQUEST_S, Pace, PacedReader

SLOTS, SLOT, PROXIES, PACE, READER = "slots", "slot", "proxies", "pace", "reader"
"""Keys of the state that the application and its connections share."""

REQUEST_TIMEOUT_S = 30.0
"""A request has to arrive within this time of the connection or its first byte."""

PROTOCOL = "protocol"
"""The key of a socket's protocol in the state of its request."""

UNREAD_TIMEOUT_S = 30.0
"""A client that reads nothing is disconnected after this time."""

LATE_PONG_S = 1.0
"""If the answer to a ping takes longer, the connection was silent."""

MAX_HEAD_BYTES = 32 * 1024
"""The request line and the headers."""

MAX_FRAGMENTS = 1000
"""Fragments of a message on a socket; clients send one or a few."""

BEFORE_RESPONSE = (h11.IDLE, h11.SEND_RESPONSE)
"""States of a connection before any part of a response was sent."""

HEAD_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"Connection: close\r\nContent-Length: 0\r\n\r\n"
)


class TimeoutHttpProtocol(H11Protocol):
    """HTTP with time limits; a connection that becomes a socket leaves it."""

    _timer: asyncio.TimerHandle | None = None
    _slot: Slot
    _reader: PacedReader

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a slot, and wait for the first request."""
        super().connection_made(transport)
        limit_unread(transport)
        host = self.client[0] if self.client else ""
        self._slot = Slot(address_key(host), transport.abort)
        self._slot.is_busy = self._is_busy
        is_proxy = host in self.app_state[PROXIES]
        self._slots.enter(self._slot, is_proxy)
        pace: Pace = self.app_state[PACE]
        self._reader = PacedReader(transport, None if is_proxy else pace.of(self._slot.address))
        self._reader.serve(self._parse, lambda: self.flow.read_paused)
        self._reader.charge(CONNECTION_S)
        # For the application, and for the socket that this may become.
        self.app_state = {**self.app_state, SLOT: self._slot, READER: self._reader}
        self._start_timer()

    @property
    def _slots(self) -> ConnectionSlots:
        found: ConnectionSlots = self.app_state[SLOTS]
        return found

    def _is_busy(self) -> bool:
        """Whether a complete request has arrived and is not completely answered yet."""
        is_arriving = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete and not is_arriving

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._slots.used(self._slot)
        super().on_response_complete()

    def data_received(self, data: bytes) -> None:
        """Pass data on, until a request is complete.

        h11 limits the size of a head only while it is incomplete. As data is passed on in pieces,
        a head that is too large is incomplete when the limit is reached.
        """
        self._reader.receive(data)

    def _parse(self, piece: bytes) -> None:
        super().data_received(piece)
        is_arriving = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if is_arriving and self._is_http():
            self._start_timer()
        else:
            self._stop_timer()

    def handle_events(self) -> None:
        """Handle what has arrived; a pipelined request may have to wait."""
        self._reader.run(self._handle_events)

    def _handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before or not self._is_http():
            self._reader.charge(REQUEST_S)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the slot."""
        self._stop_timer()
        self._slots.leave(self._slot)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse what h11 cannot read; headers that are too large have their own status."""
        error = sys.exception()
        if (
            getattr(error, "error_status_hint", 400) != 431
            or self.conn.our_state not in BEFORE_RESPONSE
        ):
            super().send_400_response(msg)
            return
        self.transport.write(HEAD_TOO_LARGE)
        self.transport.close()

    def _is_http(self) -> bool:
        """Whether it has not become a socket, which has its own heartbeat."""
        return self.transport.get_protocol() is self

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(REQUEST_TIMEOUT_S, self._on_timeout)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timeout(self) -> None:
        self._timer = None
        if self._is_http():
            self.transport.abort()


class TimeoutSocketProtocol(WebSocketsSansIOProtocol):
    """WebSockets with a heartbeat; a handshake with headers that cannot be read is answered."""

    last_heard = 0.0  # when the client was last heard from, on the monotonic clock
    has_answered = False  # whether it was heard from after the handshake
    is_gone = False  # whether it was closed, by either side
    is_stopping = False  # whether it is closed because the server stops
    # Called with the start of a silence that ended, or with 0 at the first answer.
    on_return: Callable[[float], None] | None = None
    _pinged_at = 0.0  # when the last ping was sent
    _sent_at: float | None = None  # when a message was last sent, if one was
    _not_reading_at = 0.0  # when reading was last paused
    _awaits_pong = False  # whether a ping waits for its answer
    _is_silent = False  # whether it was closed for silence
    _reader: PacedReader

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Go on with the reader of the connection."""
        super().connection_made(transport)
        self._reader = self.app_state[READER]
        self._reader.serve(self._parse, lambda: self.read_paused)

    def data_received(self, data: bytes) -> None:
        """Note that the client was heard from; the handshake was already read as a request."""
        before, self.last_heard = self.last_heard, monotonic()
        is_late = self._awaits_pong and self.last_heard - self._pinged_at > LATE_PONG_S
        self._awaits_pong = False
        is_first = self.handshake_complete and not self.has_answered
        self.has_answered |= is_first
        if self.on_return is not None:
            if is_first:
                self.on_return(0.0)
            elif is_late and self._not_reading_at < self._pinged_at:
                self.on_return(before)
        if self.handshake_initiated:
            self._reader.receive(data)
        else:
            self._parse(data)

    def _parse(self, piece: bytes) -> None:
        """Refuse an invalid handshake: nothing else would close the connection."""
        super().data_received(piece)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(HEAD_TOO_LARGE)
            self.transport.close()

    def handle_cont(self, event: Frame) -> None:
        """Close a socket whose message has too many parts: empty ones have no size to limit."""
        if len(self.frames) >= MAX_FRAGMENTS:
            self.transport.abort()
            return
        super().handle_cont(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the slot; note when the client was last connected, unless it was silent."""
        slots: ConnectionSlots = self.app_state[SLOTS]
        slots.leave(self.app_state[SLOT])
        self.is_gone = True
        if not self._is_silent and not isinstance(exc, TimeoutError):
            self.last_heard = monotonic()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close the socket because the server stops."""
        self.is_stopping = True
        super().shutdown()

    def handle_connect(self, event: Request) -> None:
        """Let the application ping the client."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            self.scope["state"][PROTOCOL] = self

    def send_receive_event_to_app(self) -> None:
        """Count what a message costs."""
        self._reader.charge(MESSAGE_S)
        super().send_receive_event_to_app()

    async def send(self, message: ASGISendEvent) -> None:
        """Note when a message is sent."""
        await super().send(message)
        if message["type"] == "websocket.send":
            self._sent_at = monotonic()

    def start_keepalive(self) -> None:
        """Begin the heartbeat, which replaces uvicorn's own pings."""
        self.last_heard = monotonic()
        heartbeat_of(self.loop).watch(self)

    def beat(self, moment: float, running_since: float) -> float | None:
        """Ping, send a heartbeat, or close the socket; returns when to check again, if open."""
        if self.is_gone or self.close_sent or self.transport.is_closing():
            return None
        if self.read_paused or self._reader.is_waiting:
            self._not_reading_at = moment
        last = max(self.last_heard, self._not_reading_at, running_since)
        if moment - last >= DEAD_AFTER_S:
            self._is_silent = True
            metrics.SOCKETS_DROPPED.labels("silent").inc()
            self.transport.abort()
            return None
        frames = b""
        if not self._awaits_pong and moment - self.last_heard >= PING_AFTER_S:
            frames, self._awaits_pong, self._pinged_at = PING, True, moment
        if self._sent_at is None:  # the first message, the table, was not sent yet
            beat_due = moment + BEAT_AFTER_S
        elif moment - self._sent_at >= BEAT_AFTER_S and self.writable.is_set():
            frames += heartbeat_frame()
            self._sent_at = moment
            beat_due = moment + BEAT_AFTER_S
        else:
            beat_due = max(self._sent_at + BEAT_AFTER_S, moment)
        if frames:
            self.transport.write(frames)
        return min(
            beat_due, last + DEAD_AFTER_S if self._awaits_pong else self.last_heard + PING_AFTER_S
        )

    def ping(self) -> None:
        """Ping the client now."""
        if not (
            self._awaits_pong or self.is_gone or self.close_sent or self.transport.is_closing()
        ):
            self._awaits_pong, self._pinged_at = True, monotonic()
            self.transport.write(PING)


def limit_unread(transport: asyncio.Transport) -> None:
    """Have the system close a connection whose client reads nothing, where it can."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    sock: socket.socket | None = transport.get_extra_info("socket")
    if option is not None and sock is not None and sock.family in (socket.AF_INET, socket.AF_INET6):
        sock.setsockopt(socket.IPPROTO_TCP, option, round(1000 * UNREAD_TIMEOUT_S))
