"""Tables with a game in progress, for tests in a browser.

A game is played from a fixed seed until the position that a test needs. Its events are written to
the server's store, as if it had been played there.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from ingenious.bots import Policy, greedy
from ingenious.rules import Game
from ingenious.server.clock import now
from ingenious.server.identity import People, Person
from ingenious.server.ids import new_id
from ingenious.server.live.service import summary_of
from ingenious.store import open_store
from ingenious.table import SeatPlan, Settings, Table, commands, encode
from ingenious.table.events import DecisionMade, Event

Condition = Callable[[Game[Any], Any], bool]
"""Whether a game in this state has come to the position that a test needs."""

HOST = Person("gprepared-host", "Ada")


@dataclass(frozen=True)
class PreparedTable:
    """A table in the store, and the cookie of the player on its seat 0."""

    table: str
    cookie: str


def play_until(
    games: str,
    seed: int,
    condition: Condition,
    policies: Sequence[Policy] = (greedy,),
    players: int = 2,
    level: int = 1,
    challenge: int = 1,
) -> list[Event]:
    """The events of a table until it is seat 0's turn and the condition is met.

    Of several games, `tiles+dice`, the condition has to be met in the `challenge` of that number.
    Raises `LookupError` if the game ends before.
    """
    events = _play(games, seed, condition, policies, players, level, challenge)
    if Table.fold(events).turn is None:
        raise LookupError(f"the game of seed {seed} ended before the condition was met")
    return events


def play_game(
    games: str,
    seed: int,
    policies: Sequence[Policy] = (greedy,),
    players: int = 2,
    challenge: int = 1,
) -> list[Event]:
    """The events of a table up to the end of its game; of several, that of this number."""
    return _play(games, seed, lambda _game, _state: False, policies, players, challenge=challenge)


def _play(
    games: str,
    seed: int,
    condition: Condition,
    policies: Sequence[Policy],
    players: int,
    level: int = 1,
    challenge: int = 1,
) -> list[Event]:
    seats = (SeatPlan(), *[SeatPlan("bot", level)] * (players - 1))
    at, rng = now(), Random(seed)
    settings = Settings(tuple(games.split("+")), seats, start=0)
    events: list[Event] = commands.create(settings, HOST.id, at)
    table = Table.fold(events)

    def apply(new: list[Event]) -> None:
        for event in new:
            table.apply(event)
        events.extend(new)

    apply(commands.sit(table, HOST.id, HOST.name, 0, at))
    for number in range(1, challenge + 1):
        apply(commands.start(table, HOST.id, rng.randbytes(32), at))
        while (turn := table.turn) is not None:
            game = table.game
            assert game is not None
            rules, state = game.rules, game.state
            if number == challenge and turn.seat == 0 and condition(rules, state):
                break
            policy = policies[turn.seat % len(policies)]
            apply([DecisionMade(at, turn.seat, policy(rules, state, rng))])
    return events


def store_table(data: Path, events: list[Event]) -> PreparedTable:
    """Write a table to the store of a running server."""

    async def write() -> PreparedTable:
        store = await open_store(str(data / "games.sqlite"))
        try:
            people = People(await store.secret("cookies", secrets.token_bytes(32)))
            table = Table.fold(events)
            id_ = new_id()
            encoded = [encode(event) for event in events]
            await store.append(id_, 0, encoded, summary_of(table), [HOST.id])
            return PreparedTable(id_, people.cookie(HOST))
        finally:
            await store.close()

    # Playwright runs an event loop in this thread, so asyncio needs another one.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, write()).result()
