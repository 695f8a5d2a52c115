"""Drives a training run to its end: resumes it, saves it, and records its learning curve."""

import inspect
import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from .. import __version__
from ..bots.weights import Arrays, write_arrays
from ..kernel.cores import cores
from ..kernel.jit import cache_folder, source_hash
from ..rules import PLAYERS
from ..rules.words import pluralize
from .board import BoardRun
from .cards import CardsRun
from .curve import Curve
from .curve_picture import draw_curve
from .dice import DiceRun
from .run import Job, Run
from .strength import Strength, describe, measure
from .tiles import TilesRun

RUNS: Mapping[str, type[Run]] = {"cards": CardsRun, "dice": DiceRun, "tiles": TilesRun}

KINDS: tuple[type[Run], ...] = (BoardRun, *RUNS.values())
SOURCES = {kind: source_hash(Path(inspect.getfile(kind))) for kind in KINDS}
"""For each kind of run, a hash of the code that trains it: of its module and all that it imports.

They are computed once: the files may be edited later, but this process runs the code it has loaded.
"""

QUICK_GAMES = 40
"""Games that measure the strength on the way."""


def run_type(job: Job) -> type[Run]:
    """The class that trains a job."""
    return RUNS.get(job.game, BoardRun)


def is_exact(game: str) -> bool:
    """Whether a game is solved, so that a thorough run would give the same weights."""
    return RUNS.get(game, BoardRun).is_exact


def jobs_of(game: str, players: int | None, *, is_thorough: bool = False) -> list[Job]:
    """The training jobs of a game: for one number of players, or for each."""
    if game not in PLAYERS:
        raise ValueError(f"unknown game {game!r}; the games are {', '.join(PLAYERS)}")
    counts = PLAYERS[game]
    if players is not None and players not in counts:
        some = " or ".join(map(str, counts))
        noun = "player" if some == "1" else "players"
        raise ValueError(f"{game} is for {some} {noun}, not {players}")
    is_thorough = is_thorough and not is_exact(game)
    return [Job(game, count, is_thorough) for count in counts if players in (None, count)]


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
    measured_games: int = 0  # that measure the strength at the end; 0 to measure it never

    @property
    def thread_count(self) -> int:
        """The number of threads."""
        return self.threads or cores()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training run has progressed."""

    run: Run
    curve: Curve
    line: str
    seconds: float  # of training, including those before it was resumed

    @property
    def done(self) -> float:
        """How much of the plan is done, from 0 to 1."""
        return self.run.progress


def checkpoint_file(job: Job, options: TrainingOptions) -> Path:
    """The file of an unfinished run; each plan and each seed has its own."""
    name = f"{job.name}-thorough" if job.is_thorough else job.name
    return (options.folder or default_folder()) / f"{name}-seed-{options.seed}.npz"


Advance = Callable[[Run], tuple[Run, str]]
"""Trains for a while; returns the run after that, and a progress line."""


def on_this_machine(run: Run) -> tuple[Run, str]:
    """Train for a while on this machine."""
    return run, run.advance()


def train(
    job: Job, options: TrainingOptions, advance: Advance = on_this_machine
) -> Iterator[Progress]:
    """Train to the end, saving a checkpoint after every `advance` and every measurement."""
    file = checkpoint_file(job, options)
    if options.fresh:
        file.unlink(missing_ok=True)
    now = _start_or_resume(job, options, file)
    yield now
    while True:
        if games := _games_to_measure(now, options):
            yield replace(now, line=f"measuring the strength in {pluralize(games, 'game')}")
            now = _with_strength(now, measure(job, now.run.weights(), games, options.thread_count))
        elif now.done < 1:
            now = _advanced(now, advance)
        else:
            return
        about = np.array(_about(job, options))
        seconds = np.array([now.seconds])
        arrays = {**now.run.checkpoint(), **now.curve.to_arrays()}
        _save(file, {**arrays, "seconds": seconds, "about": about})
        yield now


def _games_to_measure(now: Progress, options: TrainingOptions) -> int:
    """How many games are to measure the strength now; none if it is not due."""
    if not now.curve.is_strength_due(now.done) or (now.run.is_exact and now.done < 1):
        return 0
    games = options.measured_games
    return games if now.done >= 1 else min(games, QUICK_GAMES)


def _with_strength(now: Progress, strength: Strength) -> Progress:
    curve = now.curve.with_strength(now.done, now.run.games, strength)
    return replace(now, curve=curve, line=describe(now.run.job, strength))


def _advanced(now: Progress, advance: Advance) -> Progress:
    began = time.monotonic()
    run, line = advance(now.run)
    seconds, curve = now.seconds + time.monotonic() - began, now.curve
    if run.error is not None and math.isfinite(run.error):
        curve = curve.with_error(run.progress, run.games, seconds, run.error)
    return Progress(run, curve, line, seconds)


def _start_or_resume(job: Job, options: TrainingOptions, file: Path) -> Progress:
    """The saved run, if it has the same seed, plan and source; otherwise a new one."""
    kind, line = run_type(job), "begun"
    if file.is_file():
        with np.load(file, allow_pickle=False) as saved:
            arrays = {key: saved[key] for key in saved.files}
        if str(arrays.get("about", "")) == _about(job, options):
            run = kind(job, arrays, options.thread_count)
            seconds = float(arrays["seconds"][0])
            return Progress(run, Curve.from_arrays(arrays), "resumed", seconds)
        line = "started over: the checkpoint was made by other code"
    return Progress(kind.start(job, options.seed, options.thread_count), Curve(), line, 0.0)


def _about(job: Job, options: TrainingOptions) -> str:
    """What must match for a run to be resumed: its seed, its plan and its source."""
    return f"{options.seed} {job.plan} {SOURCES[run_type(job)]}"


def _save(file: Path, arrays: Arrays) -> None:
    """Write a checkpoint, completely or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_suffix(".partial.npz")
    np.savez(partial, allow_pickle=False, **arrays)
    partial.replace(file)


def finish(
    job: Job, progress: Progress, options: TrainingOptions, folder: Path, command: str
) -> Path:
    """Write the weights of a finished run, their provenance, and a picture of the curve."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{job.name}.npz"
    run, curve = progress.run, progress.curve
    strength = curve.final_strength
    provenance: dict[str, object] = {
        "command": command,
        "plan": "exact" if run.is_exact else job.plan,
        "games": run.games,
        "seed": options.seed,
        "threads": run.threads,
        "seconds": round(progress.seconds),
        "version": __version__,
        "source": SOURCES[run_type(job)],
        "strength": "not measured" if strength is None else describe(job, strength),
    }
    if not run.is_exact:
        provenance["curve"] = curve.to_json()
        picture = draw_curve(job, curve, run.error_name)
        (folder / f"{job.name}.curve.svg").write_text(picture, "utf-8")
    write_arrays(file, run.weights(), provenance)
    checkpoint_file(job, options).unlink(missing_ok=True)
    return file
