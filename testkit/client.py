"""A client of the server that knows no rules: it decides by what its view offers.

Tests and load both play with it, so a view that lacked something would show at once.
"""

import asyncio
import json
from random import Random
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect

from ingenious.rules.board import layout


def decision(view: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Any decision that the view of the acting seat offers."""
    turn, position = view["turn"], view["shared"]["position"]
    seat = turn["seat"]
    if turn["kind"] == "place":
        tile = rng.choice(view["racks"][seat])
        edges, spots = layout(position["radius"]).edges, int(position["spots"], 16)
        free = [number for number in range(spots.bit_length()) if spots >> number & 1]
        at = [list(space) for space in edges[rng.choice(free)]]
        return {"seat": seat, "place": tile, "at": at}
    if turn["kind"] == "play":
        card = rng.choice(view["hands"][seat])
        return {"seat": seat, "play": card, "first": rng.choice(card)}
    if turn["kind"] in ("use", "roll-or-use"):
        if turn["kind"] == "roll-or-use" and rng.random() < 0.2:
            return {"seat": seat, "reroll": True}
        dice = list(range(len(position["dice"][seat])))
        rng.shuffle(dice)
        return {"seat": seat, "resolve": [{"match": die} for die in dice]}
    return {"seat": seat, **rng.choice(view["choices"]["decisions"])}


class Socket:
    """A socket at a table: keeps the view and the record as they are told."""

    def __init__(self, url: str, table: str, token: str = "", source: str = "") -> None:
        self._url = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live"
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._source = (source, 0) if source else None  # the address to connect from
        self._socket: ClientConnection | None = None
        self._ids = 0
        self.table: dict[str, Any] = {}  # the last whole table that was sent
        self.view: dict[str, Any] = {}
        self.absent: list[int] | None = None  # the seats whose people have no line
        self.presence: list[list[int] | None] = []  # all that was told of that, in order
        self.record: dict[str, Any] | None = None
        self.numbers: list[int] = []  # of all news, in the order told
        self.bytes = 0
        self.heard: list[str] | None = None  # every message, for whoever wants to look

    @property
    def shared(self) -> dict[str, Any]:
        """The part of the view that is the same for all."""
        shared: dict[str, Any] = self.view["shared"]
        return shared

    @property
    def number(self) -> int:
        """The number of the last event that it knows of."""
        return int(self.view["number"])

    async def open(self, after: int | None = None, invite: str = "") -> Self:
        """Connect, and wait for the table; `after` asks for what happened since."""
        query = f"?invite={invite}" + ("" if after is None else f"&after={after}")
        self._socket = await connect(
            self._url + query,
            additional_headers=self._headers,
            compression=None,
            max_size=None,
            open_timeout=60,
            local_addr=self._source,
        )
        await self.receive()
        return self

    async def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def send(self, **message: Any) -> int:
        """Send a message; the id under which it is answered."""
        assert self._socket is not None
        self._ids += 1
        await self._socket.send(json.dumps({"id": self._ids, **message}))
        return self._ids

    async def send_raw(self, text: str | bytes) -> None:
        """Send anything."""
        assert self._socket is not None
        await self._socket.send(text)

    async def receive(self, patience: float = 60) -> dict[str, Any]:
        """The next message, after storing its content; presence and heartbeats are skipped."""
        async with asyncio.timeout(patience):
            while (message := await self._hear())["type"] in ("presence", "heartbeat"):
                pass
        return message

    async def until_absent(self, seats: list[int] | None, patience: float = 60) -> None:
        """Wait until these are the seats whose people have no line."""
        async with asyncio.timeout(patience):
            while self.absent != seats:
                await self._hear()

    async def _hear(self) -> dict[str, Any]:
        """The next message of any kind, after keeping what it tells."""
        assert self._socket is not None
        text = await self._socket.recv()
        assert isinstance(text, str)
        self.bytes += len(text)
        if self.heard is not None:
            self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        self._keep(message)
        return message

    def _keep(self, message: dict[str, Any]) -> None:
        if message["type"] == "table":
            self.table = message
        if "absent" in message:
            self.absent = message["absent"]
            self.presence.append(self.absent)
        if message["type"] not in ("table", "update"):
            return
        self.view = message["view"]
        self.numbers += [news["number"] for news in message["news"]]
        if "record" in message:
            self.record = message["record"]
        elif self.record is not None:
            for news in message["news"]:
                self.record["log"] += news.get("entries", [])

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Send a message and wait for its answer, keeping what is told before."""
        sent = await self.send(**message)
        while True:
            answer = await self.receive()
            if answer.get("id") == sent or answer.get("done") == sent:
                return answer

    async def play(self, rng: Random) -> dict[str, Any]:
        """Make any decision for the seat that has to make one, and wait for the answer."""
        view = self.view
        return await self.ask(
            do="play",
            seat=view["turn"]["seat"],
            number=view["number"] + 1,
            decision=decision(view, rng),
        )

    def is_over(self) -> bool:
        """Whether the table is done."""
        return bool(self.shared["phase"] == "over")

    def has_turn(self) -> bool:
        """Whether the seat that it looks through has to decide."""
        turn = self.view.get("turn")
        return turn is not None and turn["seat"] == self.view["looks"]

    async def follow(self) -> None:
        """Look on until the table is over."""
        while not self.is_over():
            await self.receive()

    async def play_on(self, rng: Random) -> None:
        """Play to the end whenever it is one's turn."""
        while not self.is_over():
            if self.has_turn():
                await self.play(rng)
            else:
                await self.receive()
