"""Does another search play better? `python -m bench.tuning MODE CHANGE…`.

A change is a setting of level 5 with another value, such as `turns=5`; several of them make one
search. It plays against level 5 as it is, with the same weights, until a sequential test decides
between "no better" and "better by 35 Elo points", or the games run out. With `--share`, both
searches make only a part of their playouts, which is faster; compare the CPU times in the result.

Every run is kept in `bench/strength/tuning.json`. The same command continues it.
"""

import argparse
from dataclasses import fields, replace
from typing import Any

from ingenious.arena.sprt import Sprt
from ingenious.bots.board import SEARCHES, Search
from ingenious.kernel.board.heuristic import MAX_CANDIDATES

from .resumable import merge, read
from .series import Bot, Series, play_on
from .sources import RESULTS, working_tree
from .strength_check import group_score
from .versions import command

FILE = RESULTS / "tuning.json"
BETTER_BY_ELO = 35
GAMES = 400
MODES = [f"{game}-{players}" for game, players in SEARCHES]
SETTINGS = [setting.name for setting in fields(Search) if setting.type is int]


def described(search: Search) -> str:
    """The settings of a search, as the command line takes them."""
    return ",".join(f"{name}={getattr(search, name)}" for name in SETTINGS)


def changed(search: Search, changes: list[str]) -> Search:
    """A search with other settings; raises `ValueError` for what is not a setting."""
    values = dict[str, int]()
    for change in changes:
        name, _, value = change.partition("=")
        if name not in SETTINGS or not value.isdecimal():
            some = ", ".join(SETTINGS)
            raise ValueError(f"{change!r} is not a setting with a number; the settings are {some}")
        values[name] = int(value)
    other = replace(search, **values)
    choices = other.candidates, other.kept, other.width
    if min(choices) < 1 or max(choices) > MAX_CANDIDATES:
        raise ValueError(f"candidates, kept and width must be from 1 to {MAX_CANDIDATES}")
    return other


def bot(mode: str, search: Search, share: float) -> Bot:
    """Level 5 with a search, as a program of its own."""
    tree, name = working_tree(), described(search)
    return Bot(
        name=name,
        spec=command(f"{mode}-5", tree, share, "--search", name),
        fingerprint=tree.fingerprint("5", mode),
        commit=tree.commit,
        factor=share,
    )


def run(mode: str, other: Search, share: float, games: int, jobs: int) -> dict[str, Any]:
    """Play a search against the level's own; the result as it is stored."""
    game, players = mode.split("-")
    own = SEARCHES[game, int(players)][5]
    bots = (bot(mode, other, share), bot(mode, own, share))
    # The fingerprint changes with every edit of the settings; what is compared does not.
    key = f"{mode} {described(other)} against {described(own)} x{share:g}"
    series = Series(game, int(players), bots).continued(read(FILE).get(key))
    test = Sprt(0, BETTER_BY_ELO, max(series.sides, 2))
    for scores in series.scores:
        test.add(group_score(scores, series.sides))

    def save() -> None:
        if series.scores:
            merge(FILE, key, series.values() | {"verdict": verdict(test)})
            print(f"{key}: {series.result}, {times(series)}", flush=True)

    played = play_on(series, games if test.verdict is None else 0, jobs, save)
    for _ in played:
        test.add(group_score(series.scores[-1], series.sides))
        if test.verdict is not None:
            break
    played.close()
    print(f"{key}: {verdict(test)}")
    return series.values()


def verdict(test: Sprt) -> str:
    """What the test says so far."""
    words = {"elo0": "no better", "elo1": "better"}
    return words.get(test.verdict or "", "undecided")


def times(series: Series) -> str:
    """The CPU time per decision of both."""
    return " against ".join(f"{series.cpu_of(number) or 0:.0f} ms" for number in (0, 1))


def main() -> None:
    """Play the search of the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.tuning")
    parser.add_argument("mode", metavar="MODE", choices=MODES, help="such as classic-2")
    parser.add_argument("changes", metavar="CHANGE", nargs="+", help="such as turns=5")
    parser.add_argument("--share", type=float, default=1.0, help="of the playouts (default: all)")
    parser.add_argument("--games", type=int, default=GAMES, help=f"at most (default: {GAMES})")
    parser.add_argument("--jobs", type=int, default=1, help="games at once, one per core at most")
    options = parser.parse_args()
    game, players = options.mode.split("-")
    try:
        other = changed(SEARCHES[game, int(players)][5], options.changes)
    except ValueError as error:
        parser.error(str(error))
    run(options.mode, other, options.share, options.games, options.jobs)


if __name__ == "__main__":
    main()
