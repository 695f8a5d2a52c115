"""Tables of all games, with one who sends anything and one who only wants to play."""

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
    """A kind of table: E sits where there is an e, B where there is a b, and 1 is a weak bot."""

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


class Wire(Socket):
    """A socket over which anything can be sent."""

    @property
    def raw(self) -> ClientConnection:
        """The socket itself."""
        assert self._socket is not None
        return self._socket

    async def close(self) -> None:
        """Hang up at once: who has not read everything would wait long for a proper end."""
        if self._socket is not None:
            self._socket.transport.abort()
            self._socket = None

    @property
    def is_closed(self) -> bool:
        """Whether it has to be opened anew."""
        return self._socket is None or self._socket.close_code is not None

    async def answered(self) -> Values:
        """The answer to what was sent; they come in the order of the messages."""
        while True:
            message = await self.receive()
            if message["type"] in ("refused", "done", "preview", "hints") or "done" in message:
                return message

    async def end(self) -> int:
        """Wait until the other side has closed the socket; its code."""
        try:
            async with asyncio.timeout(60):
                await self.raw.wait_closed()
        finally:
            code = self.raw.close_code
            await self.close()
        return 0 if code is None else code


@dataclass(slots=True)
class Person:
    """Somebody with a token."""

    http: httpx.AsyncClient
    token: str

    @classmethod
    async def new(cls, http: httpx.AsyncClient, name: str) -> "Person":
        """Somebody who was never here."""
        response = await http.post("/api/tokens", json={"name": name})
        return cls(http, response.json()["token"])

    async def post(self, path: str, values: Values) -> Values:
        """Ask for something that will be granted."""
        headers = {"Authorization": f"Bearer {self.token}"}
        response = await self.http.post(path, json=values, headers=headers)
        response.raise_for_status()
        answer: Values = response.json()
        return answer


@dataclass(slots=True)
class Table:
    """A table with its people, and the sockets of each."""

    url: str
    plan: Plan
    eve: Person
    ben: Person
    id: str = ""
    invite: str = ""
    past: list[str] = field(default_factory=list)  # tables before this one, which are over
    known: Values = field(default_factory=dict)  # a decision that was legal here once
    wires: list[Wire] = field(default_factory=list)  # of Eve, of a stranger, of nobody
    honest: Wire = field(init=False)

    async def open(self) -> "Table":
        """Open it, or the next one of its kind; seat everybody, start, and connect."""
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
        self.wires = [await Wire(self.url, self.id, token).open() for token in tokens]
        self.honest = await Wire(self.url, self.id, self.ben.token).open()
        return self

    @property
    def _path(self) -> str:
        return f"/api/tables/{self.id}"

    async def close(self) -> None:
        """Hang up everywhere."""
        for wire in self.wires:
            await wire.close()
        if self.wires:
            await self.honest.close()
        self.wires = []

    async def visit(self, rng: Random) -> int:
        """Go on with the game: whatever else is sent, everybody can play; how often one did."""
        return sum([await play_if_possible(wire, rng, 1) for wire in (self.wires[0], self.honest)])

    async def finish(self, rng: Random) -> list[Values]:
        """Play to the end; the whole records of this table and of those before."""
        if self.wires[0].shared["phase"] == "gathering":
            await self._fill()
        while True:
            # By a spoiled message with a good invitation, the stranger may have come to sit here.
            people = (self.wires[0], self.wires[2], self.honest)
            made = sum([await play_if_possible(wire, rng) for wire in people])
            if self.honest.is_over():
                break
            if self.honest.shared["phase"] == "between":
                await self.wires[0].ask(do="start")
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
        await self.wires[0].ask(do="start")


async def play_if_possible(wire: Wire, rng: Random, most: int = 1000) -> int:
    """Decide as long as it is for one of the own seats to decide; how often it was."""
    made = 0
    await wire.ask(do="look", seat=-1)  # is refused, after everything that was told before
    while made < most and (turn := wire.view.get("turn")) and turn["seat"] in wire.view["yours"]:
        seat = turn["seat"]
        if wire.shared["seats"][seat].get("away"):
            await wire.ask(do="sit", seat=seat)
            continue
        if wire.view["looks"] != seat:
            await wire.ask(do="look", seat=seat)
            continue
        chosen = random_decision(wire.view, rng)
        number = wire.number + 1
        answer = await wire.ask(do="play", seat=seat, number=number, decision=chosen)
        if answer["type"] == "refused" and "number" not in answer:
            raise AssertionError(f"{answer['error']}: {chosen}")
        made += answer["type"] != "refused"
    return made
