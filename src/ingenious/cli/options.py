"""Options that several commands share; an invalid value is refused with the valid ones."""

import argparse

from ..bots.thinking import MOST_SECONDS
from ..rules import EDITIONS


def count(text: str) -> int:
    """A whole number from 0."""
    return _whole(text, 0)


def from_one(text: str) -> int:
    """A whole number from 1."""
    return _whole(text, 1)


def _whole(text: str, least: int) -> int:
    if not text.isdecimal() or len(text) > 12 or int(text) < least:
        raise argparse.ArgumentTypeError(f"a whole number from {least} is needed, not {text!r}")
    return int(text)


def seconds(text: str) -> float:
    """A time, from no time at all to more than anybody has."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(
            f"a number of seconds from 0 to {MOST_SECONDS:.0f} is needed, not {text!r}"
        )
    return number


def add_game_options(parser: argparse.ArgumentParser, of_dice: str) -> None:
    """Add the choices that rulebooks leave to the players; `of_dice` explains the opening roll."""
    parser.add_argument(
        "--edition",
        metavar="YEAR",
        choices=sorted({edition for known in EDITIONS.values() for edition in known}),
        help="2004 or 2023 for the board games (default: 2023)",
    )
    parser.add_argument("--no-opening-roll", action="store_true", help=of_dice)
