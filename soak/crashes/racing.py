"""Two servers, one table: commands that race each other, and how fast news travel between them."""

import asyncio
import statistics
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx

from ingenious.table.live_game import SECRET_KINDS
from testkit.client import random_decision

from .crowd import Crowd, Plan, Seated
from .disasters import Service, two_servers
from .findings import examine, shown
from .memory import Acknowledged, Memory, Values, Witness

DUEL = Plan("duel", 2)


@dataclass(slots=True)
class Score:
    """How the races went: each has one winner, and whoever loses is told so."""

    races: Counter[str] = field(default_factory=Counter)  # by what they were about
    winners: Counter[str] = field(default_factory=Counter)  # by server
    wrong: list[str] = field(default_factory=list)

    def count(self, kind: str, won: list[bool]) -> None:
        """Count a race."""
        self.races[kind] += 1
        if sum(won) == 1:
            self.winners[("first server", "second server")[won.index(True)]] += 1
        else:
            self.wrong.append(f"{kind}: {sum(won)} have won")


class Arena:
    """A duel; each of its two people has a socket at each of the two servers."""

    def __init__(self, urls: list[str], rng: Random, score: Score) -> None:
        self._urls = urls
        self._rng = rng
        self._score = score
        self._sockets: list[list[Witness]] = []  # by seat, then by server
        self._memories: list[list[Memory]] = []
        self.table = ""

    @property
    def seated(self) -> Seated:
        """The table with all that was told at it, for whoever examines it."""
        return Seated(self.table, DUEL, [memory for both in self._memories for memory in both])

    async def open(self) -> None:
        """Open the table, let two race for its free seat, and let two start it at once."""
        async with httpx.AsyncClient(timeout=30) as http:
            tokens = [await self._token(http, name) for name in ("Ann", "Ben", "Eve")]
            wanted = {"settings": DUEL.settings, "sit": [0]}
            opened = (await self._post(http, 0, "/api/tables", wanted, tokens[0])).json()
            self.table = opened["table"]
            message = {"do": "sit", "seat": 1, "invite": opened["invite"]}
            path, guests = f"/api/tables/{self.table}", tokens[1:]
            sat = await asyncio.gather(
                *[self._post(http, n, path, message, token) for n, token in enumerate(guests)]
            )
        won = [answer.is_success for answer in sat]
        self._score.count("seat", won)
        for people in (tokens[0], guests[won.index(True)]):
            seat = len(self._memories)
            self._memories.append([Memory(self.table, seat) for _ in self._urls])
            self._sockets.append(
                [
                    await Witness(url, people, memory).open()
                    for url, memory in zip(self._urls, self._memories[seat], strict=True)
                ]
            )
        number = sat[won.index(True)].json()["number"]
        self._memories[1][0].acknowledged.append(Acknowledged(number, "sit", 1, None))
        await self._race("start", [(0, {"do": "start"}), (1, {"do": "start"})])

    async def close(self) -> None:
        """Hang up."""
        await asyncio.gather(*[socket.close() for both in self._sockets for socket in both])

    async def play(self, most: int) -> None:
        """Decide so often, each time from two browsers; unless that was the end, both resign."""
        made = 0
        while made < most or self._is_secret_to(0) or self._is_secret_to(1):
            made += 1
            first = self._sockets[0][0]
            if first.is_over():
                return
            seat = first.view["turn"]["seat"]
            number = self._sockets[seat][0].number + 1
            about = {"do": "play", "seat": seat, "number": number}
            views = [socket.view for socket in self._sockets[seat]]
            wishes = [{**about, "decision": random_decision(view, self._rng)} for view in views]
            await self._race("decision", [(seat, wish) for wish in wishes])
        resigning = [
            {
                "do": "play",
                "seat": seat,
                "number": self._sockets[seat][0].number + 1,
                "decision": {"seat": seat, "resign": True},
            }
            for seat in (0, 1)
        ]
        if not self._sockets[0][0].is_over():
            await self._race("resigning", list(enumerate(resigning)))

    async def move(self) -> float | None:
        """Decide at one server; the seconds until the other seat has heard of it at the other.

        None if the game is over, or if they may not hear of it yet.
        """
        if self._sockets[0][0].is_over():
            return None
        before = self._numbers()
        seat = self._sockets[0][0].view["turn"]["seat"]
        speaker, listener = self._sockets[seat][0], self._sockets[1 - seat][1]
        number = speaker.number + 1
        chosen = random_decision(speaker.view, self._rng)
        began = time.monotonic()
        await speaker.send(do="play", seat=seat, number=number, decision=chosen)
        while speaker.number < number:
            await speaker.receive()
        if self._is_secret_to(1 - seat):
            return None
        while listener.number <= before[1 - seat]:
            await listener.receive()
        took = time.monotonic() - began
        await self._all_hear(before)
        return took

    def _numbers(self) -> list[int]:
        """How far each seat counts."""
        return [max(socket.number for socket in both) for both in self._sockets]

    def _is_secret_to(self, seat: int) -> bool:
        """Whether the other seat has to decide something first of which this one may not know."""
        newest = max(self._sockets[1 - seat], key=lambda socket: socket.number)
        turn = newest.view.get("turn")
        return turn is not None and turn["kind"] in SECRET_KINDS

    async def _race(self, kind: str, wishes: list[tuple[int, Values]]) -> None:
        """Ask both servers at the same moment, each for a seat; then all hear how it went."""
        before = self._numbers()
        asked = [self._ask(seat, server, wish) for server, (seat, wish) in enumerate(wishes)]
        answers = await asyncio.gather(*asked)
        won = [answer["type"] != "refused" for answer in answers]
        self._score.count(kind, won)
        if not all(won):
            refused = answers[won.index(False)]
            if kind in ("decision", "resigning") and "number" not in refused:
                self._score.wrong.append(f"{kind}: refused as {refused['error']!r}, not as stale")
        await self._all_hear(before)

    async def _all_hear(self, before: list[int]) -> None:
        """Wait until everybody has heard what happened, at both servers.

        The numbers of two seats may differ: nobody counts what only the other may know.
        """
        for seat, both in enumerate(self._sockets):
            if self._is_secret_to(seat):
                continue
            while both[0].number != both[1].number or both[0].number <= before[seat]:
                await min(both, key=lambda socket: socket.number).receive()

    async def _ask(self, seat: int, server: int, message: Values) -> Values:
        memory = self._memories[seat][server]
        memory.send(message)
        answer = await self._sockets[seat][server].ask(**message)
        if answer["type"] != "refused":
            memory.acknowledge(message, answer)
        return answer

    async def _token(self, http: httpx.AsyncClient, name: str) -> str:
        token: str = (await self._post(http, 0, "/api/tokens", {"name": name}, "")).json()["token"]
        return token

    async def _post(
        self, http: httpx.AsyncClient, server: int, path: str, values: Values, token: str
    ) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return await http.post(self._urls[server] + path, json=values, headers=headers)


async def two_at_one_table(folder: Path, database: str, broker: Service, tables: int) -> Values:
    """Races between two servers, and how fast news travel with and without their broker."""
    with ExitStack() as stack:
        servers = two_servers(stack, folder, database, broker.url)
        urls = [server.url for server in servers]
        summary = await races(urls, database, tables)
        with_broker = median_ms(await travel(urls, 100))
        await asyncio.to_thread(broker.kill)
        without = median_ms(await travel(urls, 20))
        await asyncio.to_thread(broker.start)
    medians = {"by Redis": with_broker, "with Redis killed": without}
    return {**summary, "news travel in ms (median)": medians}


async def races(urls: list[str], database: str, tables: int, seed: str = "races") -> Values:
    """Let commands for the same number race at two servers that share a database."""
    began, score, crowd = time.monotonic(), Score(), Crowd(urls, 0)
    rng = Random(seed)
    for number in range(tables):
        arena = Arena(urls, rng, score)
        await arena.open()
        await arena.play(1000 if number % 5 == 0 else rng.randrange(4))
        await arena.close()
        crowd.seated.append(arena.seated)
    found = await examine(database, crowd, is_alone=False)
    return {
        "disaster": "races between two servers",
        "store": "postgresql",
        "tables": tables,
        "races": dict(score.races),
        "won at": dict(score.winners),
        "acknowledged": found.acknowledged,
        "told": found.told,
        "lost": len(found.lost),
        "duplicated": len(found.duplicated),
        "problems": shown(score.wrong + found.problems),
        "seconds": {"in all": round(time.monotonic() - began, 1)},
    }


async def travel(urls: list[str], moves: int) -> list[float]:
    """The seconds from when somebody decides at one server until it is heard at the other."""
    took: list[float] = []
    rng = Random("travel")
    while len(took) < moves:
        arena = Arena(urls, rng, Score())
        await arena.open()
        while len(took) < moves and (seconds := await arena.move()) is not None:
            took.append(seconds)
        await arena.close()
    return took


def median_ms(seconds: list[float]) -> float:
    """The median, in milliseconds."""
    return round(1000 * statistics.median(seconds), 1)
