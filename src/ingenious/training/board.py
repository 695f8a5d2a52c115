"""Training the nets of the board games."""

import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from ..bots.weights import Arrays
from ..kernel.board.features import input_count
from ..kernel.board.heuristic import THETA, new_workspace
from ..kernel.board.position import STATE, new_state
from ..kernel.board.search import SEARCH_STATES, Evaluator
from ..kernel.board.selfplay import Samples, Schedule, play_and_learn
from ..kernel.rng import seeded
from .run import Job, NetRun, new_checkpoint

MEMORY_SAMPLES = 150_000
"""Samples that each thread remembers."""

PLANNED_STEPS = 400

BATCHES, BATCH_SAMPLES = 2, 128
"""Batches to learn from after each game, and samples in each."""


@dataclass(frozen=True)
class Plan:
    """How a mode is trained: the number of games, the TD lambda, and the size of the net."""

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
    """What one thread plays and learns with; the net and the moments of Adam are shared."""

    def __init__(self, run: "BoardRun", number: int) -> None:
        self.states = np.zeros(SEARCH_STATES, STATE)
        self.workspace = new_workspace()
        self.rng = seeded(1_000_000 * run.done + 1000 * run.seed + number)
        self.samples = Samples(
            np.zeros((MEMORY_SAMPLES, run.net.inputs), np.float32),
            np.zeros((MEMORY_SAMPLES, 6), np.float32),
            np.array([0, run.steps]),
        )
        self.optimizer = run.optimizer._replace(gradient=np.zeros_like(run.net.weights))


class BoardRun(NetRun):
    """Training for one mode. With one thread, the same seed gives the same weights.

    Several threads change the shared weights without locks: a step is lost now and then, which
    costs less than waiting. The samples are not saved; a resumed run collects new ones.
    """

    def __init__(self, job: Job, checkpoint: Arrays, threads: int) -> None:
        super().__init__(job, checkpoint, threads)
        self._plan = PLANS[job.game, job.players]
        self.planned = self._plan.games
        self._start = new_state(job.game, job.players)
        self._evaluator = Evaluator(*self.net, THETA)
        self._threads = [_Thread(self, number) for number in range(threads)]
        self._error = self._games_per_second = 0.0

    @classmethod
    def first_checkpoint(cls, job: Job, seed: int) -> Arrays:
        """An untrained net for the mode."""
        plan = PLANS[job.game, job.players]
        sides = int(new_state(job.game, job.players)[0]["sides"])
        return new_checkpoint((1, input_count(sides), 0, sides + 2), plan.hidden, plan.upper, seed)

    @property
    def games(self) -> int:
        """Games of self-play so far."""
        return self.done

    def step(self) -> None:
        """Play a share of the games on each thread, learning after each game."""
        games = math.ceil(self.planned / PLANNED_STEPS / self.threads)
        began = time.perf_counter()
        with ThreadPoolExecutor(self.threads) as pool:
            errors = list(pool.map(lambda thread: self._learn(thread, games), self._threads))
        self._games_per_second = games * self.threads / (time.perf_counter() - began)
        self.done += games * self.threads
        self.steps = max(int(thread.samples.counts[1]) for thread in self._threads)
        self._error = sum(errors) / len(errors)

    def report(self) -> str:
        """How many games, how fast, and the error of the net."""
        speed = f"{self._games_per_second:.0f} a second"
        return f"{self.done:,} games, {speed}, mean squared error {self._error:.4f}"

    def _learn(self, thread: _Thread, games: int) -> float:
        plan = self._plan
        rate = plan.rate * max(0.03, min(1.0, 2 * (1 - self.progress)))
        schedule = Schedule(plan.width, plan.trace, rate, BATCHES, BATCH_SAMPLES)
        return play_and_learn(
            thread.states,
            self._start,
            thread.workspace,
            self._evaluator,
            thread.samples,
            thread.optimizer,
            schedule,
            games,
            thread.rng,
        )

    def reseed(self, number: int) -> None:
        """Use other random numbers."""
        for i, thread in enumerate(self._threads):
            thread.rng = seeded(hash((self.seed, self.done, number, i)))

    def weights(self) -> Arrays:
        """The net, and the weights of the heuristic that picks the candidates."""
        return {**super().weights(), "theta": THETA}
