"""Ensures that only one process at a time asks a bot for a decision.

Before asking, a process claims the position in the store for a few seconds, and renews the claim
while it waits for the answer. The claim of a process that dies expires by itself.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from ...store import Store, Unavailable

log = logging.getLogger(__name__)

LEASE_S = 6.0
"""How long a claim is valid."""

RENEWALS_PER_LEASE = 3
"""Renewals within `LEASE_S`."""


class Leases:
    """The claims of this process; a process on its own makes none."""

    def __init__(self, store: Store, is_alone: Callable[[], bool]) -> None:
        self._store = store
        self._is_alone = is_alone
        self._holder = secrets.token_urlsafe(9)

    @asynccontextmanager
    async def hold(self, table: str, number: int) -> AsyncIterator[bool]:
        """Claim the position after an event of a table; yields whether we have it.

        Raises `Unavailable`.
        """
        if self._is_alone():
            yield True
            return
        if not await self._claim(table, number):
            yield False
            return
        renewing = asyncio.create_task(self._renew(table, number))
        try:
            yield True
        finally:
            renewing.cancel()

    async def _renew(self, table: str, number: int) -> None:
        is_ours = True
        while is_ours:
            await asyncio.sleep(LEASE_S / RENEWALS_PER_LEASE)
            try:
                is_ours = await self._claim(table, number)
            except Unavailable as error:  # the append that follows will report it as well
                log.debug("a claim was not renewed", extra={"table": table, "why": str(error)})

    async def _claim(self, table: str, number: int) -> bool:
        return await self._store.claim(table, number, self._holder, LEASE_S)
