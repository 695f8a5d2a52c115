"""Outages as a process finds them in the store and by its own checks, with an injected clock."""

from pathlib import Path

import pytest

from ingenious.server.clock import ServerClock, now
from ingenious.server.live.outages import MAX_CHECK_GAP_MS, Outages
from ingenious.server.live.service import TableService
from ingenious.store import AliveStamp, Unavailable
from ingenious.table import Clock as ClockSetting
from ingenious.table import Table, commands
from ingenious.table.events import ClockPaused, Event, ReactionSent, ServerAway
from testkit.stores import async_test, opened_store, summary
from testkit.table_service import advance_clock, new_service, open_table, stored_events

pytestmark = pytest.mark.usefixtures("_restored_clock")

SECONDS = 60


def is_pending(service: TableService) -> bool:
    return service._outages.is_pending


def left(events: list[Event]) -> float:
    """Seconds until the time of seat 0 is up."""
    deadline = Table.fold(events).deadline()
    assert deadline is not None
    return (deadline - now()) / 1000


@async_test
async def test_stamps_are_written_only_while_clocks_run(tmp_path: Path) -> None:
    async with opened_store(str(tmp_path / "games.sqlite")) as store:
        outages = Outages(store, is_alone=True)
        await outages.start()
        assert await outages.report_alive() == []
        outages.finish()
        await outages.report_alive()
        assert await store.read_alive() == AliveStamp(0)
        await open_table(store, ClockSetting())
        await outages.report_alive()
        assert (await store.read_alive()).at is None


@async_test
async def test_a_start_excludes_the_time_since_the_last_stamp(tmp_path: Path) -> None:
    async with opened_store(str(tmp_path / "games.sqlite")) as store:
        table = await open_table(store, ClockSetting("total", SECONDS))
        advance_clock(20)
        await store.write_alive(now())
        advance_clock(3600)
        service = new_service(store)
        await service._outages.start()
        await service._sweep()
        events = await stored_events(store)
        assert [type(event) for event in events[-2:]] == [ServerAway, ClockPaused]
        assert abs(left(events) - 15 - (SECONDS - 20)) < 5
        # There is one event, and from then on stamps are written again.
        await service._sweep()
        async with service.locked(table):
            pass
        assert await stored_events(store) == events
        stamp = await store.read_alive()
        assert stamp.at is not None
        assert now() - stamp.at < 5000
        await service.close()


@async_test
async def test_an_unreadable_table_and_a_store_outage_cost_no_player_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened_store(str(tmp_path / "games.sqlite")) as store:
        await store.append("bad", 0, [b"{}"], summary(now(), due=now()))
        await open_table(store, ClockSetting("move", SECONDS))
        await store.write_alive(now())
        advance_clock(3600)
        service = new_service(store)
        await service._outages.start()

        async def fail(*_: object) -> None:
            raise Unavailable("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(store, "append", fail)
            with pytest.raises(Unavailable):
                await service._sweep()
        assert is_pending(service)
        await service._sweep()
        assert not is_pending(service)
        assert ServerAway in [type(event) for event in await stored_events(store)]
        await service.close()


@async_test
async def test_without_stamps_all_time_since_the_last_event_is_excluded(tmp_path: Path) -> None:
    async with opened_store(str(tmp_path / "games.sqlite")) as store:
        table = await open_table(store, ClockSetting("move", SECONDS))
        advance_clock(3600)
        service = new_service(store)
        await service._outages.start()
        async with service.locked(table) as live:  # before the first sweep
            assert live.table.paused is not None
            assert abs(left(await stored_events(store)) - 15 - SECONDS) < 5
        await service.close()


@async_test
async def test_while_another_process_is_alive_no_time_is_excluded(tmp_path: Path) -> None:
    """Its time counts, whatever the clock of this machine shows."""
    async with opened_store(str(tmp_path / "games.sqlite")) as store:
        await open_table(store, ClockSetting("move", SECONDS))
        advance_clock(20)
        await store.write_alive(now())
        there = now()
        advance_clock(-3600)
        service = new_service(store, is_alone=False)
        await service._outages.start()
        assert abs(now() - there) < 5000
        await service._sweep()
        events = await stored_events(store)
        assert ServerAway not in [type(event) for event in events]
        assert abs(left(events) - (SECONDS - 20)) < 5
        await service.close()


@async_test
async def test_server_time_is_never_before_the_last_stored_time(tmp_path: Path) -> None:
    async with opened_store(str(tmp_path / "games.sqlite")) as store:
        await open_table(store, ClockSetting("move", SECONDS))
        there = Table.fold(await stored_events(store)).changed
        advance_clock(-3600)
        service = new_service(store)
        await service._outages.start()
        assert now() >= there
        await service.close()


@async_test
async def test_a_stall_is_excluded_before_the_next_command(
    tmp_path: Path,
) -> None:
    async with opened_store(str(tmp_path / "games.sqlite")) as store:
        service = new_service(store)
        await service._outages.start()
        await service._sweep()
        table = await open_table(store, ClockSetting("move", SECONDS))
        advance_clock(MAX_CHECK_GAP_MS / 2000)
        async with service.locked(table) as live:
            assert live.table.number == 3  # too short for an event
        advance_clock(3600)
        await service.run(table, lambda table, at: commands.react(table, "bob", 1, "hello", at))
        events = await stored_events(store)
        # With this clock the service seems to have started after the game, so it may also pause the
        # clock of the player who is not connected, before or after this reads the events.
        kinds = [type(event) for event in events]
        assert kinds[kinds.index(ReactionSent) - 1] is ServerAway
        assert left(events) > SECONDS - 5
        await service.close()


def test_server_time_ignores_steps_of_the_system_clock() -> None:
    wall, steady = [1000.0], [50.0]
    clock = ServerClock(lambda: wall[0], lambda: steady[0])
    assert clock.now() == 1_000_000
    wall[0] -= 3600
    steady[0] += 2
    assert clock.now() == 1_002_000
    assert clock.at(51) == 1_001_000
    clock.set(5_000_000)
    steady[0] += 1
    assert clock.now() == 5_001_000
