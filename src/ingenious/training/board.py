"""Training the nets of the board games."""

import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Self

import numpy as np

from ..bots.weights import Arrays
from ..kernel.board.features import inputs_of
from ..kernel.board.heuristic import THETA, new_desk
from ..kernel.board.position import STATE, new_state
from ..kernel.board.search import DEEPEST
from ..kernel.board.selfplay import play_and_learn
from ..kernel.nets import Net, new_net
from ..kernel.rng import seeded

MEMORY = 150_000  # samples that each thread remembers
STEPS = 400
"""Into so many steps a training is divided; after each it is saved."""


@dataclass(frozen=True)
class Plan:
    """How a mode is trained: games in all, the trace of TD, and the size of the net."""

    games: int
    trace: float
    hidden: int = 64
    upper: int = 32
    rate: float = 1.2e-3
    width: int = 12  # candidates that self-play chooses from


PLANS = {
    ("classic", 2): Plan(games=600_000, trace=0.9, hidden=128),
    ("classic", 3): Plan(games=40_000, trace=0.93),
    ("classic", 4): Plan(games=30_000, trace=0.95),
    ("team", 4): Plan(games=60_000, trace=0.95),
    ("duel", 2): Plan(games=80_000, trace=0.9),
    ("solo", 1): Plan(games=200_000, trace=0.95, hidden=96, width=16),
}


class _Thread:
    """What one thread plays and learns with; the net is shared by all."""

    def __init__(self, net: Net, seed: int) -> None:
        self.states = np.zeros(DEEPEST, STATE)
        self.workspace = new_desk()
        self.rng = seeded(seed)
        self.inputs = np.zeros((MEMORY, net.inputs), np.float32)
        self.targets = np.zeros((MEMORY, 6), np.float32)
        self.counts = np.zeros(2, np.int64)
        self.gradient = np.zeros_like(net.weights)


class BoardRun:
    """The training of one mode. With one thread the same seed gives the same weights.

    Several threads share the weights and change them without waiting for each other: now and
    then a step gets lost, which costs less than waiting would.
    """

    def __init__(self, mode: str, players: int, net: Net, seed: int, threads: int) -> None:
        self.name = f"{mode}-{players}"
        self._plan = PLANS[mode, players]
        self._start = new_state(mode, players)
        self._net = net
        self._seed = seed
        self._games = 0
        self._moments = np.zeros((2, len(net.weights)), np.float32)
        self._threads = [_Thread(net, seed * 1000 + number) for number in range(threads)]
        self._error = 0.0

    @classmethod
    def start(cls, mode: str, players: int, seed: int, threads: int) -> Self:
        """A training from nothing."""
        plan = PLANS[mode, players]
        sides = int(new_state(mode, players)[0]["sides"])
        shape = (1, inputs_of(sides), 0, plan.hidden, plan.upper, sides + 2)
        return cls(mode, players, new_net(*shape, seed), seed, threads)

    @classmethod
    def restore(cls, mode: str, players: int, checkpoint: Arrays, threads: int) -> Self:
        """A training taken up again; what was remembered of games is gathered anew."""
        net = Net(checkpoint["shape"], checkpoint["weights"].copy())
        games, seed, steps = (int(number) for number in checkpoint["progress"][:3])
        run = cls(mode, players, net, seed, threads)
        run._games = games
        run._moments = checkpoint["moments"].copy()
        for number, thread in enumerate(run._threads):
            thread.counts[1] = steps
            thread.rng = seeded((seed * 1000 + games) * 1000 + number)
        return run

    @property
    def games(self) -> int:
        """Games of self-play so far."""
        return self._games

    @property
    def progress(self) -> float:
        """How much of the plan is done."""
        return min(1.0, self._games / self._plan.games)

    def advance(self) -> str:
        """Train on for a step."""
        number = math.ceil(self._plan.games / STEPS / len(self._threads))
        began = time.perf_counter()
        with ThreadPoolExecutor(len(self._threads)) as pool:
            errors = list(pool.map(lambda thread: self._learn(thread, number), self._threads))
        seconds = time.perf_counter() - began
        self._games += number * len(self._threads)
        self._error = sum(errors) / len(errors)
        rate = number * len(self._threads) / seconds
        return f"{self._games:,} games, {rate:.0f} a second, mean squared error {self._error:.4f}"

    def _learn(self, thread: _Thread, games: int) -> float:
        plan = self._plan
        falling = min(1.0, 2 * (1 - self.progress))
        return play_and_learn(
            thread.states,
            self._start,
            thread.workspace,
            *self._net,
            THETA,
            plan.width,
            thread.inputs,
            thread.targets,
            thread.counts,
            thread.gradient,
            self._moments[0],
            self._moments[1],
            plan.rate * max(0.03, falling),
            plan.trace,
            2,
            128,
            games,
            thread.rng,
        )

    def reseed(self, number: int) -> None:
        """Let chance take another course."""
        for i, thread in enumerate(self._threads):
            thread.rng = seeded(hash((self._seed, self._games, number, i)))

    def checkpoint(self) -> Arrays:
        """All it takes to go on later."""
        steps = max(int(thread.counts[1]) for thread in self._threads)
        return {
            "shape": self._net.shape,
            "weights": self._net.weights,
            "moments": self._moments,
            "progress": np.array([self._games, self._seed, steps], np.int64),
        }

    def weights(self) -> Arrays:
        """The net, and the weights of the cheap order of placements."""
        return {"shape": self._net.shape, "weights": self._net.weights, "theta": THETA}
