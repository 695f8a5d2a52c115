"""Training the nets of the Tile Challenge by self-play."""

from concurrent.futures import ThreadPoolExecutor
from math import ceil

import numpy as np

from ..bots.weights import Arrays
from ..kernel.nets import Floats, Net, adam, new_net
from ..kernel.rng import Rng
from ..kernel.tiles.evaluate import clear_cache, new_evaluator, shape_of
from ..kernel.tiles.game import MAX_TURNS, SIZE, Flat, flatten
from ..kernel.tiles.play import learn
from ..kernel.tiles.turn import new_turn_table
from ..rules.tiles import TileChallenge
from .run import BATCH_GAMES, LEARNING_RATE, Job, NetRun, net_arrays, new_checkpoint

PLANNED_STEPS = {2: 4000, 3: 4000, 4: 8000}
"""Learning steps, by the number of players: the more players, the less each game teaches."""

TRACE = 0.85
RANDOM_SHARE = 0.025
AVERAGED_STEPS = 1000
"""Roughly how many recent steps the averaged weights cover."""


class TilesRun(NetRun[Net]):
    """Training for one number of players; the number of threads does not affect the weights."""

    def __init__(self, job: Job, checkpoint: Arrays, threads: int) -> None:
        super().__init__(job, checkpoint, threads, Net)
        self.planned = job.scaled(PLANNED_STEPS[job.players])
        game = TileChallenge(job.players)
        self._opening = flatten(game, game.new())
        self._average = checkpoint["average"].astype(np.float32)
        self._rngs = checkpoint["rngs"].copy()  # one for each game of a batch
        self._grads = np.zeros((BATCH_GAMES, len(self.net.weights)), np.float32)
        share = ceil(BATCH_GAMES / threads)
        self._workers = [
            _Worker(job.players, self.net, range(at, min(at + share, BATCH_GAMES)))
            for at in range(0, BATCH_GAMES, share)
        ]
        self._pool = ThreadPoolExecutor(threads)
        self._turns = self._batches = 0  # since the last report

    @classmethod
    def first_checkpoint(cls, job: Job, seed: int) -> Arrays:
        """An untrained net, and a seed for each game of a batch."""
        blocks, block, shared, outputs = shape_of(job.players, TileChallenge(job.players).target)
        net = new_net(blocks, block, shared, hidden=32, upper=32, outputs=outputs, seed=seed)
        arrays = new_checkpoint(net, seed)
        rngs = np.random.default_rng(seed).integers(0, 2**63, BATCH_GAMES).astype(np.uint64)
        return {**arrays, "average": arrays["weights"], "rngs": rngs}

    @property
    def games(self) -> int:
        """Games of self-play so far."""
        return self.done * BATCH_GAMES

    def step(self) -> None:
        """Play one batch of games and learn from it."""
        self.done = self.steps = self.done + 1
        turns = sum(self._pool.map(self._play, self._workers))
        # Summed in game order, so that the number of threads does not affect rounding.
        grad = np.add.reduce(self._grads, axis=0) / np.float32(turns)
        falling = max(0.01, 1 - self.done / self.planned)
        rate = LEARNING_RATE * min(1.0, self.done / 50) * falling
        adam(self.net.weights, self.optimizer._replace(gradient=grad), self.done, rate)
        share = max(1 / self.job.scaled(AVERAGED_STEPS), 10 / (self.done + 10))
        self._average += np.float32(share) * (self.net.weights - self._average)
        self._turns, self._batches = self._turns + turns, self._batches + 1
        self.error = sum(worker.squared_error for worker in self._workers) / turns

    def _play(self, worker: "_Worker") -> int:
        return worker.play(self._opening, self._rngs, self._grads)

    def report(self) -> str:
        """Also the length of the games."""
        turns = self._turns / max(1, self._batches * BATCH_GAMES)
        self._turns = self._batches = 0
        return f"{super().report()}, {turns:.1f} turns a game"

    def reseed(self, number: int) -> None:
        """Use other random numbers."""
        self._rngs += np.uint64(number * 0xD1342543DE82EF95 % 2**64)

    def checkpoint(self) -> Arrays:
        """Also the averaged weights and the random numbers."""
        return {**super().checkpoint(), "average": self._average.copy(), "rngs": self._rngs.copy()}

    def weights(self) -> Arrays:
        """The net with averaged weights."""
        return net_arrays(Net(self.net.shape, self._average))


class _Worker:
    """Plays some games of a batch in one thread."""

    def __init__(self, players: int, net: Net, games: range) -> None:
        self._games = games
        self._evaluator = new_evaluator(net)
        self._table = new_turn_table(players)
        self._trail = np.zeros((MAX_TURNS, SIZE), np.int64)
        self._means = np.zeros((MAX_TURNS, 2 * players), np.float32)
        self.squared_error = 0.0  # summed over the turns of a batch; of each, the mean

    def play(self, opening: Flat, rngs: Rng, grads: Floats) -> int:
        """Play the games and write their gradients; returns their turns."""
        clear_cache(self._evaluator)
        turns, self.squared_error = 0, 0.0
        for game in self._games:
            grads[game] = 0
            played = learn(
                opening,
                self._evaluator,
                self._table,
                rngs[game : game + 1],
                self._trail,
                self._means,
                grads[game],
                TRACE,
                RANDOM_SHARE,
            )
            turns += played
            self.squared_error += float(np.square(self._means[:played]).mean(axis=1).sum())
        return turns
