"""Two servers, one PostgreSQL and one Redis: a table belongs to no process."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import httpx
import pytest

from soak.crashes.crowd import Crowd, Plan
from soak.crashes.disasters import new_schema, two_servers
from soak.crashes.findings import examine
from soak.crashes.racing import median_ms, races, travel
from testkit import services
from testkit.client import Socket
from testkit.guests import seat_guests
from testkit.server_process import ServerProcess

PLANS = (Plan("duel", 2), Plan("cards", 3), Plan("dice", 2), Plan("tiles", 4))
"""`make soak` plays all games."""

SHORT_TIMEOUT = ("--away-after", "1")

Pair = tuple[list[str], str, services.Redis]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """The addresses of two servers, their database and their broker."""
    with ExitStack() as stack:
        postgres = stack.enter_context(services.postgres(fsync=False))
        redis = stack.enter_context(services.redis())
        database = asyncio.run(new_schema(postgres.url))
        folder = tmp_path_factory.mktemp("two")
        servers = two_servers(stack, folder, database, redis.url, *SHORT_TIMEOUT)
        yield [server.url for server in servers], database, redis


def test_whole_games_with_the_seats_spread_over_both_servers(pair: Pair) -> None:
    urls, database, _ = pair

    async def play() -> list[str]:
        crowd = Crowd(urls, tables=len(PLANS), think=0.02, plans=PLANS)
        crowd.stop.set()
        await crowd.play()
        assert all(played.is_over for played in crowd.played)
        # Every seat's log matches the store, and both servers return the same record.
        return (await examine(database, crowd, is_alone=False)).problems

    assert asyncio.run(play()) == []


def test_of_two_commands_for_the_same_number_one_is_refused_as_stale(pair: Pair) -> None:
    urls, database, _ = pair
    summary = asyncio.run(races(urls, database, tables=10))
    assert summary["problems"] == []
    assert summary["races"]["seat"] == summary["races"]["start"] == 10
    assert summary["races"]["decision"] > 30
    assert summary["races"]["resigning"] > 0
    assert summary["acknowledged"] == sum(summary["races"].values())


def test_news_arrive_with_and_without_the_broker(
    pair: Pair, record_property: Callable[[str, object], None]
) -> None:
    urls, _, redis = pair

    def ready() -> set[str]:
        return {httpx.get(url + "/ready").text.strip() for url in urls}

    record_property("median_ms", median_ms(asyncio.run(travel(urls, moves=20))))
    assert ready() == {"ready"}
    redis.kill()
    try:
        record_property("median_ms_without", median_ms(asyncio.run(travel(urls, moves=3))))
        assert ready() == {"ready (broker disconnected: updates between servers are slow)"}
    finally:
        redis.start()
    record_property("median_ms_again", median_ms(asyncio.run(travel(urls, moves=3))))


def test_a_player_connected_to_one_server_is_present_at_the_other(
    pair: Pair, tmp_path: Path
) -> None:
    (here, there), database, redis = pair
    table, (ann, ben) = seat_guests(here, "duel", 2)
    options = ("--database", database, "--broker", redis.url, *SHORT_TIMEOUT)

    async def play(third: ServerProcess) -> None:
        first = await ann.socket(table).open()
        second = await ben.socket(table, there).open()
        await first.wait_until_absent([])
        await second.close()
        await first.wait_until_absent([1])
        # Back at a third server, which is then killed: it leaves no ghost.
        second = await ben.socket(table, third.url).open()
        await first.wait_until_absent([])
        third.kill()
        await first.wait_until_absent([1])
        # A server without reports from others reports no player as away.
        redis.kill()
        try:
            await first.wait_until_absent(None)
        finally:
            redis.start()
        await first.wait_until_absent([1])
        assert first.view["number"] == ann.get(f"/api/tables/{table}").json()["view"]["number"]
        await first.close()

    with ServerProcess(tmp_path / "data", *options) as third:
        asyncio.run(play(third))


def test_without_a_broker_no_player_is_reported_as_away(pair: Pair, tmp_path: Path) -> None:
    _, database, _ = pair
    with ServerProcess(tmp_path / "data", "--database", database, *SHORT_TIMEOUT) as alone:
        table, (ann, _) = seat_guests(alone.url, "duel", 2)

        async def play() -> None:
            async with ann.socket(table) as first:
                assert first.absent is None

        asyncio.run(play())


async def _turn(sockets: list[Socket], rng: Random) -> int:
    """Let the seat whose turn it is decide, once every socket is up to date; the new number."""
    newest = max(socket.number for socket in sockets)
    for socket in sockets:
        while socket.number < newest:
            await socket.receive()
    acts = next(socket for socket in sockets if socket.has_turn())
    await acts.play(rng)
    return acts.number


def test_without_a_broker_no_process_sends_an_outdated_table(pair: Pair, tmp_path: Path) -> None:
    _, database, _ = pair

    async def play(here: ServerProcess, there: ServerProcess) -> None:
        table, (ann, ben) = seat_guests(here.url, "tiles", 2)
        rng = Random(1)
        async with (
            ann.socket(table) as first,
            ben.socket(table) as second,
            ann.socket(table, there.url),  # so the other process has the table in memory
        ):
            await first.ask(do="start")
            for _ in range(12):
                known = await _turn([first, second], rng)
                late = await ben.socket(table, there.url).open(after=known)
                assert late.number >= known
                await late.close()
            # A decision over HTTP is also judged by the table that its number refers to.
            known = await _turn([first, second], rng)
            ben.url = there.url
            word = {"do": "play", "seat": 1, "number": known + 1, "decision": {"seat": 1}}
            assert ben.post(f"/api/tables/{table}", word).json()["code"] != "stale"

    with (
        ServerProcess(tmp_path / "first", "--database", database) as here,
        ServerProcess(tmp_path / "second", "--database", database) as there,
    ):
        asyncio.run(play(here, there))
