"""The queue of messages to one client."""

from collections import deque

MAX_QUEUED_MESSAGES = 64
MAX_QUEUED_BYTES = 128 * 1024
"""A single message may be larger, if nothing else waits: the whole table is sent first."""


class Outbox:
    """The messages that wait to be sent, limited in number and bytes."""

    def __init__(self) -> None:
        self._messages: deque[bytes] = deque()
        self._bytes = 0

    def __bool__(self) -> bool:
        return bool(self._messages)

    def put(self, message: bytes) -> bool:
        """Add a message; false if the client is too slow for it."""
        too_large = self._bytes and self._bytes + len(message) > MAX_QUEUED_BYTES
        if too_large or len(self._messages) >= MAX_QUEUED_MESSAGES:
            return False
        self._messages.append(message)
        self._bytes += len(message)
        return True

    def take(self) -> bytes:
        """Remove the first message."""
        message = self._messages.popleft()
        self._bytes -= len(message)
        return message

    def clear(self) -> None:
        """Remove all messages."""
        self._messages.clear()
        self._bytes = 0
