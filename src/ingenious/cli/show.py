"""`ingenious show`: draw a position of a recorded game in the terminal."""

import argparse
from itertools import islice

from rich.console import Console
from rich.text import Text

from ..record import MatchRecord, Record, RecordError, replay, verify
from ..record.notation import write_entry_line
from ..rules.moves import Place
from ..terminal import draw, match_places
from .errors import CommandError
from .games import add_position_options, checked_at, find_with_match


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "show",
        description="Draw a position of a recorded game with its score boards.",
    )
    add_position_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Draw the position; 1 if there is no such game or position, 2 if the file is unreadable."""
    try:
        record, match = find_with_match(arguments.file, arguments.game)
        _show(record, arguments.at)
        if match is not None and record is match.games[-1] and arguments.at is None:
            _show_match(match)
    except RecordError as error:
        hint = f"; --at {error.entry} shows the position before it"
        if error.entry is None or error.game is not None:  # of an earlier game of the match
            hint = ""
        raise CommandError(f"{error}{hint}", status=1) from error
    return 0


def _show(record: Record, at: int | None) -> None:
    entries, at = len(record.log), checked_at(record, at)
    state = next(islice(replay(record), at, None))
    last = record.log[at - 1] if at else None
    decisions = (entry.decision for entry in reversed(record.log[:at]))
    placed = next((move for move in decisions if isinstance(move, Place)), None)
    game = record.game
    console = Console(highlight=False)
    console.print(
        Text.assemble(
            (game.name, "bold"),
            f" for {game.players}, edition {game.edition}",
            f"   entry {at} of {entries}",
            ("" if last is None else f"   {write_entry_line(last)}", "bold"),
        )
    )
    console.print()
    console.print(draw(game, state, record.seats, placed))


def _show_match(match: MatchRecord) -> None:
    """How the match stands after its last game, if that is over."""
    if match.games[-1].result is None:
        return
    verify(match)  # the ranks are shown as they are written
    console = Console(highlight=False)
    console.print()
    console.print(match_places(match))
