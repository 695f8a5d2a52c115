"""Running a training to its end: taking it up again, saving it, measuring what came of it."""

import inspect
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np

from ..arena.processes import on_processes
from ..arena.ratings import Estimate, mean, share
from ..arena.tournament import Setting, Tournament
from ..bots.weights import Arrays, write
from ..kernel.jit import cache_folder, version_of
from ..perf.machine import cores
from ..rules import PLAYERS
from .board import BoardRun
from .cards import CardsRun
from .dice import DiceRun
from .run import Run
from .tiles import TilesRun

CHALLENGES: dict[str, Any] = {"cards": CardsRun, "dice": DiceRun, "tiles": TilesRun}


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be trained: a game for a number of players."""

    game: str
    players: int

    @property
    def name(self) -> str:
        """The name of its file of weights."""
        return f"{self.game}-{self.players}"

    def start(self, seed: int, threads: int) -> Run:
        """The training from nothing."""
        if self.game in CHALLENGES:
            return cast(Run, CHALLENGES[self.game].start(self.players, seed, threads))
        return BoardRun.start(self.game, self.players, seed, threads)

    def restore(self, checkpoint: Arrays, threads: int) -> Run:
        """The training from where it was left."""
        if self.game in CHALLENGES:
            return cast(Run, CHALLENGES[self.game].restore(self.players, checkpoint, threads))
        return BoardRun.restore(self.game, self.players, checkpoint, threads)


def jobs_of(game: str, players: int | None) -> list[Job]:
    """The trainings of a game: for one number of players, or for each."""
    if game not in PLAYERS:
        raise ValueError(f"unknown game {game!r}; the games are {', '.join(PLAYERS)}")
    counts = PLAYERS[game]
    if players is not None and players not in counts:
        some = " or ".join(map(str, counts))
        raise ValueError(f"{game} is for {some} players, not {players}")
    return [Job(game, count) for count in counts if players in (None, count)]


def default_folder() -> Path:
    """Where trainings under way are kept."""
    return cache_folder() / "training"


@dataclass(frozen=True, slots=True)
class Settings:
    """How a training runs."""

    seed: int = 1
    threads: int = 0  # as many as there are cores
    folder: Path | None = None  # of checkpoints
    fresh: bool = False  # forget a training under way

    @property
    def cores(self) -> int:
        """The number of threads."""
        return self.threads or cores()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training has come."""

    run: Run
    done: float  # 0 to 1
    line: str
    seconds: float  # of training, those of earlier sittings included


def checkpoint_file(job: Job, settings: Settings) -> Path:
    """Where a training is saved while it is under way."""
    return (settings.folder or default_folder()) / f"{job.name}.npz"


Advance = Callable[[Job, Run], tuple[Run, str]]
"""Trains on for a step: returns the run after it, and a line on how it goes."""


def here(_job: Job, run: Run) -> tuple[Run, str]:
    """A step on this machine."""
    return run, run.advance()


def train(job: Job, settings: Settings, advance: Advance = here) -> Iterator[Progress]:
    """Train to the end, saving after every step; an interruption loses at most one step."""
    file = checkpoint_file(job, settings)
    if settings.fresh:
        file.unlink(missing_ok=True)
    run, seconds, line = _take_up(job, settings, file)
    yield Progress(run, run.progress, line, seconds)
    while run.progress < 1:
        began = time.monotonic()
        run, line = advance(job, run)
        seconds += time.monotonic() - began
        about = np.array(_about(job, settings))
        _save(file, {**run.checkpoint(), "seconds": np.array([seconds]), "about": about})
        yield Progress(run, run.progress, line, seconds)


def _take_up(job: Job, settings: Settings, file: Path) -> tuple[Run, float, str]:
    """The training from where it was left, if it was the same; or from nothing."""
    if not file.is_file():
        return job.start(settings.seed, settings.cores), 0.0, "begun"
    with np.load(file, allow_pickle=False) as saved:
        arrays = {key: saved[key] for key in saved.files}
    if str(arrays.pop("about", "")) != _about(job, settings):
        line = "begun anew, for another seed or version was under way"
        return job.start(settings.seed, settings.cores), 0.0, line
    seconds = float(arrays.pop("seconds")[0])
    return job.restore(arrays, settings.cores), seconds, "taken up again"


def _about(job: Job, settings: Settings) -> str:
    """What has to be the same for a training to go on: its seed, and all that it is made of."""
    trained_by = CHALLENGES.get(job.game, BoardRun)
    return f"{settings.seed} {version_of(Path(inspect.getfile(trained_by)))}"


def _save(file: Path, arrays: Arrays) -> None:
    """Write a checkpoint whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_suffix(".partial.npz")
    np.savez(partial, allow_pickle=False, **arrays)
    partial.replace(file)


def finish(
    job: Job,
    progress: Progress,
    settings: Settings,
    folder: Path,
    command: str,
    strength: str = "not measured yet",
) -> Path:
    """Write the weights of a finished training and where they come from."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{job.name}.npz"
    provenance = {
        "command": command,
        "games": progress.run.games,
        "seed": settings.seed,
        "threads": settings.cores,
        "seconds": round(progress.seconds),
        "strength": strength,
    }
    write(file, progress.run.weights(), provenance)
    checkpoint_file(job, settings).unlink(missing_ok=True)
    return file


def measure(job: Job, folder: Path, games: int, cores: int) -> str:
    """How the new weights of a folder do without search, in words; `games` in all."""
    os.environ["INGENIOUS_WEIGHTS"] = str(folder.absolute())  # processes inherit it
    specs = ("4",) if job.game == "solo" else ("4", "greedy")
    setting = Setting(job.game, job.players, specs, specs, seed="train")
    tournament = Tournament.of(setting, games)
    groups = list(tournament.play(on_processes(cores)))
    if job.game == "solo":
        lowest = mean([game.lowest[0] for group in groups for game in group.games])
        return f"level 4 ends with a lowest peg of {_said(lowest, 1, 1)}, {len(groups)} games"
    won = share([group.tally(2) for group in groups], 0)
    played = sum(len(group.games) for group in groups)
    fair = 100 / setting.sides
    return (
        f"level 4 wins {_said(won, 100, 0)} % against greedy, {played} games; "
        f"a fair share is {fair:.0f} %"
    )


def _said(estimate: Estimate, scale: float, digits: int) -> str:
    low, high = (f"{scale * end:.{digits}f}" for end in (estimate.low, estimate.high))
    return f"{scale * estimate.value:.{digits}f} ({low} to {high})"
