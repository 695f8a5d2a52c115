"""Tokens that were revoked, by their owner or by the host.

Revoking a program revokes all its tokens. The store remembers it, so every process refuses them
a few seconds later, and closes their open sockets.
"""

import asyncio
import logging
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Protocol

from ..store import Store, Unavailable
from .clock import now

log = logging.getLogger(__name__)

RECHECK_S = 3.0
"""Seconds for which the answer that a program is not revoked is cached."""

MAX_REMEMBERED = 10_000
"""Programs that one process remembers."""


class Closable(Protocol):
    """A socket of a program."""

    def disconnect(self) -> None:
        """Close it."""


class Revocations:
    """Which programs are revoked, as far as this process needs to know."""

    def __init__(self, store: Store, clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._clock = clock
        self._checked: dict[str, float] = {}  # when a program was last found not to be revoked
        self._open: dict[str, set[Closable]] = {}

    async def is_revoked(self, person_id: str) -> bool:
        """Whether the tokens of a program are refused; raises `Unavailable`."""
        if self._clock() - self._checked.get(person_id, -math.inf) < RECHECK_S:
            return False
        if await self._store.is_revoked(person_id):
            self._forget(person_id)
            return True
        if len(self._checked) >= MAX_REMEMBERED:
            self._checked.clear()
        self._checked[person_id] = self._clock()
        return False

    async def revoke(self, person_id: str) -> None:
        """Refuse all tokens of a program from now on; raises `Unavailable`."""
        await self._store.revoke(person_id, now())
        self._forget(person_id)

    @contextmanager
    def watching(self, person_id: str, socket: Closable) -> Iterator[None]:
        """Close a socket if its program is revoked while it is open."""
        sockets = self._open.setdefault(person_id, set())
        sockets.add(socket)
        try:
            yield
        finally:
            sockets.discard(socket)
            if not sockets and self._open.get(person_id) is sockets:
                del self._open[person_id]

    async def watch(self) -> None:
        """Check forever whether a program with an open socket was revoked elsewhere."""
        while True:
            await asyncio.sleep(RECHECK_S)
            for person_id in list(self._open):
                try:
                    await self.is_revoked(person_id)
                except Unavailable as error:
                    log.debug("could not look up revoked tokens", extra={"why": str(error)})
                    break

    def _forget(self, person_id: str) -> None:
        self._checked.pop(person_id, None)
        for socket in list(self._open.get(person_id, ())):
            socket.disconnect()
