"""What the training runs of all games have in common."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from time import monotonic
from typing import Generic, Self

import numpy as np

from ..bots.weights import AnyNet, Arrays, N
from ..kernel.nets import Optimizer

PERIOD_S = 10.0
"""Roughly how long to train between two checkpoints."""

BATCH_GAMES = 8
"""Games between two learning steps, for nets that do not learn from a replay memory."""

LEARNING_RATE = 3e-3


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be trained: a game for a number of players."""

    game: str
    players: int

    @property
    def name(self) -> str:
        """The name of its weights, such as `classic-2`."""
        return f"{self.game}-{self.players}"


class Run(ABC):
    """A training run of one job. It starts from a checkpoint and can stop after every step."""

    done: int  # in games, steps or solved patterns
    planned: int

    def __init__(self, job: Job, checkpoint: Arrays, threads: int) -> None:
        self.job = job
        self.threads = threads

    @classmethod
    @abstractmethod
    def first_checkpoint(cls, job: Job, seed: int) -> Arrays:
        """The checkpoint of a run that has not begun."""

    @classmethod
    def start(cls, job: Job, seed: int, threads: int) -> Self:
        """A new run."""
        return cls(job, cls.first_checkpoint(job, seed), threads)

    @property
    @abstractmethod
    def games(self) -> int:
        """Games of self-play (or solved positions) so far."""

    @abstractmethod
    def step(self) -> None:
        """Train for a short time."""

    @abstractmethod
    def report(self) -> str:
        """A progress line."""

    @abstractmethod
    def reseed(self, number: int) -> None:
        """Use other random numbers: runs from one checkpoint must not play the same games."""

    @abstractmethod
    def checkpoint(self) -> Arrays:
        """Everything needed to resume later."""

    @abstractmethod
    def weights(self) -> Arrays:
        """What the bots play with."""

    @property
    def progress(self) -> float:
        """How much of the plan is done, from 0 to 1."""
        return min(1.0, self.done / self.planned)

    def advance(self) -> str:
        """Train for about ten seconds, on all threads; returns a progress line."""
        end = monotonic() + PERIOD_S
        while self.done < self.planned and monotonic() < end:
            self.step()
        return self.report()


class NetRun(Run, Generic[N]):
    """A training run of a net. `done` and the other counts are kept in one array."""

    def __init__(self, job: Job, checkpoint: Arrays, threads: int, kind: type[N]) -> None:
        super().__init__(job, checkpoint, threads)
        self.net = kind(checkpoint["shape"], checkpoint["weights"].astype(np.float32))
        first, second = (checkpoint[key].astype(np.float32) for key in ("first", "second"))
        self.optimizer = Optimizer(np.zeros_like(self.net.weights), first, second)
        self.seed = int(checkpoint["seed"])
        self.done, self.steps = (int(count) for count in checkpoint["counts"])

    def checkpoint(self) -> Arrays:
        """The net, the moments of Adam, the seed, and the progress counts."""
        return {
            **net_arrays(self.net),
            "first": self.optimizer.first.copy(),
            "second": self.optimizer.second.copy(),
            "seed": np.array(self.seed),
            "counts": np.array([self.done, self.steps]),
        }

    def weights(self) -> Arrays:
        """The net."""
        return net_arrays(self.net)


def net_arrays(net: AnyNet) -> dict[str, np.ndarray]:
    """A copy of a net, in the form in which it is saved."""
    return {"shape": net.shape.copy(), "weights": net.weights.copy()}


def new_checkpoint(net: AnyNet, seed: int) -> dict[str, np.ndarray]:
    """The checkpoint of an untrained net."""
    return {
        **net_arrays(net),
        "first": np.zeros_like(net.weights),
        "second": np.zeros_like(net.weights),
        "seed": np.array(seed),
        "counts": np.zeros(2, np.int64),
    }
