"""`ingenious train`: make the weights of the bots by self-play."""

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from ..arena.tournament import ArenaError
from ..rules import PLAYERS
from ..training import driver
from ..training.ray_run import on_ray
from .options import count, from_one

MEASURED = 200
"""Games by which the new weights are measured."""


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "train",
        description="Train the bots' weights from scratch, by self-play. An interrupted run "
        "resumes where it stopped when the command is given again.",
    )
    parser.add_argument("game", metavar="GAME", choices=list(PLAYERS), help=", ".join(PLAYERS))
    parser.add_argument(
        "--players",
        type=from_one,
        metavar="N",
        help="number of players (default: every number the game allows)",
    )
    parser.add_argument(
        "--seed", type=count, default=1, metavar="S", help="a whole number (default: 1)"
    )
    parser.add_argument(
        "--threads",
        type=from_one,
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
        "--fresh", action="store_true", help="start over and discard an unfinished run"
    )
    parser.add_argument(
        "--measure",
        type=count,
        default=MEASURED,
        metavar="GAMES",
        help=f"games to play at the end to measure the strength; 0 for none (default: {MEASURED})",
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="train on the Ray cluster with this address; 'local' starts one on this machine",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Train, with a bar and a line on how it goes."""
    try:
        jobs = driver.jobs_of(arguments.game, arguments.players)
        advance = driver.here if arguments.ray is None else on_ray(arguments.ray)
    except (ValueError, ArenaError) as error:
        print(f"ingenious train: {error}", file=sys.stderr)
        return 2
    settings = driver.Settings(
        seed=arguments.seed,
        threads=arguments.threads,
        folder=arguments.checkpoints,
        fresh=arguments.fresh,
    )
    for job in jobs:
        try:
            _train(job, settings, arguments.out, arguments.measure, advance)
        except KeyboardInterrupt:
            file = driver.checkpoint_file(job, settings)
            on = f": run the command again to resume from {file}" if file.is_file() else ""
            print(f"interrupted{on}", file=sys.stderr)
            return 130
    return 0


def _train(
    job: driver.Job, settings: driver.Settings, out: Path, measured: int, advance: driver.Advance
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
        for last in driver.train(job, settings, advance):
            bar.update(task, completed=last.done, line=last.line)
            if not console.is_terminal:
                print(f"{job.name}: {last.done:.0%}, {last.line}", file=sys.stderr)
    assert last is not None, "a training reports at least that it has begun"
    command = f"ingenious train {job.game} --players {job.players} --seed {settings.seed}"
    file = driver.finish(job, last, settings, out, command)
    print(f"{file}: {last.run.games:,} games in {last.seconds / 60:.1f} minutes")
    if measured > 0:
        print(f"measuring: {measured} games", file=sys.stderr)
        strength = driver.measure(job, out, measured, settings.cores)
        driver.finish(job, last, settings, out, command, strength)
        print(f"measured: {strength}")
