"""`ingenious bot`: play over a pipe."""

import argparse

from ..bots.engine_protocol import answer_lines
from ..bots.players import LevelPlayer, seed_of
from ..bots.question import Budget
from ..record import Record
from ..rules.moves import Decision
from .files import open_input, read_lines
from .options import add_level_option, whole_number


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = (
        'Play over a pipe. Reads one question per line from standard input, {"record": '
        '..., "seat": 0, "seconds": 1.0}, with the record redacted to what the seat knows, and '
        'answers each with a line {"entry": ...}, or {"error": ...} if the question is invalid. '
        "Stops at the end of the input."
    )
    add_level_option(parser)
    parser.add_argument(
        "--seed",
        default="",
        metavar="S",
        help="any text; the same seed and question always give the same answer",
    )
    parser.add_argument(
        "--playouts",
        type=whole_number,
        metavar="P",
        help="maximum number of playouts per decision (default: set by the level and the time)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Answer each line; an interrupt is a normal way to stop."""

    def decide(record: Record, seat: int, seconds: float | None) -> Decision:
        bot = LevelPlayer(arguments.level, Budget(seconds, arguments.playouts))
        return bot.decide(record, seat, seed_of(record, seat, arguments.seed))

    try:
        with open_input("-") as file:
            for answered in answer_lines(
                (text for _, text in read_lines(file, blank=True)), decide
            ):
                print(answered, flush=True)
    except KeyboardInterrupt:
        return 130
    return 0
