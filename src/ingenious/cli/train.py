"""`ingenious train`: train the bots' weights by self-play."""

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from ..arena.tournament import ArenaError
from ..rules import PLAYERS
from ..training import driver
from ..training.ray_run import train_on_ray
from ..training.run import THOROUGH_FACTOR, Job
from ..training.strength import describe
from .errors import CommandError
from .options import positive_number, whole_number

MEASURING_GAMES = 200
"""How many games measure the new weights by default."""


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = (
        "Train the bots' weights from scratch, by self-play. An interrupted run "
        "resumes where it stopped when the command is given again."
    )
    parser.add_argument("game", metavar="GAME", choices=list(PLAYERS), help=", ".join(PLAYERS))
    parser.add_argument(
        "--players",
        type=positive_number,
        metavar="N",
        help="number of players (default: every number the game allows)",
    )
    parser.add_argument(
        "--seed", type=whole_number, default=1, metavar="S", help="a whole number (default: 1)"
    )
    parser.add_argument(
        "--threads",
        type=positive_number,
        default=0,
        metavar="T",
        help="number of threads (default: one per core)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("weights"),
        metavar="FOLDER",
        help="the output folder for the weights (default: weights)",
    )
    parser.add_argument(
        "--checkpoints",
        type=Path,
        metavar="FOLDER",
        help="where to store unfinished runs (default: the cache folder)",
    )
    parser.add_argument(
        "--thorough",
        action="store_true",
        help=f"train {THOROUGH_FACTOR} times as long, up to a night for each number of players"
        " instead of up to an hour",
    )
    parser.add_argument(
        "--fresh", action="store_true", help="start over and discard an unfinished run"
    )
    parser.add_argument(
        "--measure",
        type=whole_number,
        default=MEASURING_GAMES,
        metavar="GAMES",
        help="games to play at the end to measure the strength, and fewer on the way for the"
        f" learning curve; 0 for none (default: {MEASURING_GAMES})",
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="train on the Ray cluster with this address; 'local' starts one on this machine",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Train, showing a progress bar and a status line."""
    try:
        jobs = driver.jobs_of(arguments.game, arguments.players, is_thorough=arguments.thorough)
        ray = arguments.ray
        advance = driver.on_this_machine if ray is None else train_on_ray(ray)
    except (ValueError, ArenaError) as error:
        raise CommandError(error) from error
    if arguments.thorough and driver.is_exact(arguments.game):
        print(
            f"--thorough makes no difference: {arguments.game} is solved exactly", file=sys.stderr
        )
    options = driver.TrainingOptions(
        seed=arguments.seed,
        threads=arguments.threads,
        folder=arguments.checkpoints,
        fresh=arguments.fresh,
        measured_games=arguments.measure,
    )
    for job in jobs:
        try:
            _train(job, options, arguments.out, advance, on_ray=ray is not None)
        except ArenaError as error:
            raise CommandError(error) from error
        except KeyboardInterrupt:
            file = driver.checkpoint_file(job, options)
            on = f": run the command again to resume from {file}" if file.is_file() else ""
            print(f"interrupted{on}", file=sys.stderr)
            return 130
    return 0


def _train(
    job: Job,
    options: driver.TrainingOptions,
    out: Path,
    advance: driver.Advance,
    *,
    on_ray: bool,
) -> None:
    console = Console(stderr=True)
    columns = (
        TextColumn(job.name),
        BarColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[line]}"),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=1.0, line="compiling")
        last = None
        for last in driver.train(job, options, advance):
            bar.update(task, completed=last.done, line=last.line)
            if not console.is_terminal:
                print(f"{job.name}: {last.done:.0%}, {last.line}", file=sys.stderr)
    assert last is not None, "a training reports at least its start"
    file = driver.finish(job, last, options, out, _command(job, options, on_ray))
    print(f"{file}: {last.run.games:,} games in {last.seconds / 60:.1f} minutes")
    strength = last.curve.final_strength
    if strength is not None:
        print(f"measured: {describe(job, strength)}")


def _command(job: Job, options: driver.TrainingOptions, on_ray: bool) -> str:
    """The command that trains this job alone, without the folders and addresses of a machine."""
    words = ["ingenious train", job.game, f"--players {job.players}", f"--seed {options.seed}"]
    words.append("--ray ADDRESS" if on_ray else f"--threads {options.thread_count}")
    if job.is_thorough:
        words.append("--thorough")
    return " ".join(words)
