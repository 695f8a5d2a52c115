"""What the training runs of all games have in common."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from statistics import fmean
from time import monotonic
from typing import ClassVar, Generic, Self

import numpy as np

from ..bots.weights import AnyNet, Arrays, N
from ..kernel.nets import Optimizer

PERIOD_S = 10.0
PERIOD_SHARE = 0.02
"""Roughly how long to train between two checkpoints: in seconds, or as a part of the run if that is
shorter."""

THOROUGH_FACTOR = 8
"""How many times longer a thorough run is: a night instead of an hour."""

BATCH_GAMES = 8
"""Games between two learning steps, for nets that do not learn from a replay memory."""

LEARNING_RATE = 3e-3


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be trained: a game for a number of players."""

    game: str
    players: int
    is_thorough: bool = False

    @property
    def name(self) -> str:
        """The name of its weights, such as `classic-2`."""
        return f"{self.game}-{self.players}"

    @property
    def plan(self) -> str:
        """The name of its plan: `usual` or `thorough`."""
        return "thorough" if self.is_thorough else "usual"

    def scaled(self, planned: int) -> int:
        """How many games or steps its plan has, where the usual plan has `planned`."""
        return planned * THOROUGH_FACTOR if self.is_thorough else planned


class Run(ABC):
    """A training run of one job. It starts from a checkpoint and can stop after every step."""

    is_exact: ClassVar[bool] = False
    """Whether the game is solved, so that there is nothing to learn and only one plan."""

    error_name: ClassVar[str] = "mean squared error"

    done: int  # in games, steps or solved patterns
    planned: int  # `Job.scaled` of the usual plan

    error: float | None = None
    """The error of the evaluations: of the last `step`, or the mean of the last `advance`."""

    games_per_second = 0.0
    """The speed of the last `advance`."""

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
        """Train for a short time, and set `error`."""

    def report(self) -> str:
        """A progress line."""
        line = f"{self.games:,} games, {self.games_per_second:.0f} a second"
        return line if self.error is None else f"{line}, {self.error_name} {self.error:.4f}"

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
        began, games, until = monotonic(), self.games, self.progress + PERIOD_SHARE
        errors = list[float]()
        while self.progress < min(1.0, until) and monotonic() - began < PERIOD_S:
            self.step()
            if self.error is not None:
                errors.append(self.error)
        self.error = fmean(errors) if errors else None
        self.games_per_second = (self.games - games) / max(monotonic() - began, 1e-9)
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
