"""Training for the Tile Challenge: a net learns from games against itself."""

from concurrent.futures import ThreadPoolExecutor
from math import ceil
from time import monotonic
from typing import Self

import numpy as np

from ..bots.weights import Arrays
from ..kernel import tiles as kernel
from ..kernel.nets import Floats, Net, adam, new_net
from ..kernel.rng import Rng
from ..rules.tiles import TileChallenge

BATCH = 8
HIDDEN = UPPER = 32
"""Games from which one step is learnt; each has its own luck, whatever the threads."""
STEPS = {2: 4000, 3: 4000, 4: 8000}
"""Steps planned: the more players, the less each game teaches."""
RATE = 3e-3
MEMORY = 0.85
MISTAKES = 0.025
SMOOTHING = 1000
"""About so many steps of the weights are averaged for play."""
PERIOD = 10.0  # seconds


class TilesRun:
    """The training for one number of players; the same from the same seed, whatever the threads."""

    def __init__(self, players: int, state: Arrays, threads: int) -> None:
        self.name = f"tiles-{players}"
        self._planned = STEPS[players]
        game = TileChallenge(players)
        self._opening = kernel.flatten(game, game.new())
        self._shape = state["shape"].copy()
        self._weights = state["weights"].astype(np.float32)
        self._first = state["first"].astype(np.float32)
        self._second = state["second"].astype(np.float32)
        self._smooth = state["smooth"].astype(np.float32)
        self._luck = state["luck"].copy()
        self._steps, self._turns = (int(number) for number in state["counts"])
        self._grads = np.zeros((BATCH, len(self._weights)), np.float32)
        lanes = ceil(BATCH / threads)
        self._desks = [
            _Desk(players, Net(self._shape, self._weights), range(at, min(at + lanes, BATCH)))
            for at in range(0, BATCH, lanes)
        ]
        self._pool = ThreadPoolExecutor(threads)

    @classmethod
    def start(cls, players: int, seed: int, threads: int) -> Self:
        """A new training."""
        target = TileChallenge(players).target
        blocks, block, shared, outputs = kernel.shape_of(players, target)
        net = new_net(blocks, block, shared, HIDDEN, UPPER, outputs, seed)
        luck = np.random.default_rng(seed).integers(0, 2**63, BATCH).astype(np.uint64)
        state: Arrays = {
            "shape": net.shape,
            "weights": net.weights,
            "first": np.zeros_like(net.weights),
            "second": np.zeros_like(net.weights),
            "smooth": net.weights,
            "luck": luck,
            "counts": np.zeros(2, np.int64),
        }
        return cls(players, state, threads)

    @classmethod
    def restore(cls, players: int, checkpoint: Arrays, threads: int) -> Self:
        """A training taken up again where `checkpoint` was taken."""
        return cls(players, checkpoint, threads)

    @property
    def games(self) -> int:
        """Games of self-play so far."""
        return self._steps * BATCH

    @property
    def progress(self) -> float:
        """How much of what was planned is done, from 0 to 1."""
        return min(1.0, self._steps / self._planned)

    def advance(self) -> str:
        """Train on for about ten seconds; returns a line on how it goes."""
        games, turns, end = self.games, self._turns, monotonic() + PERIOD
        while self._steps < self._planned and monotonic() < end:
            self.step()
        played = max(self.games - games, 1)
        return f"{self.games:,} games, now {(self._turns - turns) / played:.1f} turns a game"

    def step(self) -> None:
        """Play one batch of games and learn from it."""
        self._steps += 1
        turns = sum(self._pool.map(self._play, self._desks))
        self._turns += turns
        # Summed in order of the games, so that threads do not change how floats are rounded.
        grad = np.add.reduce(self._grads, axis=0) / np.float32(turns)
        rate = RATE * min(1.0, self._steps / 50) * max(0.01, 1 - self._steps / self._planned)
        adam(self._weights, grad, self._first, self._second, self._steps, rate)
        share = max(1 / SMOOTHING, 10 / (self._steps + 10))
        self._smooth += np.float32(share) * (self._weights - self._smooth)

    def _play(self, workspace: "_Desk") -> int:
        return workspace.play(self._opening, self._luck, self._grads)

    def reseed(self, number: int) -> None:
        """Let chance take another course."""
        self._luck += np.uint64(number * 0xD1342543DE82EF95 % 2**64)

    def checkpoint(self) -> Arrays:
        """All it takes to go on later."""
        return {
            "shape": self._shape.copy(),
            "weights": self._weights.copy(),
            "first": self._first.copy(),
            "second": self._second.copy(),
            "smooth": self._smooth.copy(),
            "luck": self._luck.copy(),
            "counts": np.array([self._steps, self._turns]),
        }

    def weights(self) -> Arrays:
        """The net that the bots play with."""
        return {"shape": self._shape.copy(), "weights": self._smooth.copy()}


class _Desk:
    """Where one thread plays its games of a batch."""

    def __init__(self, players: int, net: Net, lanes: range) -> None:
        self._lanes = lanes
        self._judge = kernel.judge_with(net)
        self._table = kernel.new_table(players)
        self._trail = np.zeros((kernel.MOST_TURNS, kernel.SIZE), np.int64)
        self._means = np.zeros((kernel.MOST_TURNS, 2 * players), np.float32)

    def play(self, opening: kernel.Flat, luck: Rng, grads: Floats) -> int:
        kernel.forget(self._judge)
        turns = 0
        for lane in self._lanes:
            grads[lane] = 0
            turns += kernel.learn(
                opening,
                self._judge,
                self._table,
                luck[lane : lane + 1],
                self._trail,
                self._means,
                grads[lane],
                MEMORY,
                MISTAKES,
            )
        return turns
