"""Tables of all games, at which Eve attacks and Ben plays honestly."""

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection

from testkit.client import Socket, random_decision

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """A kind of table. In `seats`, e is Eve, b is Ben, and 1 is a bot of level 1."""

    games: str
    seats: str
    casual: bool = False
    starts: bool = True


PLANS = (
    Plan("classic", "eb"),
    Plan("solo", "e", casual=True),
    Plan("team", "ebeb"),
    Plan("duel", "eb", casual=True),
    Plan("cards", "eb1"),
    Plan("dice", "be", casual=True),
    Plan("tiles", "eb"),
    Plan("dice+tiles", "eb"),
    Plan("classic", "e ", starts=False),
)


class RawSocket(Socket):
    """A socket that can send any frame."""

    @property
    def raw(self) -> ClientConnection:
        """The socket of the library."""
        assert self._socket is not None
        return self._socket

    async def close(self) -> None:
        """Abort the connection: with unread messages, a proper close would take long."""
        if self._socket is not None:
            self._socket.transport.abort()
            self._socket = None

    @property
    def is_closed(self) -> bool:
        """Whether it has to be opened again."""
        return self._socket is None or self._socket.close_code is not None

    async def next_answer(self) -> Values:
        """The answer to the next message; answers come in the order of the messages."""
        while True:
            message = await self.receive()
            if message["type"] in ("refused", "done", "preview", "hints") or "done" in message:
                return message

    async def wait_closed(self) -> int:
        """Wait until the server has closed the socket; the code."""
        try:
            async with asyncio.timeout(60):
                await self.raw.wait_closed()
        finally:
            code = self.raw.close_code
            await self.close()
        return 0 if code is None else code


@dataclass(slots=True)
class Person:
    """A guest with a token."""

    http: httpx.AsyncClient
    token: str

    @classmethod
    async def new(cls, http: httpx.AsyncClient, name: str) -> "Person":
        """Create a guest."""
        response = await http.post("/api/tokens", json={"name": name})
        return cls(http, response.json()["token"])

    async def post(self, path: str, values: Values) -> Values:
        """Send a request that has to succeed."""
        headers = {"Authorization": f"Bearer {self.token}"}
        response = await self.http.post(path, json=values, headers=headers)
        response.raise_for_status()
        answer: Values = response.json()
        return answer


@dataclass(slots=True)
class Table:
    """A table with its guests and their sockets."""

    url: str
    plan: Plan
    eve: Person
    ben: Person
    id: str = ""
    invite: str = ""
    past: list[str] = field(default_factory=list)  # the finished tables before this one
    known: Values = field(default_factory=dict)  # an earlier decision at this table
    sockets: list[RawSocket] = field(default_factory=list)  # Eve twice, a stranger, no token
    honest: RawSocket = field(init=False)

    async def open(self) -> "Table":
        """Open the table, or the next one of its kind; take the seats, start, and connect."""
        await self.close()
        if self.id:
            self.past.append(self.id)
        names = {"1": {"kind": "bot", "level": 1}}
        settings = {
            "games": self.plan.games.split("+"),
            "seats": [names.get(letter, {}) for letter in self.plan.seats],
            "casual": self.plan.casual,
        }
        seats = [n for n, letter in enumerate(self.plan.seats) if letter == "e"]
        opened = await self.eve.post("/api/tables", {"settings": settings, "sit": seats})
        self.id, self.invite = opened["table"], opened["invite"]
        for seat, letter in enumerate(self.plan.seats):
            if letter == "b":
                await self.ben.post(self._path, {"do": "sit", "seat": seat, "invite": self.invite})
        if self.plan.starts:
            await self.eve.post(self._path, {"do": "start"})
        stranger = await Person.new(self.eve.http, "Stranger")
        tokens = (self.eve.token, self.eve.token, stranger.token, "")
        self.sockets = [await RawSocket(self.url, self.id, token).open() for token in tokens]
        self.honest = await RawSocket(self.url, self.id, self.ben.token).open()
        return self

    @property
    def _path(self) -> str:
        return f"/api/tables/{self.id}"

    async def close(self) -> None:
        """Close all sockets."""
        for socket in self.sockets:
            await socket.close()
        if self.sockets:
            await self.honest.close()
        self.sockets = []

    async def visit(self, rng: Random) -> int:
        """Make a decision for Eve and Ben if it is their turn; the number of decisions."""
        return sum(
            [await play_if_possible(socket, rng, 1) for socket in (self.sockets[0], self.honest)]
        )

    async def finish(self, rng: Random) -> list[Values]:
        """Play to the end; the records of this table and of those before."""
        if self.sockets[0].shared["phase"] == "gathering":
            await self._fill()
        while True:
            # A mutated message with a valid invitation may have seated the stranger.
            people = (self.sockets[0], self.sockets[2], self.honest)
            made = sum([await play_if_possible(socket, rng) for socket in people])
            if self.honest.is_over():
                break
            if self.honest.shared["phase"] == "between":
                await self.sockets[0].ask(do="start")
            elif not made:
                await asyncio.sleep(0.02)  # a bot thinks
        return [await self._record(id_) for id_ in (*self.past, self.id)]

    async def _record(self, id_: str) -> Values:
        response = await self.eve.http.get(f"/api/tables/{id_}/record")
        record: Values = response.raise_for_status().json()
        return record

    async def _fill(self) -> None:
        for seat, taken in enumerate(self.honest.shared["seats"]):
            if not taken["taken"]:
                await self.honest.ask(do="sit", seat=seat, invite=self.invite)
        await self.sockets[0].ask(do="start")


async def play_if_possible(socket: RawSocket, rng: Random, max_decisions: int = 1000) -> int:
    """Decide as long as it is the turn of one of the socket's seats; the number of decisions."""
    made = 0
    await socket.ask(do="look", seat=-1)  # is refused, after all earlier messages
    while (
        made < max_decisions
        and (turn := socket.view.get("turn"))
        and turn["seat"] in socket.view["yours"]
    ):
        seat = turn["seat"]
        if socket.shared["seats"][seat].get("away"):
            await socket.ask(do="sit", seat=seat)
            continue
        if socket.view["looks"] != seat:
            await socket.ask(do="look", seat=seat)
            continue
        chosen = random_decision(socket.view, rng)
        number = socket.number + 1
        answer = await socket.ask(do="play", seat=seat, number=number, decision=chosen)
        if answer["type"] == "refused" and "number" not in answer:
            raise AssertionError(f"{answer['error']}: {chosen}")
        made += answer["type"] != "refused"
    return made
