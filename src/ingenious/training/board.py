"""Training the nets of the board games."""

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from ..bots.weights import Arrays
from ..kernel.board.features import input_counts
from ..kernel.board.heuristic import THETA, new_workspace
from ..kernel.board.net import BoardNet, Widths, new_net
from ..kernel.board.position import STATE, new_state
from ..kernel.board.search import SEARCH_STATES, Evaluator
from ..kernel.board.selfplay import Samples, Schedule, play_and_learn
from ..kernel.rng import seeded
from .order import fit_order
from .run import Job, NetRun, net_arrays, new_checkpoint

MEMORY_SAMPLES = 150_000
"""Samples that each thread remembers."""

PLANNED_STEPS = 400

AVERAGED_FROM, AVERAGED_SHARE = 0.8, 0.08
"""When averaging starts, as a part of the run; the weight of each new step in the usual plan."""

FITTED_AT = (0.1, 0.4, 1.0)
"""Parts of the run after which the order of the candidates is fitted to the net."""

BATCHES, BATCH_SAMPLES = 2, 128
"""Batches to learn from after each game, and samples in each."""


@dataclass(frozen=True)
class Plan:
    """How a mode is trained: the number of games, the TD lambda, and the size of the net."""

    games: int
    trace: float
    widths: Widths = (32, 24, 128, 32)
    rate: float = 1.2e-3
    width: int = 12  # candidates that self-play chooses from


PLANS = {
    ("classic", 2): Plan(games=600_000, trace=0.9),
    ("classic", 3): Plan(games=40_000, trace=0.93),
    ("classic", 4): Plan(games=30_000, trace=0.95),
    ("team", 4): Plan(games=60_000, trace=0.95),
    ("duel", 2): Plan(games=200_000, trace=0.8, widths=(48, 32, 256, 48)),
    ("solo", 1): Plan(games=200_000, trace=0.95, width=16),
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


class BoardRun(NetRun[BoardNet]):
    """Training for one mode. With one thread, the same seed gives the same weights.

    Several threads change the shared weights without locks: a step is lost now and then, which
    costs less than waiting. The samples are not saved; a resumed run collects new ones.
    """

    def __init__(self, job: Job, checkpoint: Arrays, threads: int) -> None:
        super().__init__(job, checkpoint, threads, BoardNet)
        self._plan = PLANS[job.game, job.players]
        self.planned = job.scaled(self._plan.games)
        self._start = new_state(job.game, job.players)
        self._average = checkpoint["average"].astype(np.float32)
        self._theta = checkpoint["theta"].astype(np.float32)
        self._evaluator = Evaluator(*self.net, self._theta)
        self._threads = [_Thread(self, number) for number in range(threads)]

    @classmethod
    def first_checkpoint(cls, job: Job, seed: int) -> Arrays:
        """An untrained net for the mode."""
        plan = PLANS[job.game, job.players]
        sides = int(new_state(job.game, job.players)[0]["sides"])
        net = new_net(*input_counts(sides), plan.widths, outputs=sides + 2, seed=seed)
        return {**new_checkpoint(net, seed), "average": net.weights, "theta": THETA}

    @property
    def games(self) -> int:
        """Games of self-play so far."""
        return self.done

    def step(self) -> None:
        """Play a share of the games on each thread, learning after each game."""
        games = math.ceil(self.planned / self.job.scaled(PLANNED_STEPS) / self.threads)
        with ThreadPoolExecutor(self.threads) as pool:
            errors = list(pool.map(lambda thread: self._learn(thread, games), self._threads))
        before = self.progress
        self.done += games * self.threads
        share = np.float32(
            1 if self.progress < AVERAGED_FROM else AVERAGED_SHARE / self.job.scaled(1)
        )
        self._average += share * (self.net.weights - self._average)
        if any(before < part <= self.progress for part in FITTED_AT):
            averaged = self._evaluator._replace(weights=self._average)
            self._theta[:] = fit_order(self._start, averaged, self._plan.width, self.seed)
        self.steps = max(int(thread.samples.counts[1]) for thread in self._threads)
        self.error = sum(errors) / len(errors)

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

    def checkpoint(self) -> Arrays:
        """What every training run of a net keeps, the averaged weights and the heuristic's."""
        own = {"average": self._average.copy(), "theta": self._theta.copy()}
        return {**super().checkpoint(), **own}

    def weights(self) -> Arrays:
        """The averaged net, and the weights of the heuristic that picks the candidates."""
        return {**net_arrays(BoardNet(self.net.shape, self._average)), "theta": self._theta.copy()}
