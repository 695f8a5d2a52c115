"""Clients that play at many tables of all games."""

import asyncio
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import httpx

from .players import Counters, Player
from .seat_log import Acknowledged, SeatLog, Values

GUESTS = 12


@dataclass(frozen=True, slots=True)
class Plan:
    """The games of a table, and its numbers of people and bots."""

    games: str
    people: int
    bots: int = 0

    @property
    def settings(self) -> Values:
        """The settings in a request to open the table."""
        bots = [{"kind": "bot", "level": 1}] * self.bots
        return {"games": self.games.split("+"), "seats": [{}] * self.people + bots}


PLANS = (
    Plan("classic", 2),
    Plan("dice", 1, bots=1),
    Plan("cards", 3),
    Plan("duel", 2),
    Plan("tiles", 2),
    Plan("solo", 1),
    Plan("cards+dice+tiles", 2),
    Plan("team", 4),
    Plan("classic", 1, bots=1),
    Plan("dice", 4),
    Plan("tiles+cards", 3),
    Plan("classic", 4),
    Plan("cards", 1, bots=2),
    Plan("dice+tiles", 1, bots=1),
)
AGAINST_BOTS = tuple(plan for plan in PLANS if plan.bots)


@dataclass(slots=True)
class PlayedTable:
    """A table that was opened, with the logs of its seats."""

    id: str
    plan: Plan
    seat_logs: list[SeatLog]
    is_over: bool = False


@dataclass(slots=True)
class Crowd:
    """Guests at a number of tables at a time; when one is over, they open the next."""

    urls: list[str]  # of all servers, among which the guests are spread
    tables: int  # at a time
    seed: str = "crowd"
    think: float = 0.2  # seconds for a decision, on average
    plans: tuple[Plan, ...] = PLANS
    counters: Counters = field(default_factory=Counters)
    played: list[PlayedTable] = field(default_factory=list)
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    _tokens: list[str] = field(default_factory=list)

    async def play(self) -> None:
        """Play until `stop` is set; then finish the open tables."""
        async with httpx.AsyncClient(timeout=30) as http:
            for number in range(GUESTS):
                answer = await self._post(http, "/api/tokens", {"name": f"Guest {number}"})
                self._tokens.append(answer.json()["token"])
            async with asyncio.TaskGroup() as group:
                for number in range(self.tables):
                    group.create_task(self._play_tables(http, number))

    async def _play_tables(self, http: httpx.AsyncClient, number: int) -> None:
        for turn in count():
            rng = Random(f"{self.seed} {number} {turn}")
            plan = self.plans[(number + turn * self.tables) % len(self.plans)]
            tokens = rng.sample(self._tokens, plan.people)
            played = await self._open(http, plan, tokens)
            self.played.append(played)
            async with asyncio.TaskGroup() as group:
                for seat_log, token in zip(played.seat_logs, tokens, strict=True):
                    own = Random(rng.random())
                    player = Player(seat_log, token, self.urls, own, self.think, self.counters)
                    group.create_task(player.play())
            played.is_over = True
            if self.stop.is_set():
                return

    async def _open(self, http: httpx.AsyncClient, plan: Plan, tokens: list[str]) -> PlayedTable:
        body = {"settings": plan.settings, "sit": [0]}
        opened = (await self._post(http, "/api/tables", body, tokens[0])).json()
        seat_logs = [SeatLog(opened["table"], seat) for seat in range(plan.people)]
        for seat_log, token in list(zip(seat_logs, tokens, strict=True))[1:]:
            message = {"do": "sit", "seat": seat_log.seat, "invite": opened["invite"]}
            answer = await self._post(http, f"/api/tables/{seat_log.table}", message, token)
            if answer.status_code == 200:
                number = answer.json()["number"]
                seat_log.acknowledged.append(Acknowledged(number, "sit", seat_log.seat, None))
        return PlayedTable(opened["table"], plan, seat_logs)

    async def _post(
        self, http: httpx.AsyncClient, path: str, values: Values, token: str = ""
    ) -> httpx.Response:
        """Repeat a request until it is answered.

        A request that was executed without an acknowledgement is refused when it is repeated: the
        seat is taken already (409). Any other failure is a fault of the server.
        """
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        is_certain = True
        for attempt in count():
            url = self.urls[attempt % len(self.urls)]
            try:
                answer = await http.post(url + path, json=values, headers=headers)
            except httpx.TransportError:
                self.counters.breaks += 1
                is_certain = False
            else:
                if answer.is_success or (answer.status_code == 409 and not is_certain):
                    return answer
                if answer.status_code != 503:
                    raise AssertionError(f"{path}: {answer.status_code} {answer.text}")
                self.counters.unavailable[_error(answer)] += 1
                is_certain = False
            await asyncio.sleep(0.2)
        raise AssertionError("unreachable")


def _error(answer: httpx.Response) -> str:
    values: Any = answer.json()
    return str(values["error"])
