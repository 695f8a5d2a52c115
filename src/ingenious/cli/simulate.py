"""`ingenious simulate`: play whole games and write their records."""

import argparse
import sys
import time
from collections.abc import Iterator
from typing import get_args

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..bots import POLICIES, Policy, simulate_matches
from ..bots import simulate as games_of
from ..record import MatchRecord, Record, to_json
from ..rules import PLAYERS, UnknownGame, game
from ..rules.match import CHALLENGES, NoMatch, Starts, check_challenges
from ..terminal.pieces import pluralize
from .errors import CommandError
from .files import FileError, WholeLines
from .options import add_game_options, add_out_option, positive_number, whole_number

PROGRESS_AFTER_S = 1.0
"""After this time a terminal shows a progress bar."""


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "simulate",
        description="Play whole games between simple bots and write their records, one per line.",
    )
    parser.add_argument("game", metavar="GAME", choices=[*PLAYERS, "match"], help=_games_help())
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
    parser.add_argument(
        "--policy",
        choices=list(POLICIES),
        default="random",
        help="how the bots play (default: random)",
    )
    parser.add_argument(
        "--start",
        type=whole_number,
        metavar="SEAT",
        help="the seat that begins the game, or the first challenge of a match (default: random)",
    )
    parser.add_argument(
        "--starts",
        choices=get_args(Starts),
        help="who begins the other challenges of a match: the next seat, the same seat, "
        "or one drawn for each (default: rotate)",
    )
    add_game_options(
        parser, "play the Dice Challenge without the opening roll, also within a match"
    )
    parser.add_argument(
        "--challenges",
        metavar="LIST",
        help="the 2 to 12 challenges of a match, in order (default: cards,dice,tiles)",
    )
    add_out_option(parser)
    parser.set_defaults(run=run)


def _games_help() -> str:
    return ", ".join([*PLAYERS, "match"])


def run(arguments: argparse.Namespace) -> int:
    """Play the games and write them."""
    written = 0
    try:
        records = _records(arguments)
        with WholeLines(arguments.out) as out:
            for record in _with_progress(records, arguments.games):
                out.write(to_json(record))
                written += 1
    except (UnknownGame, NoMatch) as error:
        raise CommandError(error) from error
    except FileError as error:
        raise CommandError(f"{error}; {_written(written)}") from error
    except KeyboardInterrupt:
        print(f"interrupted: {_written(written)}", file=sys.stderr)
        return 130
    return 0


def _written(number: int) -> str:
    return f"{pluralize(number, 'complete record')} written"


def _records(arguments: argparse.Namespace) -> Iterator[Record] | Iterator[MatchRecord]:
    """The games to be played; checks the options before anything is written."""
    policy: Policy = POLICIES[arguments.policy]
    options = {"opening_roll": False} if arguments.no_opening_roll else {}
    is_match = arguments.game == "match"
    challenges = ",".join(CHALLENGES) if arguments.challenges is None else arguments.challenges
    names = challenges.split(",") if is_match else [arguments.game]
    if is_match:
        check_challenges(names)
    for option in ("challenges", "starts"):
        if getattr(arguments, option) is not None and not is_match:
            raise UnknownGame(f"--{option} only applies to a match")
    games = [
        game(name, arguments.players, arguments.edition, options if name == "dice" else {})
        for name in names
    ]
    players = games[0].players
    if options and "dice" not in names:
        raise UnknownGame("--no-opening-roll only applies to the Dice Challenge")
    if arguments.start is not None and arguments.start >= players:
        raise UnknownGame(f"--start must be a seat from 0 to {players - 1}, not {arguments.start}")
    shared = (policy, arguments.games, arguments.seed, arguments.policy, arguments.start)
    if not is_match:
        return games_of(games[0], *shared)
    return simulate_matches(games, *shared, arguments.starts or "rotate")


def _with_progress(
    records: Iterator[Record] | Iterator[MatchRecord], total: int
) -> Iterator[Record | MatchRecord]:
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
