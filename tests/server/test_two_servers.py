"""Two servers, one PostgreSQL and one Redis: a table belongs to no process."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx
import pytest

from bench import services
from bench.crashes.crowd import Crowd, Plan
from bench.crashes.disasters import fresh, two_servers
from bench.crashes.findings import examine
from bench.crashes.racing import median_ms, races, travel
from ingenious.rules import PLAYERS

PLANS = tuple(Plan(game, 4 if game == "team" else 2) for game in PLAYERS if game != "solo")

Pair = tuple[list[str], str, services.Redis]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """The addresses of two servers, their database and their broker."""
    with ExitStack() as stack:
        postgres = stack.enter_context(services.postgres(fsync=False))
        redis = stack.enter_context(services.redis())
        database = asyncio.run(fresh(postgres.url))
        servers = two_servers(stack, tmp_path_factory.mktemp("two"), database, redis.url)
        yield [server.url for server in servers], database, redis


def test_whole_games_with_the_seats_spread_over_both_servers(pair: Pair) -> None:
    urls, database, _ = pair

    async def play() -> list[str]:
        crowd = Crowd(urls, tables=len(PLANS), think=0.02, plans=PLANS)
        crowd.enough.set()
        await crowd.play()
        assert all(seated.is_over for seated in crowd.seated)
        # Every seat's log is that of the store, and both servers tell the same record.
        return (await examine(database, crowd, is_alone=False)).problems

    assert asyncio.run(play()) == []


def test_of_two_commands_for_the_same_number_one_wins_and_the_other_is_told(pair: Pair) -> None:
    urls, database, _ = pair
    summary = asyncio.run(races(urls, database, tables=10))
    assert summary["problems"] == []
    assert summary["races"]["seat"] == summary["races"]["start"] == 10
    assert summary["races"]["decision"] > 30
    assert summary["races"]["resigning"] > 0
    assert summary["acknowledged"] == sum(summary["races"].values())


def test_news_travel_by_the_broker_and_arrive_without_it(
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
        assert ready() == {"ready (without its broker: news travel slowly)"}
    finally:
        redis.start()
    record_property("median_ms_again", median_ms(asyncio.run(travel(urls, moves=3))))
