"""`ingenious show`: draw a position in the terminal or as a picture, or list the moves."""

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from ..position.position import PictureOptions
from ..record import Entry, MatchRecord, verify
from ..record.notation import write_entry_line
from ..rules.moves import Resign
from ..rules.words import pluralize
from ..terminal import draw, match_places, status
from ..terminal.pieces import printable
from .errors import CommandError
from .files import FileError
from .given import Given, add_position_options, read_given, reported_errors
from .options import positive_number

PICTURE_WIDTH = 960
PICTURE_THEMES = ("light", "dark")
MAX_PICTURE_WIDTH = 10_000
"""In pixels; a PNG needs memory for each of them."""


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = (
        "Draw a position with its score boards: in the terminal, or as a picture. Or "
        "list the moves of a game."
    )
    add_position_options(parser)
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--moves", action="store_true", help="list the moves of the game, up to --at"
    )
    instead.add_argument(
        "--svg", metavar="FILE", help="write the picture as SVG ('-': standard output)"
    )
    instead.add_argument(
        "--png", metavar="FILE", help="write the picture as PNG ('-': standard output)"
    )
    parser.add_argument(
        "--theme",
        choices=PICTURE_THEMES,
        default="light",
        help="the colours of the picture (default: light)",
    )
    parser.add_argument(
        "--width",
        type=_picture_width,
        default=PICTURE_WIDTH,
        metavar="N",
        help=f"the width of the picture in pixels, up to {MAX_PICTURE_WIDTH} "
        f"(default: {PICTURE_WIDTH})",
    )
    parser.set_defaults(run=run)


def _picture_width(text: str) -> int:
    width = positive_number(text)
    if width > MAX_PICTURE_WIDTH:
        raise argparse.ArgumentTypeError(
            f"expected a width of at most {MAX_PICTURE_WIDTH}, not {width}"
        )
    return width


def run(arguments: argparse.Namespace) -> int:
    """Draw the position; 1 if there is no such game or position, 2 if the file is unreadable."""
    with reported_errors():
        given = read_given(arguments)
        if arguments.svg is not None:
            _write(arguments.svg, given.position.svg(**_options(given, arguments)).encode())
        elif arguments.png is not None:
            _write(arguments.png, given.position.png(**_options(given, arguments)))
        elif arguments.moves:
            _list_moves(given)
        else:
            _show(given)
    return 0


def title(given: Given) -> Text:
    """The game, the number of the last move, and the move."""
    text, record = _game_title(given), given.record
    if record is not None:
        text.append(f"   move {given.moves} of {len(record.log)}")
        if given.moves:
            last = record.log[given.moves - 1]
            text.append(f"   {printable(record.seats[last.seat])}: {_write_move(last)}", "bold")
    return text


def _game_title(given: Given) -> Text:
    rules = given.rules
    return Text.assemble((rules.name, "bold"), f" for {rules.players}, edition {rules.edition}")


def _show(given: Given) -> None:
    position = given.position
    console = Console(highlight=False)
    console.print(title(given))
    console.print()
    placed = position.placed[-1] if position.placed else None
    console.print(draw(position.rules, position.state, given.names, placed))
    match = given.match
    if match is not None and given.record is match.games[-1] and given.at is None:
        _show_match(match)


def _show_match(match: MatchRecord) -> None:
    """How the match stands after its last game, if that is over."""
    if match.games[-1].result is None:
        return
    verify(match)  # the ranks are shown as they are written
    console = Console(highlight=False)
    console.print()
    console.print(match_places(match))


def _list_moves(given: Given) -> None:
    """One line for each move: its number, the player, and the decision or outcome."""
    if given.record is None:
        raise CommandError("a position has no list of moves; give a record", status=1)
    position, names = given.position, [printable(name) for name in given.names]
    console = Console(highlight=False, soft_wrap=True)
    console.print(_game_title(given).append(f"   {pluralize(given.moves, 'move')}"))
    digits, wide = len(str(given.moves)), max(map(len, names))
    for number, entry in enumerate(given.record.log[: given.moves], 1):
        name = names[entry.seat]
        console.print(Text(f"{number:>{digits}}  {name:<{wide}}  {_write_move(entry)}"))
    console.print()
    console.print(status(position.rules, position.state, names))


def _write_move(entry: Entry) -> str:
    """A move without its seat, whose name is shown beside it."""
    if isinstance(entry.decision, Resign):
        return "resign"
    return write_entry_line(entry).partition(": ")[2]


def _options(given: Given, arguments: argparse.Namespace) -> PictureOptions:
    names = [printable(name) for name in given.names]
    return {"theme": arguments.theme, "width": arguments.width, "names": names}


def _write(path: str, data: bytes) -> None:
    if path == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise FileError("write", path, error) from error
