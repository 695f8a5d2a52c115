"""Guests that use a server over HTTP and sockets."""

import asyncio
from random import Random
from typing import Any

import httpx

from testkit.client import Socket

DATABASE_PASSWORD = "sesame"
UNREACHABLE_DATABASE = f"postgresql://user:{DATABASE_PASSWORD}@127.0.0.1:1/games"
"""No server listens there. The password must not appear in any log or error."""


class Guest:
    """A client with a token, optionally with a local address of its own."""

    _local_address = ""  # also of guests that tests create without a request for a token

    def __init__(self, url: str, name: str, local_address: str = "") -> None:
        self.url = url
        self.name = name
        self._local_address = local_address
        with self._client() as client:
            self.token = client.post(url + "/api/tokens", json={"name": name}).json()["token"]
        self._headers = {"Authorization": f"Bearer {self.token}"}

    def post(self, path: str, values: object) -> httpx.Response:
        """Send a POST request with a JSON body."""
        with self._client() as client:
            return client.post(self.url + path, json=values, headers=self._headers)

    def get(self, path: str) -> httpx.Response:
        """Send a GET request."""
        with self._client() as client:
            return client.get(self.url + path, headers=self._headers)

    def _client(self) -> httpx.Client:
        transport = httpx.HTTPTransport(local_address=self._local_address or None)
        return httpx.Client(transport=transport, timeout=30)

    def open_table(self, game: str, seats: list[dict[str, Any]], **options: Any) -> dict[str, str]:
        """Open a table and take its first seat."""
        settings = {"games": game.split("+"), "seats": seats, **options}
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
        return Socket(url or self.url, table, self.token, self._local_address)


def seat_guests(url: str, game: str, players: int, **options: Any) -> tuple[str, list[Guest]]:
    """Open a table with a guest on each seat; its id, and the guests."""
    guests = [Guest(url, f"Guest {seat}") for seat in range(players)]
    opened = guests[0].open_table(game, [{}] * players, **options)
    for seat, guest in enumerate(guests[1:], 1):
        guest.sit(opened, seat)
    return opened["table"], guests


async def hints_when_ready(socket: Socket, seat: int, count: int = 3) -> list[dict[str, Any]]:
    """The hints for a seat, as soon as the bot that gives them is loaded."""
    async with asyncio.timeout(300):
        while True:
            answer = await socket.ask(do="hint", seat=seat, count=count)
            if answer["type"] == "hints":
                hints: list[dict[str, Any]] = answer["hints"]
                return hints
            assert answer["code"] == "busy", answer


async def play_out(sockets: list[Socket], rng: Random) -> None:
    """Play a table to its end, with a socket for each player."""
    await asyncio.gather(*[socket.play_to_end(rng) for socket in sockets])
