"""How strong new weights are, measured in games of level 4, which does not search."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ..arena.processes import on_new_processes
from ..arena.ratings import mean, point_share
from ..arena.tournament import Setting, Tournament
from ..bots.weights import Arrays, write_arrays
from ..rules import game as rules_of
from ..rules.words import pluralize
from .run import Job


class Strength(NamedTuple):
    """The share of games won against greedy, or the lowest peg of solo; with its 95 % interval."""

    value: float
    low: float
    high: float
    games: int


def measure(job: Job, weights: Arrays, games: int, processes: int) -> Strength:
    """Measure weights in about `games` games, the same deals every time.

    The games are played in new processes, because a process never loads its weights again.
    """
    specs = ("4",) if job.game == "solo" else ("4", "greedy")
    setting = Setting(job.game, job.players, specs, specs, seed="train")
    tournament = Tournament.of(setting, max(games, 2))  # one game has no interval
    with TemporaryDirectory() as folder, _weights_from(folder):
        write_arrays(Path(folder) / f"{job.name}.npz", weights, {})
        groups = list(tournament.play(on_new_processes(processes)))
    if job.game == "solo":
        found = mean([game.lowest[0] for group in groups for game in group.games])
    else:
        found = point_share([group.tally(2) for group in groups], 0)
    return Strength(found.value, found.low, found.high, sum(len(group.games) for group in groups))


@contextmanager
def _weights_from(folder: str) -> Iterator[None]:
    """Make the processes that this one starts load the weights in a folder."""
    before = os.environ.get("INGENIOUS_WEIGHTS")
    os.environ["INGENIOUS_WEIGHTS"] = folder
    try:
        yield
    finally:
        if before is None:
            del os.environ["INGENIOUS_WEIGHTS"]
        else:
            os.environ["INGENIOUS_WEIGHTS"] = before


def describe(job: Job, strength: Strength) -> str:
    """The strength in a sentence."""
    played = pluralize(strength.games, "game")
    if job.game == "solo":
        return f"level 4 ends with a lowest peg of {_with_interval(strength, 1, 1)}, {played}"
    return (
        f"level 4 wins {_with_interval(strength, 100, 0)} % against greedy, {played}; "
        f"a fair share is {100 * fair_share(job):.0f} %"
    )


def fair_share(job: Job) -> float:
    """The share of the games that each side wins if all are equally strong."""
    return 1 / len(rules_of(job.game, job.players).sides)


def _with_interval(strength: Strength, scale: float, digits: int) -> str:
    value, low, high = (f"{scale * number:.{digits}f}" for number in strength[:3])
    return f"{value} ({low} to {high})"
