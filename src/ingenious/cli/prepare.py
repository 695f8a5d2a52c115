"""`ingenious prepare`: compile the bots' code ahead of time."""

import argparse
import logging
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from ..bots.levels import THINKER_MODULES, compiling
from ..bots.warmup import warm_up
from ..rules import PLAYERS
from ..rules.words import pluralize
from .errors import CommandError


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = (
        "Compile the bots' code for this machine and cache it, so that the first moves "
        "do not wait for it. Takes one to five minutes after an installation or an upgrade, "
        "depending on the machine, and a few seconds from then on."
    )
    parser.add_argument(
        "games", metavar="GAME", nargs="*", help=f"{', '.join(PLAYERS)} (default: all)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Prepare the games, in parallel if they share no code."""
    games = arguments.games or list(PLAYERS)
    if unknown := set(games) - set(PLAYERS):
        raise CommandError(
            f"unknown game: {', '.join(sorted(unknown))}; the games are {', '.join(PLAYERS)}"
        )
    began = time.monotonic()
    print("Compiling the bots for this machine; the result is cached.", file=sys.stderr)
    # The board games share their functions: the first of them compiles for all.
    shared = [game for game in games if THINKER_MODULES[game] == "board"]
    groups = [shared, *([game] for game in games if game not in shared)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(_warm_up, group): group for group in groups if group}
        for done in as_completed(waiting):
            done.result()
            print(f"  ready: {', '.join(waiting[done])}", file=sys.stderr)
    print(f"Done in {pluralize(round(time.monotonic() - began), 'second')}.", file=sys.stderr)
    return 0


def _warm_up(games: Sequence[str]) -> None:
    logging.getLogger("ingenious.bots").setLevel(logging.ERROR)  # the user knows that it compiles
    with compiling(games):
        for game in games:
            warm_up(game)
