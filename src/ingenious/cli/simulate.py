"""`ingenious simulate`: play whole games and write their records."""

import argparse
import sys
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from typing import get_args

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..bots.baselines import BASELINES, POLICIES, can_play
from ..bots.engine_protocol import Forfeit
from ..bots.levels import LEVELS
from ..bots.players import player
from ..bots.processes import map_in_order
from ..bots.question import Budget
from ..bots.simulate import Bot, simulated_game, simulated_match
from ..record import to_json
from ..rules import PLAYERS, AnyGame, UnknownGame, game
from ..rules.match import CHALLENGES, NoMatch, Starts, check_challenges
from ..rules.words import count_seats_from_1, pluralize
from .errors import CommandError
from .files import FileError, WholeLines
from .options import (
    add_bots_option,
    add_game_options,
    add_out_option,
    positive_number,
    whole_number,
)

PROGRESS_AFTER_S = 1.0
"""After this time a terminal shows a progress bar."""


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = "Play whole games between bots and write their records, one per line."
    parser.add_argument("game", metavar="GAME", choices=[*PLAYERS, "match"], help=_games_help())
    _add_game_counts(parser)
    _add_bots(parser)
    _add_starts_and_rules(parser)
    add_out_option(parser)
    parser.set_defaults(run=run)


def _add_game_counts(parser: argparse.ArgumentParser) -> None:
    """Add the options for the number of players and games, and for their seed."""
    parser.add_argument(
        "--players",
        type=positive_number,
        metavar="N",
        help="number of players (default: the fewest)",
    )
    parser.add_argument(
        "--games", type=positive_number, default=1, metavar="K", help="number of games (default: 1)"
    )
    parser.add_argument(
        "--seed",
        default="0",
        metavar="S",
        help="any text; the same seed always gives the same games (default: 0)",
    )


def _add_bots(parser: argparse.ArgumentParser) -> None:
    """Add the options for the bots and the processes in which they play."""
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--policy",
        choices=list(POLICIES),
        default="random",
        help="how the bots play (default: random)",
    )
    add_bots_option(
        who, "levels 1 to 5, names of baselines, or commands: one for all seats, or one for each"
    )
    parser.add_argument(
        "--playouts",
        type=whole_number,
        metavar="P",
        help="maximum number of playouts per decision (default: set by the level)",
    )
    parser.add_argument(
        "--jobs",
        type=positive_number,
        default=1,
        metavar="J",
        help="number of processes; the games are the same with any number (default: 1)",
    )


def _add_starts_and_rules(parser: argparse.ArgumentParser) -> None:
    """Add the options for the starting seats, the rules and the challenges of a match."""
    parser.add_argument(
        "--start",
        type=positive_number,
        metavar="SEAT",
        help="the seat that begins the game, or the first challenge of a match, from 1 "
        "(default: random)",
    )
    parser.add_argument(
        "--starts",
        choices=get_args(Starts),
        help="who begins the other challenges of a match: the next seat, the same seat, "
        "or one drawn for each (default: rotate)",
    )
    add_game_options(
        parser, "play the Dice Challenge without the opening roll, even within a match"
    )
    parser.add_argument(
        "--challenges",
        metavar="LIST",
        help="the 2 to 12 challenges of a match, in order (default: cards,dice,tiles)",
    )


def _games_help() -> str:
    return ", ".join([*PLAYERS, "match"])


def run(arguments: argparse.Namespace) -> int:
    """Play the games and write them."""
    written = 0
    try:
        plan = _plan(arguments)
        jobs = min(arguments.jobs, arguments.games)
        with closing(_play(plan, arguments.games, jobs)) as lines, WholeLines(arguments.out) as out:
            for line in _with_progress(lines, arguments.games):
                out.write(line)
                written += 1
    except (UnknownGame, NoMatch) as error:
        raise CommandError(error) from error
    except FileError as error:
        raise CommandError(f"{error}; {_written(written)}") from error
    except Forfeit as error:
        why = count_seats_from_1(str(error))
        raise CommandError(f"{why}; {_written(written)}", status=1) from error
    except BrokenProcessPool as error:
        raise CommandError(f"a process was killed; {_written(written)}", status=1) from error
    except KeyboardInterrupt:
        print(f"interrupted: {_written(written)}", file=sys.stderr)
        return 130
    return 0


def _written(number: int) -> str:
    return f"{pluralize(number, 'complete record')} written"


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is played and by which bots: all that a game depends on, except its number."""

    games: tuple[AnyGame, ...]  # one, or the challenges of a match
    bots: tuple[str, ...]  # of every seat
    budget: Budget
    seed: str
    start: int | None
    starts: Starts | None  # None: no match

    def play(self, number: int) -> str:
        """The record of a game or match."""
        bots, names = _seated(self.bots, self.budget)
        if self.starts is None:
            game = self.games[0]
            return to_json(simulated_game(game, bots, names, self.seed, number, self.start))
        shared = self.seed, number, self.start, self.starts
        return to_json(simulated_match(self.games, bots, names, *shared))


@cache
def _seated(specs: Sequence[str], budget: Budget) -> tuple[Sequence[Bot], Sequence[str]]:
    """The bots of all seats in this process, and their names."""
    bots = [BASELINES[spec] if spec in BASELINES else player(spec, budget) for spec in specs]
    return bots, [f"{_name(spec)} {seat}" for seat, spec in enumerate(specs, 1)]


def _name(spec: str) -> str:
    return LEVELS[int(spec)].name if spec.isdecimal() else spec


def _plan(arguments: argparse.Namespace) -> _Plan:
    """What the options ask for; checks them before anything is written."""
    specs = arguments.bots or [arguments.policy]
    players = arguments.players
    if players is None and len(specs) > 1:
        players = len(specs)
    options = {"opening_roll": False} if arguments.no_opening_roll else {}
    is_match = arguments.game == "match"
    challenges = ",".join(CHALLENGES) if arguments.challenges is None else arguments.challenges
    names = challenges.split(",") if is_match else [arguments.game]
    if is_match:
        check_challenges(names)
    for option in ("challenges", "starts"):
        if getattr(arguments, option) is not None and not is_match:
            raise UnknownGame(f"--{option} only applies to a match")
    games = tuple(
        game(name, players, arguments.edition, options if name == "dice" else {}) for name in names
    )
    players = games[0].players
    if options and "dice" not in names:
        raise UnknownGame("--no-opening-roll only applies to the Dice Challenge")
    if arguments.start is not None and arguments.start > players:
        raise UnknownGame(f"--start must be a seat from 1 to {players}, not {arguments.start}")
    plan = _Plan(
        games=games,
        bots=_bots_of_seats(specs, games),
        budget=Budget(playouts=arguments.playouts),
        seed=arguments.seed,
        start=None if arguments.start is None else arguments.start - 1,
        starts=(arguments.starts or "rotate") if is_match else None,
    )
    try:
        _seated(plan.bots, plan.budget)
    except ValueError as error:
        raise CommandError(f"--bots: {error}") from error
    return plan


def _bots_of_seats(specs: Sequence[str], games: Sequence[AnyGame]) -> tuple[str, ...]:
    """The bot of every seat, from one for all seats, or one for each."""
    players = games[0].players
    if len(specs) not in (1, players):
        raise CommandError(
            f"--bots must name one bot for all seats, or {players}, one for each seat, "
            f"not {len(specs)}"
        )
    for spec in specs:
        for rules in games:
            if spec in BASELINES and not can_play(spec, rules):
                raise CommandError(f"{spec} only plays the board games, not {rules.name}")
    return tuple(specs) if len(specs) == players else tuple(specs) * players


def _play(plan: _Plan, games: int, jobs: int) -> Generator[str, None, None]:
    """The records in order, played by this process or by several others."""
    if jobs > 1:
        yield from map_in_order(plan.play, range(games), jobs)
        return
    try:
        yield from map(plan.play, range(games))
    finally:
        for bot in _seated(plan.bots, plan.budget)[0]:
            if not callable(bot):
                bot.close()


def _with_progress(records: Iterable[str], total: int) -> Iterator[str]:
    """The same records; a terminal shows a progress bar if it takes long."""
    console = Console(stderr=True)
    columns = (
        TextColumn("playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=True) as bar:
        task = bar.add_task("", total=total)
        began = time.monotonic()
        for record in records:
            yield record
            bar.advance(task)
            if bar.disable and console.is_terminal and time.monotonic() - began > PROGRESS_AFTER_S:
                bar.disable = False
                bar.start()
