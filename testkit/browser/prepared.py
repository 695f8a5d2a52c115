"""Tables at which a game stands just before something rare, for a person to do it in a browser.

The games are played by the real rules from a fixed seed until the moment that a test wants; what
led there is written to the server's own store, as if it had been played at a table.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from ingenious.bots import Policy, at_random, greedy
from ingenious.rules import Game
from ingenious.rules.events import Event as Told
from ingenious.rules.moves import Decision
from ingenious.server.clock import now
from ingenious.server.identity import People, Person
from ingenious.server.ids import new_id
from ingenious.server.live.service import summary_of
from ingenious.store import open_store
from ingenious.table import SeatPlan, Settings, Table, commands, encode
from ingenious.table.events import DecisionMade, Event

Moment = Callable[[Game[Any], Any], bool]

HOST = Person("gprepared-host", "Ada")


def never(_game: Game[Any], _state: Any) -> bool:
    """The moment that does not come, so that a game is played to its end."""
    return False


@dataclass(frozen=True)
class Prepared:
    """A table in the store, and the cookie of the person at its seat 0."""

    table: str
    cookie: str


def moment(
    games: str,
    seed: int,
    until: Moment,
    policies: Sequence[Policy] = (greedy,),
    players: int = 2,
    bot: int = 1,
) -> list[Event]:
    """The events of a table up to the moment; raises `LookupError` if it does not come."""
    events = played(games, seed, until, policies, players, bot)
    if Table.fold(events).turn is None:
        raise LookupError(f"the game of seed {seed} ended before")
    return events


def played(
    games: str,
    seed: int,
    until: Moment = never,
    policies: Sequence[Policy] = (greedy,),
    players: int = 2,
    bot: int = 1,
) -> list[Event]:
    """The same, or up to the end of the game; of several games, `tiles+dice`, of the first."""
    seats = (SeatPlan(), *[SeatPlan("bot", bot)] * (players - 1))
    at, rng = now(), Random(seed)
    settings = Settings(tuple(games.split("+")), seats, start=0)
    events: list[Event] = commands.create(settings, HOST.id, at)
    table = Table.fold(events)

    def happen(more: list[Event]) -> None:
        for event in more:
            table.apply(event)
        events.extend(more)

    happen(commands.sit(table, HOST.id, HOST.name, 0, at))
    happen(commands.start(table, HOST.id, rng.randbytes(32), at))
    while (turn := table.turn) is not None:
        playing = table.game
        assert playing is not None
        rules, state = playing.rules, playing.state
        if turn.seat == 0 and until(rules, state):
            break
        policy = policies[turn.seat % len(policies)]
        happen([DecisionMade(at, turn.seat, policy(rules, state, rng))])
    return events


def story_of(rules: Game[Any], state: Any, decision: Decision) -> list[Told]:
    """What a decision does, as far as it does not depend on chance."""
    return list(rules.events(state, decision))


def brought(data: Path, events: list[Event]) -> Prepared:
    """Write a table to a store that a server uses, too."""

    async def write() -> Prepared:
        store = await open_store(str(data / "games.sqlite"))
        try:
            people = People(await store.secret("cookies", secrets.token_bytes(32)))
            table = Table.fold(events)
            id_ = new_id()
            written = [encode(event) for event in events]
            await store.append(id_, 0, written, summary_of(table), [HOST.id])
            return Prepared(id_, people.cookie(HOST))
        finally:
            await store.close()

    # Playwright keeps this thread's event loop for itself.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, write()).result()


__all__ = ["Prepared", "at_random", "brought", "greedy", "moment", "played", "story_of"]
