"""Two servers, one table: commands that race each other, and how fast news reach the other."""

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
from testkit.services import Service

from .crowd import Crowd, Plan, PlayedTable
from .disasters import two_servers
from .findings import examine, first_few
from .seat_log import Acknowledged, LoggingSocket, SeatLog, Values

DUEL = Plan("duel", 2)


@dataclass(slots=True)
class Score:
    """The results of races, each of which must have one winner."""

    races: Counter[str] = field(default_factory=Counter)  # by kind of command
    winners: Counter[str] = field(default_factory=Counter)  # by server
    wrong: list[str] = field(default_factory=list)

    def count(self, kind: str, won: list[bool]) -> None:
        """Count a race."""
        self.races[kind] += 1
        if sum(won) == 1:
            self.winners[("first server", "second server")[won.index(True)]] += 1
        else:
            self.wrong.append(f"{kind}: {sum(won)} have won")


class RaceTable:
    """A duel whose two players each have a socket at each of the two servers."""

    def __init__(self, urls: list[str], rng: Random, score: Score) -> None:
        self._urls = urls
        self._rng = rng
        self._score = score
        self._sockets: list[list[LoggingSocket]] = []  # by seat, then by server
        self._seat_logs: list[list[SeatLog]] = []
        self.table = ""

    @property
    def played(self) -> PlayedTable:
        """The table with the logs of its seats, for `examine`."""
        return PlayedTable(
            self.table, DUEL, [seat_log for both in self._seat_logs for seat_log in both]
        )

    async def open(self) -> None:
        """Open the table, race for its free seat, and race to start the game."""
        async with httpx.AsyncClient(timeout=30) as http:
            tokens = [await self._token(http, name) for name in ("Ann", "Ben", "Eve")]
            body = {"settings": DUEL.settings, "sit": [0]}
            opened = (await self._post(http, 0, "/api/tables", body, tokens[0])).json()
            self.table = opened["table"]
            message = {"do": "sit", "seat": 1, "invite": opened["invite"]}
            path, guests = f"/api/tables/{self.table}", tokens[1:]
            sat = await asyncio.gather(
                *[self._post(http, n, path, message, token) for n, token in enumerate(guests)]
            )
        won = [answer.is_success for answer in sat]
        self._score.count("seat", won)
        for token in (tokens[0], guests[won.index(True)]):
            seat = len(self._seat_logs)
            self._seat_logs.append([SeatLog(self.table, seat) for _ in self._urls])
            self._sockets.append(
                [
                    await LoggingSocket(url, token, seat_log).open()
                    for url, seat_log in zip(self._urls, self._seat_logs[seat], strict=True)
                ]
            )
        number = sat[won.index(True)].json()["number"]
        self._seat_logs[1][0].acknowledged.append(Acknowledged(number, "sit", 1, None))
        await self._race("start", [(0, {"do": "start"}), (1, {"do": "start"})])

    async def close(self) -> None:
        """Close all sockets."""
        await asyncio.gather(*[socket.close() for both in self._sockets for socket in both])

    async def play(self, decisions: int) -> None:
        """Race for this many decisions; unless that was the end, race to resign."""
        made = 0
        while made < decisions or self._is_secret_to(0) or self._is_secret_to(1):
            made += 1
            first = self._sockets[0][0]
            if first.is_over():
                return
            seat = first.view["turn"]["seat"]
            number = self._sockets[seat][0].number + 1
            message = {"do": "play", "seat": seat, "number": number}
            chosen = [random_decision(socket.view, self._rng) for socket in self._sockets[seat]]
            commands = [(seat, {**message, "decision": decision}) for decision in chosen]
            await self._race("decision", commands)
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

    async def time_move(self) -> float | None:
        """Decide at one server; the seconds until the other seat receives it at the other.

        None if the game is over, or if the other seat may not know of it yet.
        """
        if self._sockets[0][0].is_over():
            return None
        before = self._numbers()
        seat = self._sockets[0][0].view["turn"]["seat"]
        sender, receiver = self._sockets[seat][0], self._sockets[1 - seat][1]
        number = sender.number + 1
        chosen = random_decision(sender.view, self._rng)
        began = time.monotonic()
        await sender.send(do="play", seat=seat, number=number, decision=chosen)
        while sender.number < number:
            await sender.receive()
        if self._is_secret_to(1 - seat):
            return None
        while receiver.number <= before[1 - seat]:
            await receiver.receive()
        took = time.monotonic() - began
        await self._wait_for_all(before)
        return took

    def _numbers(self) -> list[int]:
        """The last number of each seat."""
        return [max(socket.number for socket in both) for both in self._sockets]

    def _is_secret_to(self, seat: int) -> bool:
        """Whether the other seat has the turn for a decision that this one may not know of."""
        newest = max(self._sockets[1 - seat], key=lambda socket: socket.number)
        turn = newest.view.get("turn")
        return turn is not None and turn["kind"] in SECRET_KINDS

    async def _race(self, kind: str, commands: list[tuple[int, Values]]) -> None:
        """Send a seat's command to each server at once, and wait until all have the result."""
        before = self._numbers()
        answers = await asyncio.gather(
            *[self._ask(seat, server, command) for server, (seat, command) in enumerate(commands)]
        )
        won = [answer["type"] != "refused" for answer in answers]
        self._score.count(kind, won)
        if not all(won):
            refused = answers[won.index(False)]
            if kind in ("decision", "resigning") and "number" not in refused:
                self._score.wrong.append(f"{kind}: refused as {refused['error']!r}, not as stale")
        await self._wait_for_all(before)

    async def _wait_for_all(self, before: list[int]) -> None:
        """Wait until all sockets have received the result.

        The numbers of two seats may differ: a seat does not count what only the other may know.
        """
        for seat, both in enumerate(self._sockets):
            if self._is_secret_to(seat):
                continue
            while both[0].number != both[1].number or both[0].number <= before[seat]:
                await min(both, key=lambda socket: socket.number).receive()

    async def _ask(self, seat: int, server: int, message: Values) -> Values:
        seat_log = self._seat_logs[seat][server]
        seat_log.send(message)
        answer = await self._sockets[seat][server].ask(**message)
        if answer["type"] != "refused":
            seat_log.acknowledge(message, answer)
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
        table = RaceTable(urls, rng, score)
        await table.open()
        await table.play(1000 if number % 5 == 0 else rng.randrange(4))
        await table.close()
        crowd.played.append(table.played)
    found = await examine(database, crowd, is_alone=False)
    return {
        "disaster": "races between two servers",
        "store": "postgresql",
        "tables": tables,
        "races": dict(score.races),
        "won at": dict(score.winners),
        "acknowledged": found.acknowledged,
        "received": found.received,
        "lost": len(found.lost),
        "duplicated": len(found.duplicated),
        "problems": first_few(score.wrong + found.problems),
        "seconds": {"in all": round(time.monotonic() - began, 1)},
    }


async def travel(urls: list[str], moves: int) -> list[float]:
    """The seconds from a decision at one server until it is received at the other."""
    took: list[float] = []
    rng = Random("travel")
    while len(took) < moves:
        table = RaceTable(urls, rng, Score())
        await table.open()
        while len(took) < moves and (seconds := await table.time_move()) is not None:
            took.append(seconds)
        await table.close()
    return took


def median_ms(seconds: list[float]) -> float:
    """The median, in milliseconds."""
    return round(1000 * statistics.median(seconds), 1)
