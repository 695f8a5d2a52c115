"""`ingenious hint`: the best moves in a recorded position, with a reason for each."""

import argparse
import json

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ..bots.hints import Hint, hints, write_hint
from ..bots.levels import LEVELS
from ..bots.players import NotAsked
from ..bots.question import Budget
from ..record import RecordError
from ..record.notation import write_move
from ..terminal.pieces import printable
from .errors import CommandError
from .games import add_position_options, find, truncated
from .options import add_level_option, output_console, positive_number, seconds, whole_number


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "hint",
        description="Suggest the best moves for the seat whose turn it is, from what it knows.",
    )
    add_position_options(parser)
    parser.add_argument(
        "--seat",
        type=whole_number,
        metavar="N",
        help="which seat, from 0 (default: the one to decide)",
    )
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
        default=3,
        metavar="N",
        help="maximum number of moves to show (default: 3)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, one move per line")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the hints; 1 if there is nothing to decide, 2 if the file is unreadable."""
    try:
        found = hints(
            truncated(find(arguments.file, arguments.game), arguments.at),
            arguments.seat,
            level=arguments.level,
            budget=Budget(arguments.seconds, arguments.playouts),
            count=arguments.count,
        )
    except (NotAsked, RecordError) as error:
        raise CommandError(error, status=1) from error
    if arguments.json:
        for hint in found:
            print(json.dumps(write_hint(hint)))
    else:
        output_console().print(_table(found))
    return 0


def _table(found: list[Hint]) -> Table:
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
