"""What the user gave: a position, or a position of a recorded game, in a file or as an argument."""

import argparse
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from os.path import exists
from typing import BinaryIO, TypeAlias

from ..position import Position
from ..record import Commitment, MatchRecord, NotationError, Record, RecordError, parse, steps
from ..rules import EDITIONS, AnyGame
from ..rules.words import pluralize, seat_names
from .errors import CommandError, describe
from .files import name_of, open_input, read_lines
from .options import positive_number, whole_number

MAX_DRAWN_LINES = 100
"""More than enough: a drawn position has at most half as many."""

_ONE_LINE = re.compile(rf"\A\s*(?:(?:{'|'.join(EDITIONS)})[0-9][: _]|\w+[ _]+[0-9]:[a-z]+:[0-9])")
"""The beginning of a position in one line, even if the name of the game is misspelled."""
_PART = re.compile(r"[0-9]:[a-z]+:[0-9]|[0-9](?:[. ]-?[0-9]){5}")
"""The turn or the pegs of a position in one line: then the text is hardly the name of a file."""
_DRAWN_LINE = re.compile(r"\A\s*[a-z]+(?: [0-9])? *:")

NumberedText: TypeAlias = tuple[int, str | RecordError]
"""The text of a record or of a position, or what is wrong with it, and its line from 1."""


def add_position_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say which position."""
    parser.add_argument(
        "given",
        metavar="FILE",
        help="a file with records or positions; '-' reads standard input. Or a position itself in "
        "quotation marks, drawn or in one line",
    )
    parser.add_argument(
        "--game",
        type=positive_number,
        metavar="N",
        help="which game or position of the file, from 1; the games of a match are counted one by "
        "one (default: the last)",
    )
    parser.add_argument(
        "--at",
        type=whole_number,
        metavar="N",
        help="the position after the first N moves of the game, as 'show --moves' numbers them: 0 "
        "is the start, 40 the position after move 40 (default: after the last move)",
    )


@dataclass(frozen=True, slots=True)
class Given:
    """A position as text, or a game of a record, perhaps of a match, and how many of its moves."""

    typed: Position | None = None
    record: Record | None = None
    match: MatchRecord | None = None
    at: int | None = None  # None: all moves
    source: str = ""  # the beginning of a message: the file and the line

    @property
    def position(self) -> Position:
        """The position; raises `CommandError` at the move that breaks a rule."""
        if self.record is None:
            assert self.typed is not None, "it is either a position or a record"
            return self.typed
        try:
            if self.record.view == "whole":  # then the draws and the gains are checked, too
                deque(steps(replace(self.record, log=self.record.log[: self.at])), maxlen=0)
            return Position.of(self.record, self.at)
        except RecordError as error:
            message = f"{self.source}{describe(error)}"
            if error.entry is not None:
                message += f"; --at {error.entry} shows the position before it"
            raise CommandError(message, status=1) from error

    @property
    def rules(self) -> AnyGame:
        """The rules of the game."""
        return self.position.rules if self.record is None else self.record.game

    @property
    def names(self) -> Sequence[str]:
        """The names of the seats."""
        return seat_names(self.rules.players) if self.record is None else self.record.seats

    @property
    def moves(self) -> int:
        """How many moves have been made, of those in the log."""
        if self.record is None:
            return 0
        return len(self.record.log) if self.at is None else self.at

    @property
    def record_so_far(self) -> Record | None:
        """The record up to the position, without what the players could not know then."""
        record = self.record
        if record is None or self.at is None:
            return record
        commitment = None if record.dealer is None else Commitment(record.dealer.commit)
        return replace(record, log=record.log[: self.at], result=None, dealer=commitment)


@contextmanager
def reported_errors() -> Iterator[None]:
    """Report what is wrong with a position or a record, and end the command."""
    try:
        yield
    except RecordError as error:
        raise CommandError(describe(error), status=1) from error
    except NotationError as error:
        raise CommandError(error, status=1) from error


def read_given(arguments: argparse.Namespace) -> Given:
    """What the arguments name; raises `CommandError` if there is no such game or position."""
    text, wanted, at = arguments.given, arguments.game, arguments.at
    is_typed = "\n" in text or _ONE_LINE.match(text) or text.lstrip().startswith("game:")
    is_mistyped = not is_typed and _PART.search(text) and not exists(text)
    if is_typed or is_mistyped:
        if wanted not in (None, 1):
            raise CommandError(f"there is no game {wanted}: only one position is given", status=1)
        where = "this is neither a file nor a position: " if is_mistyped else ""
        return _with_at(Given(_parse_position(text, where)), at)
    with open_input(text) as file:
        texts, name = _texts(file), name_of(text)
        found = _find(_games(texts if wanted is not None else deque(texts, maxlen=1), name), wanted)
    if isinstance(found, int):
        if not found:
            raise CommandError(f"{name} contains no records or positions", status=1)
        has = pluralize(found, "game")
        raise CommandError(f"there is no game {wanted}: {name} has {has}", status=1)
    return _with_at(found, at)


def _with_at(given: Given, at: int | None) -> Given:
    if at is None:
        return given
    if given.record is None:
        if at:
            raise CommandError(f"--at must be 0 for a position, not {at}", status=1)
        return given
    moves = len(given.record.log)
    if at > moves:
        raise CommandError(f"--at must be from 0 to {moves} in this game, not {at}", status=1)
    return replace(given, at=at)


def _find(games: Iterable[Given | CommandError], wanted: int | None) -> Given | int:
    """The game with this number from 1, or the last one; if there is none, how many there are."""
    count = 0
    found: Given | CommandError | None = None
    for game in games:
        count, found = count + 1, game
        if count == wanted:
            break
    if found is None or wanted not in (None, count):
        return count
    if isinstance(found, CommandError):
        raise found
    return found


def _texts(file: BinaryIO) -> Iterator[NumberedText]:
    """The texts of a file: one per line, or one drawn position."""
    lines = read_lines(file)
    for count, (number, line) in enumerate(lines):
        if count == 0 and isinstance(line, str) and _DRAWN_LINE.match(line):
            rest = [text for _, text in islice(lines, MAX_DRAWN_LINES) if isinstance(text, str)]
            yield number, "\n".join([line, *rest])
            return
        yield number, line


def _games(texts: Iterable[NumberedText], name: str) -> Iterator[Given | CommandError]:
    """Every position and every game, those of a match one by one; for an invalid text its error."""
    for number, text in texts:
        where = f"{name}:{number}: "
        try:
            if isinstance(text, RecordError):
                raise text
            if _is_position(text):
                yield Given(_parse_position(text, f"{name}: " if "\n" in text else where))
                continue
            document = parse(text)
        except CommandError as error:
            yield error
        except RecordError as error:
            yield CommandError(f"{where}{describe(error)}", status=1)
        else:
            if isinstance(document, MatchRecord):
                for game in document.games:
                    yield Given(record=game, match=document, source=where)
            else:
                yield Given(record=document, source=where)


def _is_position(text: str) -> bool:
    """Whether a text of a file is a position, or is meant to be one, and not a record."""
    if text.lstrip().startswith("{"):
        return False
    return any(form.search(text) for form in (_DRAWN_LINE, _ONE_LINE, _PART))


def _parse_position(text: str, where: str) -> Position:
    try:
        return Position.parse(text)
    except NotationError as error:
        raise CommandError(f"{where}{error}", status=1) from error
