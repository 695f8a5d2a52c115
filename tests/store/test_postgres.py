"""The store in PostgreSQL: servers that restart, are killed, freeze, or only read."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import asyncpg
import pytest

from ingenious.store import NumberTaken, Store, Unavailable, open_store
from ingenious.store import postgres as postgres_store
from testkit import services
from testkit.stores import async_test, event, events, opened_store, summary


@async_test
async def test_a_restart_of_the_database_is_not_noticed(
    postgres: services.Postgres, database: str
) -> None:
    async with opened_store(database) as store:
        await asyncio.gather(*(store.append(f"r{n}", 0, [b"0"], summary()) for n in range(20)))
        await asyncio.to_thread(postgres.restart)
        assert await store.read("r0") == [b"0"]
        await asyncio.gather(*(store.append(f"r{n}", 1, [b"1"], summary()) for n in range(20)))
        assert await store.read("r19") == [b"0", b"1"]


@async_test
async def test_nothing_acknowledged_is_lost_when_the_server_is_killed(
    postgres: services.Postgres, database: str
) -> None:
    acknowledged: Counter[str] = Counter()
    stopped = False

    async def play(store: Store, table: str) -> None:
        while not stopped:
            number = acknowledged[table]
            try:
                await store.append(table, number, [event(table, number)], summary())
            except Unavailable:
                there = len(await read_patiently(store, table))
                assert number <= there <= number + 1
                acknowledged[table] = there
            else:
                acknowledged[table] += 1

    async with opened_store(database) as store:
        tables = [f"k{n}" for n in range(20)]
        playing = asyncio.gather(*(play(store, table) for table in tables))
        for _ in range(2):
            before = acknowledged.total()
            while acknowledged.total() < before + 200:
                await asyncio.sleep(0.01)
            await asyncio.to_thread(postgres.kill)
            await asyncio.to_thread(postgres.start)
        before = acknowledged.total()
        while acknowledged.total() < before + 200:
            await asyncio.sleep(0.01)
        stopped = True
        await playing
        for table in tables:
            assert await store.read(table) == events(table, 0, acknowledged[table])


async def read_patiently(store: Store, table: str) -> list[bytes]:
    for _ in range(100):
        try:
            return await store.read(table)
        except Unavailable:
            await asyncio.sleep(0.1)
    raise AssertionError("the server did not come back")


@async_test
async def test_a_stopped_database_is_unavailable(
    postgres: services.Postgres, database: str
) -> None:
    async with opened_store(database) as store:
        await asyncio.to_thread(postgres.stop)
        try:
            for use in (store.check(), store.read("t"), store.append("t", 0, [b"0"], summary())):
                with pytest.raises(
                    Unavailable, match=r"the database postgres at 127\.0\.0\.1 cannot be used"
                ):
                    await use
            with pytest.raises(Unavailable):
                await open_store(database)
        finally:
            await asyncio.to_thread(postgres.start)
        await store.check()


@async_test
async def test_a_frozen_database_times_out(
    postgres: services.Postgres, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "QUERY_TIMEOUT_S", 1.0)
    async with asyncio.timeout(30), opened_store(database) as store:
        with postgres.frozen(), pytest.raises(Unavailable):
            await store.append("f", 0, [b"0"], summary())
        assert await read_patiently(store, "f") in ([], [b"0"])
        await store.check()


class Proxy:
    """A proxy of the database that can drop the reply to a statement and close the connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.drops_next_reply = False

    @asynccontextmanager
    async def listen(self, address: str) -> AsyncIterator[str]:
        """The address of the database through this proxy."""
        listener = await asyncio.start_server(self._connect, services.HOST)
        port = listener.sockets[0].getsockname()[1]
        async with listener:
            yield address.replace(f":{self._port}", f":{port}")

    async def _connect(self, client_reader: StreamReader, client_writer: StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection(services.HOST, self._port)
        forwarding = asyncio.create_task(self._forward(client_reader, server_writer))
        while (answer := await server_reader.read(1 << 16)) and not self.drops_next_reply:
            client_writer.write(answer)
        self.drops_next_reply = False
        server_writer.close()
        client_writer.close()
        await forwarding

    async def _forward(self, source: StreamReader, target: StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await source.read(1 << 16):
                target.write(data)
        target.close()


@async_test
async def test_an_append_whose_reply_was_lost_is_looked_up(
    postgres: services.Postgres, database: str
) -> None:
    proxy = Proxy(postgres.port)
    async with (
        opened_store(database) as direct,
        proxy.listen(database) as through_proxy,
        opened_store(through_proxy) as store,
    ):
        for number in range(3):  # then all statements are prepared
            await store.append("w", number, [event("w", number)], summary())
        proxy.drops_next_reply = True
        await store.append("w", 3, events("w", 3, 5), summary())
        assert not proxy.drops_next_reply
        assert await direct.read("w") == events("w", 0, 5)

        await store.append("w", 5, [event("w", 5)], summary())
        await direct.append("w", 6, [event("w", 6)], summary())
        proxy.drops_next_reply = True
        with pytest.raises(NumberTaken):
            await store.append("w", 6, [b"something else"], summary())
        assert not proxy.drops_next_reply
        assert await store.read("w") == events("w", 0, 7)


@async_test
async def test_a_read_only_database_is_not_ready(database: str) -> None:
    overriding = await asyncpg.connect(f"{database}&default_transaction_read_only=off")
    async with opened_store(database) as store:
        await store.append("t", 0, [b"0"], summary())
        await overriding.execute("ALTER ROLE postgres SET default_transaction_read_only = on")
        try:
            await overriding.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = 'ingenious'"
            )
            with pytest.raises(Unavailable, match="is read-only at the moment"):
                await store.check()
            with pytest.raises(Unavailable, match="read-only"):
                await store.append("t", 1, [b"1"], summary())
            assert await store.read("t") == [b"0"]
        finally:
            await overriding.execute("ALTER ROLE postgres RESET default_transaction_read_only")
            await overriding.close()


@async_test
async def test_addresses_that_lead_nowhere_are_explained(
    postgres: services.Postgres, database: str
) -> None:
    with pytest.raises(Unavailable, match='database "nothing" does not exist'):
        await open_store(postgres.url_of("nothing"))
    with pytest.raises(Unavailable) as found:
        await open_store("postgresql://anna:sesame@127.0.0.1:1/tables")
    assert "sesame" not in str(found.value)
