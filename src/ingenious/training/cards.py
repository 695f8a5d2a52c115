"""Training the nets of the Card Challenge by self-play."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ..bots.weights import Arrays
from ..kernel.cards.evaluate import new_evaluator, shape_of
from ..kernel.cards.selfplay import learn, win_rate_against_greedy
from ..kernel.nets import Net, adam, new_net
from ..kernel.rng import seeded
from .run import BATCH_GAMES, LEARNING_RATE, Job, NetRun, net_arrays, new_checkpoint

PLANNED_GAMES = {2: 120_000, 3: 60_000, 4: 45_000}
"""Games of self-play, by the number of players."""

HIDDEN, UPPER = 64, 64
"""The widths of the net."""

LAST_LEARNING_RATE = 3e-5

AVERAGED_FROM, AVERAGED_SHARE = 0.7, 0.002
"""From this part of the run on, the weights are averaged; the share of each new step."""


class CardsRun(NetRun[Net]):
    """Training for one number of players. With one thread, a seed always gives the same net."""

    error_name = "cross-entropy"

    def __init__(self, job: Job, checkpoint: Arrays, threads: int) -> None:
        super().__init__(job, checkpoint, threads, Net)
        self.planned = job.scaled(PLANNED_GAMES[job.players])
        self._average = checkpoint["average"].astype(np.float32)
        self._branch = 0
        self._workers = [_Worker(self.net) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads)

    @classmethod
    def first_checkpoint(cls, job: Job, seed: int) -> Arrays:
        """An untrained net."""
        blocks, block, shared, outputs = shape_of(job.players)
        net = new_net(blocks, block, shared, HIDDEN, UPPER, outputs, seed)
        return {**new_checkpoint(net, seed), "average": net.weights}

    @property
    def games(self) -> int:
        """Games of self-play so far."""
        return self.done

    def step(self) -> None:
        """Play some games on each thread with the same weights, then learn once."""
        self.steps += 1
        seed = (self._branch << 56) + (self.seed << 40) + 64 * self.steps
        players = self.job.players
        list(
            self._pool.map(lambda i: self._workers[i].play(players, seed + i), range(self.threads))
        )
        notes = np.sum([worker.notes for worker in self._workers], axis=0)
        grad = np.sum([worker.grad for worker in self._workers], axis=0) / np.float32(notes[0])
        rate = LAST_LEARNING_RATE + (LEARNING_RATE - LAST_LEARNING_RATE) * (1 - self.progress)
        adam(self.net.weights, self.optimizer._replace(gradient=grad), self.steps, rate)
        share = np.float32(
            1 if self.progress < AVERAGED_FROM else AVERAGED_SHARE / self.job.scaled(1)
        )
        self._average += share * (self.net.weights - self._average)
        self.error = float(notes[1] / notes[0])
        self.done += BATCH_GAMES * self.threads

    def report(self) -> str:
        """Also the strength against greedy players."""
        evaluator = new_evaluator(Net(self.net.shape, self._average))
        won = win_rate_against_greedy(evaluator, self.job.players, 500, seeded(1))
        return f"{super().report()}, {won:.0%} against greedy"

    def reseed(self, number: int) -> None:
        """Use other random numbers."""
        self._branch = number

    def checkpoint(self) -> Arrays:
        """What every training run of a net keeps, and the averaged weights."""
        return {**super().checkpoint(), "average": self._average.copy()}

    def weights(self) -> Arrays:
        """The net with averaged weights."""
        return net_arrays(Net(self.net.shape, self._average))


class _Worker:
    """What one thread writes to: its evaluator, its gradient, its notes."""

    def __init__(self, net: Net) -> None:
        self.evaluator = new_evaluator(net)
        self.grad = np.zeros_like(net.weights)
        self.notes = np.zeros(2)

    def play(self, players: int, seed: int) -> None:
        """Play some games and keep their gradient."""
        self.grad[:] = 0
        self.notes[:] = 0
        learn(self.evaluator, players, BATCH_GAMES, seeded(seed), self.grad, self.notes)
