"""`ingenious hint`: the best moves in a position, with a reason for each."""

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypedDict

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ..bots.hints import Hint, analyse, hints, write_hint
from ..bots.levels import LEVELS
from ..bots.players import NotAsked
from ..bots.question import Budget
from ..position import UnknownPieces
from ..record.notation import write_move
from ..rules.words import count_seats_from_1
from ..terminal.pieces import printable
from .console import output_console
from .errors import CommandError
from .given import Given, add_position_options, read_given, reported_errors
from .options import add_level_option, positive_number, seconds, whole_number


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = "Suggest the best moves for the seat to move, from what it knows."
    add_position_options(parser)
    parser.add_argument(
        "--seat",
        type=positive_number,
        metavar="N",
        help="which seat, from 1 (default: the seat to move)",
    )
    add_thinking_options(parser, count=3)
    parser.set_defaults(run=run)


def add_thinking_options(parser: argparse.ArgumentParser, count: int) -> None:
    """Add the options for the bot that looks at a position, and for its output."""
    add_level_option(parser, default=max(LEVELS))
    parser.add_argument(
        "--seconds", type=seconds, metavar="S", help="maximum thinking time (default: no limit)"
    )
    parser.add_argument(
        "--playouts",
        type=whole_number,
        metavar="P",
        help="maximum number of playouts (default: set by the level and the time)",
    )
    parser.add_argument(
        "--count",
        type=positive_number,
        default=count,
        metavar="N",
        help=f"maximum number of moves to show (default: {count})",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, one move per line")


class ThinkingOptions(TypedDict):
    """What `hints` and `analyse` both take."""

    level: int
    budget: Budget
    count: int


def thinking_options(arguments: argparse.Namespace) -> ThinkingOptions:
    """The options of the bot."""
    budget = Budget(arguments.seconds, arguments.playouts)
    return {"level": arguments.level, "budget": budget, "count": arguments.count}


@contextmanager
def reported_refusals() -> Iterator[None]:
    """Report why a position has no hints, and end the command."""
    try:
        with reported_errors():
            yield
    except (NotAsked, UnknownPieces) as error:
        raise CommandError(count_seats_from_1(str(error)), status=1) from error


def check_goes_on(given: Given) -> None:
    """Refuse the end of a game that was recorded."""
    if given.record is not None and given.position.result is not None:
        raise CommandError(
            f"the game is over after move {given.moves}; --at chooses an earlier position", status=1
        )


def run(arguments: argparse.Namespace) -> int:
    """Print the hints; 1 if there is nothing to decide, 2 if the file is unreadable."""
    seat = None if arguments.seat is None else arguments.seat - 1
    options = thinking_options(arguments)
    with reported_refusals():
        given = read_given(arguments)
        check_goes_on(given)
        record = given.record_so_far
        if record is not None:
            found = hints(record, seat, **options)
        else:
            turn = given.position.turn
            if seat is not None and turn is not None and seat != turn:
                raise NotAsked(f"it is seat {turn}'s turn, not seat {seat}'s")
            found = analyse(given.position, **options)
    print_hints(found, as_json=arguments.json)
    return 0


def print_hints(found: Sequence[Hint], *, as_json: bool) -> None:
    """Print hints as a table, or as JSON with one line for each."""
    if as_json:
        for hint in found:
            print(json.dumps(write_hint(hint)))
    else:
        output_console().print(_table(found))


def _table(found: Sequence[Hint]) -> Table:
    """The hints as a table; values that the level does not estimate have no column."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("move")
    points = [str(hint.points) if hint.measure == "points" else "" for hint in found]
    columns = [
        [_percent(hint.chance) for hint in found],
        [_tenths(hint.lowest) for hint in found],
        points,
    ]
    titles = ("chance to win", "lowest peg", "points")
    known = [(title, column) for title, column in zip(titles, columns, strict=True) if any(column)]
    for title, _ in known:
        table.add_column(title, justify="right")
    table.add_column("why")
    for row, hint in enumerate(found):
        numbers = [column[row] for _, column in known]
        reason = Text(printable(hint.reason, longest=200))
        table.add_row(Text(write_move(hint.decision), "bold"), *numbers, reason)
    return table


def _percent(chance: float | None) -> str:
    return "" if chance is None else f"{100 * chance:.0f} %"


def _tenths(lowest: float | None) -> str:
    return "" if lowest is None else f"{lowest:.1f}"
