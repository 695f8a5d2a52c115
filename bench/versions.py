"""Plays the bots against those of another commit: `python -m bench.versions COMMIT [NAME…]`.

A name such as `classic-2-4` is a mode and a level. Both versions play over the pipe, so the same
work counts for both: the source of a commit is unpacked into `build/versions` and runs with the
packages of this environment. With three and four players one seat has the newer bot and the others
the earlier one, so that the fair share is 33 or 25 %.

Every row is stored in `bench/strength/versions.json` while it is played. The same two bots with the
same numbers of playouts continue their row, whatever else has been committed.
"""

import argparse
import shlex
import subprocess
import sys
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from ingenious.rules import PLAYERS

from . import leaderboard
from .measured import close_players, play_measured
from .resumable import merge, play_in_order, read
from .series import Bot, Series, play_on, setting_of
from .sources import HERE, Version, earlier, working_tree
from .strength_page import VERSIONS, write_page

SCRIPT = HERE / "pipe_bot.py"

GAMES = {
    "classic-2-4": 400,
    "classic-3-4": 300,
    "classic-4-4": 300,
    "team-4-4": 200,
    "duel-2-4": 200,
    "solo-1-4": 200,
    "classic-2-5": 400,
    "classic-3-5": 300,
    "classic-4-5": 300,
    "team-4-5": 200,
    "duel-2-5": 200,
    "solo-1-5": 200,
    "cards-2-5": 1000,
    "dice-2-5": 1000,
    "tiles-2-5": 4000,
}
"""What is played without names, and the number of games; luck decides more in the challenges."""

DEFAULT_GAMES = 200
TRIAL_GROUPS = 3
"""Groups that are played to find out how much CPU time both sides take."""

TOLERANCE = 0.05
"""CPU times that differ by less than this are equal."""


class Pairing(NamedTuple):
    """A mode and level that two versions play."""

    name: str
    newer: Version
    older: Version

    @property
    def mode(self) -> str:
        """The game and its number of players."""
        return self.name.rpartition("-")[0]

    def series(self, factor: float = 1.0, older_factor: float = 1.0) -> Series:
        """The series between both, without games."""
        game, players, level = split(self.name)
        bots = tuple(
            Bot(
                name=str(level),
                spec=command(self.name, version, used),
                fingerprint=version.fingerprint(str(level), self.mode),
                commit=version.commit,
                factor=used,
            )
            for version, used in ((self.newer, factor), (self.older, older_factor))
        )
        return Series(game, players, bots)

    @property
    def is_changed(self) -> bool:
        """Whether the bots differ at all."""
        newer, older = self.series().bots
        return newer.fingerprint != older.fingerprint


def split(name: str) -> tuple[str, int, int]:
    """The game, the number of players and the level of a name; raises `ValueError`."""
    try:
        game, players, level = name.split("-")
        if int(players) in PLAYERS.get(game, ()) and 1 <= int(level) <= 5:
            return game, int(players), int(level)
    except ValueError:
        pass
    raise ValueError(f"{name!r} is not a mode and a level, such as classic-2-4")


def command(name: str, version: Version, factor: float, *more: str) -> str:
    """The command that runs a bot of a version."""
    game, players, level = split(name)
    words = ["env", "-u", "INGENIOUS_WEIGHTS", f"PYTHONPATH={version.source}"]
    words += [sys.executable, "-P", str(SCRIPT), game, "--players", str(players)]
    return shlex.join([*words, "--level", str(level), "--factor", f"{factor:g}", *more])


def prepare(pairing: Pairing) -> None:
    """Compile what both bots need; a program that is asked has less time for that."""
    for version in (pairing.newer, pairing.older):
        subprocess.run(shlex.split(command(pairing.name, version, 1, "--warm-up")), check=True)


def equal_factor(pairing: Pairing, share: float) -> float:
    """The factor of the newer bot's playouts at which both take the same CPU time per decision.

    The older one makes a share of its playouts. A decision also takes time that does not depend on
    the playouts. So the time is measured with two factors, and taken to be linear in between.
    """
    own, other = trial(pairing, share, share)
    if abs(own / other - 1) < TOLERANCE:
        return share
    tried = other / own
    again = trial(pairing, tried * share, share)[0]
    factor = round(share * linear_factor(tried, own, again, other), 3)
    print(
        f"{pairing.name}: {own:.1f} ms against {other:.1f} ms, so {factor:g} times the playouts",
        flush=True,
    )
    return factor


def linear_factor(tried: float, own: float, own_tried: float, other: float) -> float:
    """The factor that makes the times equal, from the times with the factors 1 and `tried`."""
    slope = (own - own_tried) / (1 - tried)
    if slope < 0.1 * own:  # the level makes no playouts, or ignores the factor
        return 1.0
    return round(max(1 + (other - own) / slope, 0.02), 2)


def trial(pairing: Pairing, factor: float, share: float) -> tuple[float, float]:
    """The CPU milliseconds per decision of both, from deals that the series does not have."""
    series = pairing.series(factor, share)
    setting = replace(setting_of(series), seed="trial")
    for group in play_in_order(partial(play_measured, setting), range(TRIAL_GROUPS), 1):
        series.add(group)
    close_players()
    own, other = series.cpu_of(0), series.cpu_of(1)
    assert own is not None, "both have decided"
    assert other is not None, "both have decided"
    return own, other


def play(
    pairing: Pairing, games: int, jobs: int, factor: float | None, share: float = 1.0
) -> dict[str, Any]:
    """Play a pairing until it has this number of games; the row as it is stored.

    Without a factor, the newer bot gets the one that makes the CPU times equal; a row that is
    continued keeps its factor. The older bot makes a share of its playouts.
    """
    key = key_of(pairing, factor, share)
    stored = read(VERSIONS).get(key)
    if factor is None:
        factor = stored["bots"][0]["factor"] if stored else equal_factor(pairing, share)
    series = pairing.series(factor, share).continued(stored)

    def save() -> None:
        if series.scores:
            merge(VERSIONS, key, series.values())
            print(f"{pairing.name}: {series.result}", flush=True)

    for _ in play_on(series, games, jobs, save):
        pass
    return series.values()


def key_of(pairing: Pairing, factor: float | None, share: float = 1.0) -> str:
    """The key of a row: what is played, between which bots."""
    newer, older = (bot.fingerprint for bot in pairing.series().bots)
    playouts = "equal-cpu" if factor is None else f"{factor:g}"
    if share != 1:
        playouts += f" of {share:g}"
    return f"{pairing.name} {newer} {older} {playouts}"


def main() -> None:
    """Play the named modes and levels, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench.versions")
    parser.add_argument("commit", metavar="COMMIT", help="the earlier version: a commit or a tag")
    parser.add_argument("names", metavar="NAME", nargs="*", help="modes and levels: classic-2-5")
    parser.add_argument("--newer", metavar="COMMIT", help="the newer version (default: this one)")
    parser.add_argument("--games", type=int, help="games of each, those played before included")
    parser.add_argument("--jobs", type=int, default=1, help="games at once, one per core at most")
    playouts = parser.add_mutually_exclusive_group()
    playouts.add_argument("--factor", type=float, help="of the newer bot's playouts (default: 1)")
    playouts.add_argument(
        "--equal-cpu", action="store_true", help="choose the factor so that CPU times are equal"
    )
    parser.add_argument(
        "--share",
        type=float,
        default=1.0,
        help="the share of their usual playouts that both bots make, so that games take less time",
    )
    parser.add_argument(
        "--release", metavar="VERSION", help="put the results on the leaderboard, as this version"
    )
    options = parser.parse_args()
    newer = earlier(options.newer) if options.newer else working_tree()
    older = earlier(options.commit)
    for name in options.names or GAMES:
        try:
            pairing = Pairing(name, newer, older)
            split(name)
        except ValueError as error:
            parser.error(str(error))
        if not pairing.is_changed:
            print(f"{name}: the bots are the same in both versions")
            continue
        prepare(pairing)
        factor = None if options.equal_cpu else (options.factor or 1.0) * options.share
        games = options.games or GAMES.get(name, DEFAULT_GAMES)
        row = play(pairing, games, options.jobs, factor, options.share)
        if options.release:
            leaderboard.enter(options.release, name, row)
        write_page()


if __name__ == "__main__":
    main()
