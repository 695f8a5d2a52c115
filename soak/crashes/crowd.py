"""Many tables of all games, kept going until there is enough."""

import asyncio
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import httpx

from .memory import Acknowledged, Memory, Values
from .players import Player, Seen

PEOPLE = 12


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played at a table, by how many people and bots."""

    games: str
    people: int
    bots: int = 0

    @property
    def settings(self) -> Values:
        """As a table is asked for."""
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
class Seated:
    """A table that was acknowledged, with the memories of the people at it."""

    id: str
    plan: Plan
    memories: list[Memory]
    is_over: bool = False


@dataclass(slots=True)
class Crowd:
    """People at so many tables at a time; when one is over, they open the next."""

    urls: list[str]  # of all servers, among which people are spread
    tables: int
    seed: str = "crowd"
    think: float = 0.2  # seconds for a decision, on average
    plans: tuple[Plan, ...] = PLANS
    seen: Seen = field(default_factory=Seen)
    seated: list[Seated] = field(default_factory=list)
    enough: asyncio.Event = field(default_factory=asyncio.Event)
    _tokens: list[str] = field(default_factory=list)

    async def play(self) -> None:
        """Play tables until there is enough, and those that are open to their end."""
        async with httpx.AsyncClient(timeout=30) as http:
            for number in range(PEOPLE):
                answer = await self._post(http, "/api/tokens", {"name": f"Guest {number}"})
                self._tokens.append(answer.json()["token"])
            async with asyncio.TaskGroup() as group:
                for number in range(self.tables):
                    group.create_task(self._keep_a_table_going(http, number))

    async def _keep_a_table_going(self, http: httpx.AsyncClient, number: int) -> None:
        for turn in count():
            rng = Random(f"{self.seed} {number} {turn}")
            plan = self.plans[(number + turn * self.tables) % len(self.plans)]
            tokens = rng.sample(self._tokens, plan.people)
            seated = await self._open(http, plan, tokens)
            self.seated.append(seated)
            async with asyncio.TaskGroup() as group:
                for memory, token in zip(seated.memories, tokens, strict=True):
                    own = Random(rng.random())
                    player = Player(memory, token, self.urls, own, self.think, self.seen)
                    group.create_task(player.play())
            seated.is_over = True
            if self.enough.is_set():
                return

    async def _open(self, http: httpx.AsyncClient, plan: Plan, tokens: list[str]) -> Seated:
        wanted = {"settings": plan.settings, "sit": [0]}
        opened = (await self._post(http, "/api/tables", wanted, tokens[0])).json()
        memories = [Memory(opened["table"], seat) for seat in range(plan.people)]
        for memory, token in list(zip(memories, tokens, strict=True))[1:]:
            message = {"do": "sit", "seat": memory.seat, "invite": opened["invite"]}
            answer = await self._post(http, f"/api/tables/{memory.table}", message, token)
            if answer.status_code == 200:
                number = answer.json()["number"]
                memory.acknowledged.append(Acknowledged(number, "sit", memory.seat, None))
        return Seated(opened["table"], plan, memories)

    async def _post(
        self, http: httpx.AsyncClient, path: str, values: Values, token: str = ""
    ) -> httpx.Response:
        """Ask until there is an answer.

        What was done without an acknowledgement is refused when it is asked for again: a seat that
        one has is taken (409). Everything else but success is a fault.
        """
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        is_certain = True
        for attempt in count():
            url = self.urls[attempt % len(self.urls)]
            try:
                answer = await http.post(url + path, json=values, headers=headers)
            except httpx.TransportError:
                self.seen.breaks += 1
                is_certain = False
            else:
                if answer.is_success or (answer.status_code == 409 and not is_certain):
                    return answer
                if answer.status_code != 503:
                    raise AssertionError(f"{path}: {answer.status_code} {answer.text}")
                self.seen.unavailable[_error(answer)] += 1
                is_certain = False
            await asyncio.sleep(0.2)
        raise AssertionError("nobody counts to the end")


def _error(answer: httpx.Response) -> str:
    values: Any = answer.json()
    return str(values["error"])
