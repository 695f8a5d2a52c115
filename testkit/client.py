"""A client of the server that knows no rules: it chooses from what its view offers.

Tests and benchmarks play with it, so they fail if a view lacks something.
"""

import asyncio
import json
from random import Random
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect

from ingenious.rules.board import layout


def random_decision(view: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A random decision out of those that the acting seat's view offers."""
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
    """A socket at a table: keeps the view and the record up to date with the messages."""

    def __init__(
        self, url: str, table: str, token: str = "", local_address: str = "", cookie: str = ""
    ) -> None:
        self._url = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live"
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        if cookie:
            self._headers["Cookie"] = cookie
        self._local_address = (local_address, 0) if local_address else None
        self._socket: ClientConnection | None = None
        self._ids = 0
        self.table: dict[str, Any] = {}  # the last message of type "table"
        self.view: dict[str, Any] = {}
        self.absent: list[int] | None = None  # the seats whose players are not connected
        self.presence: list[list[int] | None] = []  # all values of `absent`, in order
        self.record: dict[str, Any] | None = None
        self.numbers: list[int] = []  # of all news, in the order received
        self.bytes = 0  # received
        self.received: list[str] | None = None  # every message, if a test sets this to []

    @property
    def shared(self) -> dict[str, Any]:
        """The part of the view that all viewers share."""
        shared: dict[str, Any] = self.view["shared"]
        return shared

    @property
    def number(self) -> int:
        """The number of the last event received."""
        return int(self.view["number"])

    async def open(self, after: int | None = None, invite: str = "") -> Self:
        """Connect, and wait for the table; with `after`, for the news since that number."""
        query = f"?invite={invite}" + ("" if after is None else f"&after={after}")
        self._socket = await connect(
            self._url + query,
            additional_headers=self._headers,
            compression=None,
            max_size=None,
            max_queue=None,  # pings are answered also while the test reads no messages
            open_timeout=60,
            local_addr=self._local_address,
        )
        await self.receive()
        return self

    async def close(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def send(self, **message: Any) -> int:
        """Send a message, and return its id."""
        assert self._socket is not None
        self._ids += 1
        await self._socket.send(json.dumps({"id": self._ids, **message}))
        return self._ids

    async def send_raw(self, text: str | bytes) -> None:
        """Send a frame as it is."""
        assert self._socket is not None
        await self._socket.send(text)

    async def receive(self, timeout_s: float = 120) -> dict[str, Any]:
        """The next message, after applying it; presence and heartbeats are not returned."""
        async with asyncio.timeout(timeout_s):
            while (message := await self._receive_any())["type"] in ("presence", "heartbeat"):
                pass
        return message

    async def wait_until_absent(self, seats: list[int] | None, timeout_s: float = 120) -> None:
        """Wait until these are the seats whose players are not connected."""
        async with asyncio.timeout(timeout_s):
            while self.absent != seats:
                await self._receive_any()

    async def _receive_any(self) -> dict[str, Any]:
        """The next message of any type, after applying it."""
        assert self._socket is not None
        text = await self._socket.recv()
        assert isinstance(text, str)
        self.bytes += len(text)
        if self.received is not None:
            self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        self.apply(message)
        return message

    def apply(self, message: dict[str, Any]) -> None:
        """Update the state of this client by a message."""
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
        """Send a message and wait for its answer, applying other messages meanwhile."""
        sent = await self.send(**message)
        while True:
            answer = await self.receive()
            if answer.get("id") == sent or answer.get("done") == sent:
                return answer

    async def play(self, rng: Random) -> dict[str, Any]:
        """Make a random decision for the seat whose turn it is, and wait for the answer."""
        view = self.view
        return await self.ask(
            do="play",
            seat=view["turn"]["seat"],
            number=view["number"] + 1,
            decision=random_decision(view, rng),
        )

    def is_over(self) -> bool:
        """Whether the table is over."""
        return bool(self.shared["phase"] == "over")

    def has_turn(self) -> bool:
        """Whether it is the turn of the seat whose view this is."""
        turn = self.view.get("turn")
        return turn is not None and turn["seat"] == self.view["looks"]

    async def watch_to_end(self) -> None:
        """Receive messages until the table is over."""
        while not self.is_over():
            await self.receive()

    async def play_to_end(self, rng: Random) -> None:
        """Make random decisions, whenever it is this seat's turn, until the table is over."""
        while not self.is_over():
            if self.has_turn():
                await self.play(rng)
            else:
                await self.receive()
