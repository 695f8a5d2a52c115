"""A real server in a process of its own, and people at it."""

import asyncio
from random import Random
from typing import Any

import httpx

from testkit.client import Socket
from testkit.server_process import GENEROUS, ServerProcess, free_port

__all__ = [
    "GENEROUS",
    "NOWHERE",
    "PASSWORD",
    "Guest",
    "ServerProcess",
    "free_port",
    "hints_when_ready",
    "play_out",
    "seated",
]

PASSWORD = "sesame"
NOWHERE = f"postgresql://somebody:{PASSWORD}@127.0.0.1:1/games"
"""A database that is not there, and what no log and no error may tell."""


class Guest:
    """A program with a token that uses a server, optionally from a given address."""

    source = ""

    def __init__(self, url: str, name: str, source: str = "") -> None:
        self.url = url
        self.name = name
        self.source = source
        with self._client() as client:
            self.token = client.post(url + "/api/tokens", json={"name": name}).json()["token"]
        self._headers = {"Authorization": f"Bearer {self.token}"}

    def post(self, path: str, values: object) -> httpx.Response:
        """Ask for something."""
        with self._client() as client:
            return client.post(self.url + path, json=values, headers=self._headers)

    def get(self, path: str) -> httpx.Response:
        """Look at something."""
        with self._client() as client:
            return client.get(self.url + path, headers=self._headers)

    def _client(self) -> httpx.Client:
        transport = httpx.HTTPTransport(local_address=self.source or None)
        return httpx.Client(transport=transport, timeout=30)

    def open_table(self, game: str, seats: list[dict[str, Any]], **more: Any) -> dict[str, str]:
        """Open a table at which one takes the first seat."""
        settings = {"games": game.split("+"), "seats": seats, **more}
        response = self.post("/api/tables", {"settings": settings, "sit": [0]})
        assert response.status_code == 201, response.text
        opened: dict[str, str] = response.json()
        return opened

    def sit(self, opened: dict[str, str], seat: int) -> None:
        """Take a seat by invitation."""
        message = {"do": "sit", "seat": seat, "invite": opened["invite"]}
        response = self.post(f"/api/tables/{opened['table']}", message)
        assert response.status_code == 200, response.text

    def socket(self, table: str, url: str = "") -> Socket:
        """A socket at a table."""
        return Socket(url or self.url, table, self.token, self.source)


def seated(url: str, game: str, players: int, **more: Any) -> tuple[str, list[Guest]]:
    """A table with a person on each seat."""
    guests = [Guest(url, f"Guest {seat}") for seat in range(players)]
    opened = guests[0].open_table(game, [{}] * players, **more)
    for seat, guest in enumerate(guests[1:], 1):
        guest.sit(opened, seat)
    return opened["table"], guests


async def hints_when_ready(socket: Socket, seat: int, count: int = 3) -> list[dict[str, Any]]:
    """The hints for a seat, once the bot that gives them is loaded."""
    async with asyncio.timeout(300):
        while True:
            answer = await socket.ask(do="hint", seat=seat, count=count)
            if answer["type"] == "hints":
                hints: list[dict[str, Any]] = answer["hints"]
                return hints
            assert answer["code"] == "busy", answer


async def play_out(sockets: list[Socket], rng: Random) -> None:
    """Play a table to its end."""
    await asyncio.gather(*[socket.play_on(rng) for socket in sockets])
