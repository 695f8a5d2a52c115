"""Drives a training run to its end: resumes it, saves it, and measures the new weights."""

import inspect
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..arena.processes import on_processes
from ..arena.ratings import Estimate, mean, point_share
from ..arena.tournament import Setting, Tournament
from ..bots.weights import Arrays, write_arrays
from ..kernel.cores import cores
from ..kernel.jit import cache_folder, source_hash
from ..rules import PLAYERS
from ..rules.words import pluralize
from .board import BoardRun
from .cards import CardsRun
from .dice import DiceRun
from .run import Job, Run
from .tiles import TilesRun

RUNS: Mapping[str, type[Run]] = {"cards": CardsRun, "dice": DiceRun, "tiles": TilesRun}


def run_type(job: Job) -> type[Run]:
    """The class that trains a job."""
    return RUNS.get(job.game, BoardRun)


def jobs_of(game: str, players: int | None) -> list[Job]:
    """The training jobs of a game: for one number of players, or for each."""
    if game not in PLAYERS:
        raise ValueError(f"unknown game {game!r}; the games are {', '.join(PLAYERS)}")
    counts = PLAYERS[game]
    if players is not None and players not in counts:
        some = " or ".join(map(str, counts))
        noun = "player" if some == "1" else "players"
        raise ValueError(f"{game} is for {some} {noun}, not {players}")
    return [Job(game, count) for count in counts if players in (None, count)]


def default_folder() -> Path:
    """Where unfinished training runs are stored."""
    return cache_folder() / "training"


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """How to run the training."""

    seed: int = 1
    threads: int = 0  # 0 for one per core
    folder: Path | None = None  # of checkpoints
    fresh: bool = False  # discard an unfinished run

    @property
    def thread_count(self) -> int:
        """The number of threads."""
        return self.threads or cores()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training run has progressed."""

    run: Run
    done: float  # 0 to 1
    line: str
    seconds: float  # of training, including those before it was resumed


def checkpoint_file(job: Job, options: TrainingOptions) -> Path:
    """The file of an unfinished run."""
    return (options.folder or default_folder()) / f"{job.name}.npz"


Advance = Callable[[Run], tuple[Run, str]]
"""Trains for a while; returns the run after that, and a progress line."""


def on_this_machine(run: Run) -> tuple[Run, str]:
    """Train for a while on this machine."""
    return run, run.advance()


def train(
    job: Job, options: TrainingOptions, advance: Advance = on_this_machine
) -> Iterator[Progress]:
    """Train to the end, saving a checkpoint after every `advance`."""
    file = checkpoint_file(job, options)
    if options.fresh:
        file.unlink(missing_ok=True)
    run, seconds, line = _start_or_resume(job, options, file)
    yield Progress(run, run.progress, line, seconds)
    while run.progress < 1:
        began = time.monotonic()
        run, line = advance(run)
        seconds += time.monotonic() - began
        about = np.array(_about(job, options))
        _save(file, {**run.checkpoint(), "seconds": np.array([seconds]), "about": about})
        yield Progress(run, run.progress, line, seconds)


def _start_or_resume(job: Job, options: TrainingOptions, file: Path) -> tuple[Run, float, str]:
    """The saved run, if it has the same seed and source; otherwise a new one."""
    started, line = run_type(job), "begun"
    if file.is_file():
        with np.load(file, allow_pickle=False) as saved:
            arrays = {key: saved[key] for key in saved.files}
        if str(arrays.pop("about", "")) == _about(job, options):
            seconds = float(arrays.pop("seconds")[0])
            return started(job, arrays, options.thread_count), seconds, "taken up again"
        line = "begun anew, for another seed or version was under way"
    return started.start(job, options.seed, options.thread_count), 0.0, line


def _about(job: Job, options: TrainingOptions) -> str:
    """What must match for a run to be resumed: its seed and its source."""
    return f"{options.seed} {source_hash(Path(inspect.getfile(run_type(job))))}"


def _save(file: Path, arrays: Arrays) -> None:
    """Write a checkpoint, completely or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_suffix(".partial.npz")
    np.savez(partial, allow_pickle=False, **arrays)
    partial.replace(file)


def finish(
    job: Job,
    progress: Progress,
    options: TrainingOptions,
    folder: Path,
    command: str,
    strength: str = "not measured yet",
) -> Path:
    """Write the weights of a finished run and their provenance."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{job.name}.npz"
    provenance = {
        "command": command,
        "games": progress.run.games,
        "seed": options.seed,
        "threads": options.thread_count,
        "seconds": round(progress.seconds),
        "strength": strength,
    }
    write_arrays(file, progress.run.weights(), provenance)
    checkpoint_file(job, options).unlink(missing_ok=True)
    return file


def measure(job: Job, folder: Path, games: int, cores: int) -> str:
    """Describe the strength of a folder's new weights without search, from `games` games."""
    os.environ["INGENIOUS_WEIGHTS"] = str(folder.absolute())  # processes inherit it
    specs = ("4",) if job.game == "solo" else ("4", "greedy")
    setting = Setting(job.game, job.players, specs, specs, seed="train")
    tournament = Tournament.of(setting, games)
    groups = list(tournament.play(on_processes(cores)))
    if job.game == "solo":
        lowest = mean([game.lowest[0] for group in groups for game in group.games])
        games_played = pluralize(len(groups), "game")
        return f"level 4 ends with a lowest peg of {_interval(lowest, 1, 1)}, {games_played}"
    won = point_share([group.tally(2) for group in groups], 0)
    played = pluralize(sum(len(group.games) for group in groups), "game")
    fair = 100 / setting.sides
    return (
        f"level 4 wins {_interval(won, 100, 0)} % against greedy, {played}; "
        f"a fair share is {fair:.0f} %"
    )


def _interval(estimate: Estimate, scale: float, digits: int) -> str:
    low, high = (f"{scale * end:.{digits}f}" for end in (estimate.low, estimate.high))
    return f"{scale * estimate.value:.{digits}f} ({low} to {high})"
