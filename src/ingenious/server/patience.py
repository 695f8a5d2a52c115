"""How long the server waits for whoever is connected to it.

The application is asked only once the head of a request is there. What comes before, what nobody
reads any more, and whether the other side takes what it is sent, is watched here.
"""

import asyncio
import socket
import sys

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

ARRIVAL = 30.0
"""Seconds in which a request has to arrive, from the connection or its first byte on."""

READING = 30.0
"""Seconds after which somebody who takes nothing of what he is sent is cut off."""


LARGEST_HEAD = 32 * 1024
"""Bytes of the first line and the headers of a request."""

PIECE = 4 * 1024
"""Bytes that are parsed at a time."""

START = (h11.IDLE, h11.SEND_RESPONSE)
"""States of a connection in which nothing of a response was sent."""

TOO_LARGE_A_HEAD = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"Connection: close\r\nContent-Length: 0\r\n\r\n"
)


class Patient(H11Protocol):
    """HTTP with an end to patience; a connection that becomes a socket leaves it in time."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        limit_unread(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Go on waiting while a request is not there as a whole.

        h11 limits the size of a head only while it is incomplete. So data is passed on in pieces:
        a head that is too large is then incomplete when the limit is reached.
        """
        for start in range(0, len(data), PIECE):
            if self._is_in_charge() and not self.transport.is_closing():
                super().data_received(data[start : start + PIECE])
        is_arriving = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if is_arriving and self._is_in_charge():
            self._watch()
        else:
            self._unwatch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._unwatch()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse what h11 cannot read; a head that is too large has a status of its own."""
        error = sys.exception()
        if getattr(error, "error_status_hint", 400) != 431 or self.conn.our_state not in START:
            super().send_400_response(msg)
            return
        self.transport.write(TOO_LARGE_A_HEAD)
        self.transport.close()

    def _is_in_charge(self) -> bool:
        """Whether it has not become a socket, which has pings to know who is there."""
        return self.transport.get_protocol() is self

    def _watch(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(ARRIVAL, self._give_up)

    def _unwatch(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if self._is_in_charge():
            self.transport.abort()


class PatientSocket(WebSocketsSansIOProtocol):
    """WebSockets; a handshake with more or longer headers than can be read is answered."""

    def data_received(self, data: bytes) -> None:
        """Refuse what is no handshake: nobody would be told of it, and it would stay for ever."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(TOO_LARGE_A_HEAD)
            self.transport.close()


def limit_unread(transport: asyncio.Transport) -> None:
    """Let the system end a connection whose other side takes nothing; not every system can."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    end: socket.socket | None = transport.get_extra_info("socket")
    if option is not None and end is not None and end.family in (socket.AF_INET, socket.AF_INET6):
        end.setsockopt(socket.IPPROTO_TCP, option, round(1000 * READING))
