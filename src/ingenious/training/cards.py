"""The training of the Card Challenge: a net plays against itself and learns from how it ends."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Self

import numpy as np

from ..bots.weights import Arrays
from ..kernel import cards as kernel
from ..kernel.nets import Floats, Net, adam
from ..kernel.rng import seeded

PLANNED = {2: 200_000, 3: 110_000, 4: 85_000}
"""Games of self-play, by the number of players."""

HIDDEN, UPPER = 48, 32
BATCH = 8
"""Games of one thread between two steps of learning."""

RATE, LAST_RATE = 3e-3, 3e-5
SPELL = 10.0
"""Seconds of one `advance`."""


@dataclass
class CardsRun:
    """A training under way. With one thread a seed always gives the same weights."""

    players: int
    seed: int
    threads: int
    net: Net
    first: Floats  # the two means that Adam keeps
    second: Floats
    steps: int = 0
    games: int = 0
    course: int = 0  # of chance, beside the seed

    @property
    def name(self) -> str:
        """The name of its file of weights."""
        return f"cards-{self.players}"

    @classmethod
    def start(cls, players: int, seed: int, threads: int) -> Self:
        """A training from nothing."""
        net = kernel.fresh_net(players, HIDDEN, UPPER, seed)
        zero = np.zeros_like(net.weights)
        return cls(players, seed, threads, net, zero, zero.copy())

    @classmethod
    def restore(cls, players: int, checkpoint: Arrays, threads: int) -> Self:
        """A training where a checkpoint left it."""
        net = Net(checkpoint["shape"], checkpoint["weights"].copy())
        first, second = checkpoint["first"].copy(), checkpoint["second"].copy()
        seed, steps, games = map(int, checkpoint["counts"])
        return cls(players, seed, threads, net, first, second, steps, games)

    @property
    def progress(self) -> float:
        """How much of the planned games are played."""
        return min(1.0, self.games / PLANNED[self.players])

    def advance(self) -> str:
        """Train on for some seconds."""
        started, notes = perf_counter(), np.zeros(2)
        workers = [_Worker(self.net) for _ in range(self.threads)]
        with ThreadPoolExecutor(self.threads) as pool:
            while self.progress < 1 and perf_counter() - started < SPELL:
                self._step(workers, pool, notes)
        positions, surprise = notes
        return (
            f"{self._strength(500):.0%} against greed, surprise {surprise / max(1, positions):.3f}"
        )

    def _step(self, workers: list["_Worker"], pool: ThreadPoolExecutor, notes: kernel.Sums) -> None:
        """Some games on each thread with the same weights, then one step of learning."""
        self.steps += 1
        luck = (self.course << 56) + (self.seed << 40) + 64 * self.steps
        for lessons in [
            pool.submit(worker.play, self.players, luck + i) for i, worker in enumerate(workers)
        ]:
            lessons.result()
        positions = sum(worker.notes[0] for worker in workers)
        grad = np.sum([worker.grad for worker in workers], axis=0) / np.float32(positions)
        rate = LAST_RATE + (RATE - LAST_RATE) * (1 - self.progress)
        adam(self.net.weights, grad, self.first, self.second, self.steps, rate)
        notes += np.sum([worker.notes for worker in workers], axis=0)
        self.games += BATCH * self.threads

    def _strength(self, games: int) -> float:
        return kernel.against_greed(kernel.mind_of(self.net), self.players, games, seeded(1))

    def reseed(self, number: int) -> None:
        """Let chance take another course."""
        self.course = number

    def checkpoint(self) -> Arrays:
        """All it takes to go on later."""
        counts = np.array([self.seed, self.steps, self.games], dtype=np.int64)
        return {**self.weights(), "first": self.first, "second": self.second, "counts": counts}

    def weights(self) -> Arrays:
        """The net that the bots play with."""
        return {"shape": self.net.shape, "weights": self.net.weights}


class _Worker:
    """What a thread writes to: the rooms of its mind, its gradient, its notes."""

    def __init__(self, net: Net) -> None:
        self.mind = kernel.mind_of(net)
        self.grad = np.zeros_like(net.weights)
        self.notes = np.zeros(2)

    def play(self, players: int, seed: int) -> None:
        """Play some games and keep what they teach."""
        self.grad[:] = 0
        self.notes[:] = 0
        kernel.learn(self.mind, players, BATCH, seeded(seed), self.grad, self.notes)
