"""The silence of players with several connections, with a clock that we set."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

import pytest

from ingenious.server.clock import now
from ingenious.server.live.live_table import LiveTable
from ingenious.server.live.service import TableService
from ingenious.table import AppliedEvent, Clock
from testkit.stores import async_test, opened_store
from testkit.table_service import advance_clock, new_service, open_table

pytestmark = pytest.mark.usefixtures("_restored_clock")


@dataclass(eq=False)
class Page:
    """A connection of seat 0 that sent its last message some seconds before the test began."""

    ago: float
    person_id: str = "ann"
    has_answered: bool = True
    last_heard: float = field(init=False, default=0.0)

    def notify_absent(self, live: LiveTable) -> None:
        """It does not care."""

    def notify(self, live: LiveTable, news: Sequence[AppliedEvent], origin: object) -> None:
        """Neither does it care what happens."""

    def ping(self) -> None:
        raise AssertionError("no clock runs out here")

    def disconnect(self) -> None:
        raise AssertionError("it could be reported")


@asynccontextmanager
async def thinking(path: Path, *pages: Page) -> AsyncIterator[tuple[TableService, LiveTable]]:
    """Seat 0 has thought for ten seconds, with these connections."""
    async with opened_store(str(path / "games.sqlite")) as store:
        service = new_service(store)
        await service._outages.start()
        await service._sweep()
        table = await open_table(store, Clock("move", 60))
        advance_clock(10)
        began = monotonic()
        for page in pages:
            page.last_heard = began - page.ago
        service._outages.note_running()
        async with service.locked(table) as live:
            live.watchers.update(pages)
        yield service, live
        await service.close()


async def used(service: TableService, live: LiveTable) -> float:
    """Seconds that the decision has cost, once everything was done."""
    while tasks := list(service._tasks):
        await asyncio.gather(*tasks)
    return live.table.timing.used(now()) / 1000


async def assert_cost(seconds: float, service: TableService, live: LiveTable) -> None:
    """The decision has cost this, and what the commands of the test took on a busy machine."""
    cost = await used(service, live)
    commands = (now() - live.table.timing.since) / 1000 - 10
    assert seconds - 0.05 < cost < seconds + 0.05 + commands


@async_test
async def test_two_pages_that_are_silent_together_pause_the_clock_once(tmp_path: Path) -> None:
    one, two = Page(4.0), Page(3.5)
    async with thinking(tmp_path, one, two) as (service, live):
        for page in (one, two):
            before, page.last_heard = page.last_heard, monotonic()
            service.silence.on_return(live, page, before)
        await assert_cost(6.5, service, live)
        assert live.table.paused is None


@async_test
async def test_a_new_page_ends_the_silence_of_an_old_one(tmp_path: Path) -> None:
    """As when a phone changes its network: the old connection is never closed."""
    old, new = Page(4.0), Page(0)
    async with thinking(tmp_path, old) as (service, live):
        service.silence.on_return(live, new)
        await assert_cost(6, service, live)


@async_test
async def test_a_page_that_returns_excludes_no_time_while_another_was_connected(
    tmp_path: Path,
) -> None:
    one, two = Page(4.0), Page(1.9)
    async with thinking(tmp_path, one, two) as (service, live):
        number = live.table.number
        service.silence.on_return(live, one, one.last_heard)
        service.silence.on_return(live, Page(0))
        await used(service, live)
        assert live.table.number == number


@async_test
async def test_a_page_that_gave_up_before_it_connected_does_not_count_as_a_return(
    tmp_path: Path,
) -> None:
    old, given_up = Page(4.0), Page(0, has_answered=False)
    async with thinking(tmp_path, old, given_up) as (service, live):
        live.watchers.discard(old)
        service.presence.on_disconnect(live, "ann", old.last_heard)
        service.silence.check(live)
        service.silence.check(live)
        await assert_cost(6, service, live)
        assert live.table.paused is not None


@async_test
async def test_a_silence_during_an_outage_uses_no_allowance(tmp_path: Path) -> None:
    page = Page(4.0)
    async with thinking(tmp_path, page) as (service, live):
        advance_clock(20)
        service.silence.on_return(live, page, page.last_heard)
        assert await used(service, live) < 11
        assert live.table.timing._paused_per_seat_ms[0] == 0
