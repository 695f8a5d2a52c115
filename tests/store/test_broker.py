"""Brokers: the other processes receive what one publishes, and Redis may fail and return."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from redis.asyncio import Redis

from ingenious.store import Broker, NoBroker, PresenceReport, open_broker, redis_notify
from testkit import services
from testkit.stores import async_test

TIMEOUT_S = 20


@pytest.fixture(scope="module")
def server() -> Iterator[services.Redis]:
    with services.redis() as running:
        yield running


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while not happened():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def started(
    url: str | None,
    received: Callable[[str, int], None],
    on_presence: Callable[[PresenceReport], None] = lambda report: None,
) -> AsyncIterator[Broker]:
    broker = open_broker(url)
    await broker.start(received, on_presence)
    try:
        await until(lambda: broker.connected)
        yield broker
    finally:
        await broker.close()


class Received(list[tuple[str, int]]):
    """The notifications that a broker has received."""

    def __call__(self, table: str, number: int) -> None:
        self.append((table, number))


@async_test
async def test_all_processes_receive_what_one_publishes(server: services.Redis) -> None:
    received = [Received() for _ in range(3)]
    async with AsyncExitStack() as stack:
        one, *_ = [
            await stack.enter_async_context(started(server.url, listener)) for listener in received
        ]
        one.publish("t", 1)
        one.publish("a table", 2)
        await until(lambda: len(received[1]) == len(received[2]) == 2)
        assert received == [[], [("t", 1), ("a table", 2)], [("t", 1), ("a table", 2)]]


@async_test
async def test_only_the_last_number_of_a_table_is_sent(server: services.Redis) -> None:
    received = Received()
    async with started(server.url, Received()) as one, started(server.url, received):
        for number in range(100):
            one.publish("t", number)
        await until(lambda: ("t", 99) in received)


@async_test
async def test_many_notifications_are_sent_in_parts_and_the_rest_is_dropped(
    server: services.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_notify, "MAX_QUEUED_TABLES", 25)
    monkeypatch.setattr(redis_notify, "MAX_TABLES_PER_MESSAGE", 10)
    received = Received()
    async with started(server.url, Received()) as one, started(server.url, received):
        for number in range(40):
            one.publish(f"t{number}", 0)
        await until(lambda: len(received) == 25)
        one.publish("then", 1)
        await until(lambda: ("then", 1) in received)
        assert len(received) == 26


@async_test
async def test_foreign_messages_are_ignored(server: services.Redis) -> None:
    received = Received()
    async with started(server.url, Received()) as one, started(server.url, received):
        client = Redis.from_url(server.url)
        for noise in (b"", b"\xff\xff", b"me\nnothing", b"me\n1", b"me\nx t\n"):
            await client.publish(redis_notify.EVENTS_CHANNEL, noise)
        await client.aclose()
        one.publish("t", 1)
        await until(lambda: bool(received))
        assert received == [("t", 1)]


@async_test
async def test_presence_reports_reach_everyone_including_the_sender(server: services.Redis) -> None:
    seen: list[list[PresenceReport]] = [[], []]
    async with AsyncExitStack() as stack:
        one, _ = [
            await stack.enter_async_context(started(server.url, Received(), reports.append))
            for reports in seen
        ]
        one.report_presence({})  # no player is connected, but the process is alive
        await until(lambda: seen == [[{}], [{}]])
        one.report_presence({"t": [0], "u": [1]})
        one.report_presence({"t": [0, 2]})
        await until(lambda: len(seen[0]) == len(seen[1]) == 2)
        assert seen[0][1] == seen[1][1] == {"t": [0, 2], "u": [1]}


@async_test
async def test_a_large_presence_report_is_sent_in_parts_and_waiting_ones_are_merged(
    server: services.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_notify, "MAX_TABLES_PER_MESSAGE", 10)
    seen: list[PresenceReport] = []
    async with started(server.url, Received(), seen.append) as one:
        one.report_presence({f"t{number}": [number % 4] for number in range(25)})
        one.report_presence({"t24": [3, 1]})
        await until(lambda: len(seen) == 3)
        assert [len(report) for report in seen] == [10, 10, 5]
        assert seen[2]["t24"] == [0, 1, 3]


@async_test
async def test_malformed_presence_reports_are_ignored(server: services.Redis) -> None:
    seen: list[PresenceReport] = []
    async with started(server.url, Received(), seen.append) as one:
        client = Redis.from_url(server.url)
        for noise in (b"\xff\xff", b"nothing", b"t x", b"t 1,", b"t 0\nu"):
            await client.publish(redis_notify.PRESENCE_CHANNEL, noise)
        await client.aclose()
        one.report_presence({"t": [1]})
        await until(lambda: len(seen) == 6)
        assert seen == [{}] * 5 + [{"t": [1]}]


@async_test
async def test_messages_arrive_again_after_redis_was_killed(
    server: services.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_notify, "RECONNECT_DELAY_S", 0.05)
    received = Received()
    async with started(server.url, Received()) as one, started(server.url, received) as other:
        server.kill()
        await until(lambda: not one.connected and not other.connected)
        for number in range(100):
            one.publish(f"lost{number}", 0)
            await asyncio.sleep(0.001)
        server.start()
        await until(lambda: one.connected and other.connected)
        received.clear()

        def arrives() -> bool:
            one.publish("t", 1)
            return ("t", 1) in received

        await until(arrives)


@async_test
async def test_a_broker_starts_before_redis_does(
    server: services.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_notify, "RECONNECT_DELAY_S", 0.05)
    server.stop()
    broker = open_broker(server.url)
    await broker.start(Received(), lambda report: None)
    broker.publish("t", 1)
    await asyncio.sleep(0.1)
    assert not broker.connected
    server.start()
    await until(lambda: broker.connected)
    await broker.close()
    broker.publish("t", 2)


@async_test
async def test_a_frozen_redis_is_noticed(
    server: services.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_notify, "RECONNECT_DELAY_S", 0.05)
    monkeypatch.setattr(redis_notify, "REDIS_PING_AFTER_S", 0.2)
    async with started(server.url, Received()) as broker:
        await asyncio.sleep(1)
        assert broker.connected  # it was only quiet
        with server.frozen():
            await until(lambda: not broker.connected)
        await until(lambda: broker.connected)


@async_test
async def test_a_listener_that_fails_still_gets_the_next_message(
    server: services.Redis,
) -> None:
    failures: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: failures.append(context["exception"]))

    def fail(table: str, number: int) -> None:
        raise LookupError(table)

    async with started(server.url, Received()) as one, started(server.url, fail):
        one.publish("t", 1)
        await until(lambda: len(failures) == 1)
        one.publish("t", 2)
        await until(lambda: len(failures) == 2)


@async_test
async def test_without_a_broker_nothing_is_sent() -> None:
    async with started(None, Received()) as broker:
        assert isinstance(broker, NoBroker)
        broker.publish("t", 1)


def test_a_broker_is_a_redis_address() -> None:
    for nowhere in ("", "localhost:6379", "nats://somewhere"):
        with pytest.raises(ValueError, match="a broker address looks like 'redis://host:6379'"):
            open_broker(nowhere)
