"""Finding a game in a file, and a position in a game."""

import argparse
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from ..record import Commitment, MatchRecord, Record, RecordError, parse
from ..terminal.pieces import pluralize, printable
from .files import open_input, read_lines
from .options import positive_number, whole_number


def add_position_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which position of which file."""
    parser.add_argument("file", metavar="FILE", help="'-' reads standard input")
    parser.add_argument(
        "--game",
        type=positive_number,
        metavar="I",
        help="which game of the file, from 1; the games of a match are counted one by one "
        "(default: the last)",
    )
    parser.add_argument(
        "--at",
        type=whole_number,
        metavar="N",
        help="the position after N log entries; 0 is the opening (default: the last position)",
    )


class GameInMatch(NamedTuple):
    """A game, and the match that it belongs to, if any."""

    game: Record
    match: MatchRecord | None


def find(path: str, wanted: int | None) -> Record:
    """The game with this number from 1, or the last one."""
    return find_with_match(path, wanted).game


def find_with_match(path: str, wanted: int | None) -> GameInMatch:
    """The game with this number from 1, or the last one, with its match."""
    count = 0
    game: GameInMatch | RecordError | None = None
    with open_input(path) as file:
        candidates = read_lines(file) if wanted is not None else deque(read_lines(file), maxlen=1)
        for read in _games(candidates):
            count, game = count + 1, read
            if count == wanted:
                break
    if game is None or wanted not in (None, count):
        where = "standard input" if path == "-" else printable(path, 200)
        if not count:
            raise RecordError(f"{where} contains no records")
        raise RecordError(f"there is no game {wanted}: {where} has {pluralize(count, 'game')}")
    if isinstance(game, RecordError):
        raise game
    return game


def _games(
    file_lines: Iterable[tuple[int, str | RecordError]],
) -> Iterator[GameInMatch | RecordError]:
    """Every game, those of a match one by one; for an invalid line its error."""
    for number, line in file_lines:
        if isinstance(line, RecordError):
            yield RecordError(f"line {number}: {line.message}")
            continue
        try:
            document = parse(line)
        except RecordError as error:
            yield RecordError(f"line {number}: {error}")
            continue
        if isinstance(document, MatchRecord):
            yield from (GameInMatch(game, document) for game in document.games)
        else:
            yield GameInMatch(document, None)


def checked_at(record: Record, at: int | None) -> int:
    """The number of log entries `at`, checked; by default all of them."""
    entries = len(record.log)
    at = entries if at is None else at
    if not 0 <= at <= entries:
        raise RecordError(f"--at must be from 0 to {entries} in this game, not {at}")
    return at


def truncated(record: Record, at: int | None) -> Record:
    """The game after `at` entries of its log; without `at`, as it is."""
    if at is None:
        return record
    commitment = None if record.dealer is None else Commitment(record.dealer.commit)
    log = record.log[: checked_at(record, at)]
    return replace(record, log=log, result=None, dealer=commitment)
