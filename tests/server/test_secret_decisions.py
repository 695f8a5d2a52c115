"""What the others receive does not depend on whether a player could have swapped.

The same games are played at two servers. At one of them seat 0 may swap or discard and never does,
at the other it may not. Everything that the others receive is compared; only times and names of
tables are left out.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from testkit.client import Socket
from testkit.client import random_decision as any_decision
from testkit.guests import Guest, seat_guests
from testkit.server_process import ServerProcess
from testkit.swap_twin import SWAPS

VARYING = ("at", "since", "now", "changed", "deadline", "left", "invite", "table", "absent")
SECRET = ("swap", "discard")


@contextmanager
def twin(folder: Path, swaps: str) -> Iterator[ServerProcess]:
    """A server that deals the same pieces in every game; without `swaps`, no player may swap."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(SWAPS, swaps)
        running = ServerProcess(folder / f"data{swaps}")
        running.command[2] = "testkit.swap_twin"
        with running:
            yield running


@pytest.fixture(scope="module")
def twins(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    folder = tmp_path_factory.mktemp("twins")
    with twin(folder, "yes") as swapping, twin(folder, "") as other:
        yield swapping, other


class ObservedGame:
    """One game at one server, and all that the other players and a spectator received."""

    def __init__(self, url: str, game: str, players: int, seed: int) -> None:
        more = {"start": 0, "listed": True, "clock": {"kind": "total", "seconds": 900}}
        self.table, self.guests = seat_guests(url, game, players, **more)
        self.eve = Guest(url, "Eve")
        self.sockets = [guest.socket(self.table) for guest in self.guests]
        self.spectator = self.eve.socket(self.table)
        self.rng = Random(seed)
        self.received: list[Any] = []
        self.pending: list[int] = []  # the turns in which seat 0 could have swapped
        self.turns = 0

    @property
    def others(self) -> list[Socket]:
        return [*self.sockets[1:], self.spectator]

    async def play(self, pending: list[int] | None, most: int) -> None:
        """Play some turns. In the turns `pending` of the first game the others probe the second."""
        for socket in (*self.sockets, self.spectator):
            socket.received = []
            await socket.open()
        await self.sockets[0].ask(do="start")
        await self._wait_for_news()
        for _ in range(most):
            first = self.sockets[0]
            if first.is_over() or (pending is None and self.pending):
                break
            if pending is not None and self.turns in pending:
                await self._probe()
            await self._decide(pending is None)
            self.turns += 1
        for socket in (*self.sockets, self.spectator):
            await socket.close()
        for socket in self.others:
            assert socket.received is not None
            self.received += [without_times(json.loads(text)) for text in socket.received]

    async def _decide(self, is_first: bool) -> None:
        seat = self.sockets[0].view["turn"]["seat"]
        acting = self.sockets[seat]
        before = self._counted()
        number, turn = self.spectator.number, self.spectator.view["turn"]
        await self._play(acting, any_decision(acting.view, self.rng))
        if acting.has_turn() and acting.view["turn"]["kind"] in SECRET:
            assert is_first
            assert seat == 0
            self.pending.append(self.turns)
            # The placement is secret until the player has kept or swapped their rack.
            seen = self.eve.get(f"/api/tables/{self.table}").json()["view"]
            assert (seen["number"], seen["turn"]) == (number, turn)
            assert self._counted() == before  # the metrics are public
            await self._probe()
            await self._play(acting, {"seat": 0, "keep": True})
        await self._wait_for_news()

    def _counted(self) -> list[str]:
        """The metrics that count events."""
        lines = httpx.get(self.guests[0].url + "/metrics").text.splitlines()
        counts = ("ingenious_events_total", "ingenious_append_seconds_count")
        return [line for line in lines if line.startswith(counts)]

    async def _play(self, socket: Socket, decision: dict[str, Any]) -> None:
        number, seat = socket.number + 1, decision["seat"]
        answer = await socket.ask(do="play", seat=seat, number=number, decision=decision)
        assert "done" in answer, answer

    async def _wait_for_news(self) -> None:
        """Wait until everyone has received the event that has just happened."""
        target = self.spectator.number + 1
        while self.spectator.number < target:
            await self.spectator.receive()
        for socket in self.sockets:
            while not self._is_up_to_date(socket):
                await socket.receive()

    def _is_up_to_date(self, socket: Socket) -> bool:
        """Whether a player has received everything that the spectator has."""
        mine, theirs = socket.view.get("turn"), self.spectator.view.get("turn")
        is_ahead = mine is not None and mine["kind"] in SECRET
        asking = socket.shared.get("asking") == self.spectator.shared.get("asking")
        return asking and (is_ahead or mine == theirs)

    async def _probe(self) -> None:
        """Another player and a spectator try everything to find out what happens."""
        seat, socket = 1, self.sockets[1]
        place = {"seat": seat, "place": "RO", "at": [[0, 0], [0, 1]]}
        for number in (socket.number, socket.number + 1, socket.number + 2):
            await socket.ask(do="play", seat=seat, number=number, decision=place)
        await socket.ask(do="preview", seat=seat, decision=place)
        await socket.ask(do="hint", seat=seat)
        if "takeback" in socket.view["can"]:
            for order in ({"do": "takeback", "seat": seat}, {"do": "takeback-withdraw"}):
                await socket.ask(**order)
                await self._wait_for_news()
        for guest, after in ((self.guests[1], socket.number - 3), (self.eve, 0)):
            fresh = guest.socket(self.table)
            fresh.received = []
            await fresh.open(after=after)
            await fresh.close()
            self.received += [without_times(json.loads(text)) for text in fresh.received]
            for path in ("", "/record", "/history"):
                found = guest.get(f"/api/tables/{self.table}{path}")
                assert found.status_code == 200, found.text
                self.received.append(without_times(found.json()))
        listed = httpx.get(self.guests[0].url + "/api/tables").json()["tables"]
        mine = self.guests[1].get("/api/me/tables").json()["tables"]
        self.received += [
            without_times(one) for one in (*listed, *mine) if one["table"] == self.table
        ]


def without_times(values: Any) -> Any:
    """What was received, without times and without random values of the server."""
    if isinstance(values, dict):
        if values.get("type") == "presence":
            return None
        return {
            key: None if key in VARYING else without_times(value) for key, value in values.items()
        }
    return [without_times(value) for value in values] if isinstance(values, list) else values


@pytest.mark.parametrize(("game", "players"), [("classic", 2), ("team", 4), ("cards", 2)])
def test_a_declined_swap_looks_like_no_swap(
    twins: tuple[ServerProcess, ServerProcess], game: str, players: int
) -> None:
    seed, one = 0, ObservedGame(twins[0].url, game, players, 0)
    asyncio.run(one.play(None, 60))
    while not one.pending:
        seed += 1
        assert seed < 20, "in one of the games seat 0 could have swapped"
        one = ObservedGame(twins[0].url, game, players, seed)
        asyncio.run(one.play(None, 60))
    two = ObservedGame(twins[1].url, game, players, seed)
    asyncio.run(two.play(one.pending, one.turns))
    assert two.turns == one.turns
    received = [[item for item in observed.received if item is not None] for observed in (one, two)]
    assert len(received[0]) == len(received[1])
    for mine, theirs in zip(*received, strict=True):
        assert mine == theirs
