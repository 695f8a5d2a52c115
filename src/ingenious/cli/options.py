"""What several commands share: types of options."""

import argparse
import csv

from ..bots.levels import LEVELS
from ..bots.question import MAX_SECONDS
from ..rules import EDITIONS

MAX_DIGITS = 12


def whole_number(text: str) -> int:
    """A whole number, 0 or more."""
    return _whole(text, 0)


def positive_number(text: str) -> int:
    """A whole number, 1 or more."""
    return _whole(text, 1)


def _whole(text: str, least: int) -> int:
    if not text.isdecimal() or len(text) > MAX_DIGITS or int(text) < least:
        most = f" with at most {MAX_DIGITS} digits" if len(text) > MAX_DIGITS else ""
        raise argparse.ArgumentTypeError(
            f"expected a whole number, {least} or more{most}, not {text!r}"
        )
    return int(text)


def seconds(text: str) -> float:
    """A number of seconds, 0 to `MAX_SECONDS`."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(
            f"expected a number of seconds from 0 to {MAX_SECONDS:.0f}, not {text!r}"
        )
    return number


def add_level_option(parser: argparse.ArgumentParser, default: int | None = None) -> None:
    """Add the option for the level of a bot; without a default it is required."""
    names = ", ".join(f"{level.number} {level.name}" for level in LEVELS.values())
    parser.add_argument(
        "--level",
        type=whole_number,
        choices=list(LEVELS),
        default=default,
        required=default is None,
        metavar="N",
        help=names if default is None else f"{names} (default: {default})",
    )


def add_bots_option(parser: "argparse._ActionsContainer", help_text: str) -> None:
    """Add the option for a list of bots."""
    parser.add_argument(
        "--bots", action=_Once, type=_bots, default=[], metavar="LIST", help=help_text
    )


class _Once(argparse.Action):
    """Stores a value; refused if it is given again, because one of them would be lost."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        if getattr(namespace, self.dest) is not self.default:
            raise argparse.ArgumentError(self, "give all bots at once, separated by commas")
        setattr(namespace, self.dest, values)


def _bots(text: str) -> list[str]:
    """The items between commas; an item in quotation marks may contain commas."""
    return [part.strip() for part in next(csv.reader([text], skipinitialspace=True), [])]


def add_out_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for the file to write."""
    parser.add_argument(
        "--out", default="-", metavar="FILE", help="output file (default: standard output)"
    )


def add_game_options(parser: argparse.ArgumentParser, of_dice: str) -> None:
    """Add the options of the games; `of_dice` is the help of the dice option."""
    parser.add_argument(
        "--edition",
        metavar="YEAR",
        choices=sorted({edition for known in EDITIONS.values() for edition in known}),
        help="2004 or 2023 for the board games (default: 2023), 2010 for the challenges",
    )
    parser.add_argument("--no-opening-roll", action="store_true", help=of_dice)
