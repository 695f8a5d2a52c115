"""`ingenious bot`: play over a pipe."""

import argparse
import sys

from ..bots.levels import LEVELS
from ..bots.pipe import serve
from ..bots.players import LevelPlayer, seed_of
from ..bots.thinking import Budget
from ..record import Record
from ..rules.moves import Decision
from .files import Unreadable, lines, opened
from .options import count


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    levels = ", ".join(f"{level.number} {level.name}" for level in LEVELS.values())
    parser = commands.add_parser(
        "bot",
        description='Read questions from standard input, one a line, {"record": ..., "seat": 0, '
        '"seconds": 1.0} with a record redacted to what the seat knows, and answer each with a '
        'line {"entry": ...}, or {"error": ...} if it cannot be used; until the input ends.',
    )
    parser.add_argument(
        "--level", type=int, choices=list(LEVELS), required=True, metavar="N", help=levels
    )
    parser.add_argument(
        "--seed",
        default="",
        metavar="S",
        help="any text; the same seed and the same question, the same answer",
    )
    parser.add_argument(
        "--playouts",
        type=count,
        metavar="P",
        help="at most so many playouts for a decision (default: as the level and the time allow)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Answer line after line; to be interrupted is a usual way to end."""

    def decide(record: Record, seat: int, seconds: float | None) -> Decision:
        bot = LevelPlayer(arguments.level, Budget(seconds, arguments.playouts))
        return bot.decide(record, seat, seed_of(record, seat, arguments.seed))

    try:
        with opened("-") as file:
            for answered in serve((text for _, text in lines(file, blank=True)), decide):
                print(answered, flush=True)
    except Unreadable as error:
        print(f"ingenious bot: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0
