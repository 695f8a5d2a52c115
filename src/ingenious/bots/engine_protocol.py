"""The protocol of programs that play: one JSON object per line in, one per line out.

A question is `{"record": …, "seat": 0, "seconds": 1.0, "position": …, "legal": […]}`, with the
record redacted to what the seat knows. The last two say the same for programs that do not know the
rules: the position in one line, and every legal entry. The answer is `{"entry": …}`, or
`{"error": …}` if the question cannot be answered.
"""

import json
import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from ..position import Position, UnknownPieces
from ..record import Record, RecordError, write_record
from ..record.entries import read_decision, write_decision
from ..record.reading import load_json, read_record
from ..record.validate import a_whole_number, an_object, expected, quoted, required
from ..rules import AnyGame, IllegalMove
from ..rules.moves import Decision
from .line_process import LineProcess, ProcessFailed, run_in_background
from .question import MAX_SECONDS

DEFAULT_SECONDS = 1.0
"""The time for a decision, if none is given."""

START_TIMEOUT_S = 60.0
"""Extra time for a program to start before its first answer."""

Decide = Callable[[Record, int, float | None], Decision]


class Forfeit(Exception):
    """A program forfeited the game: its answer was illegal, unreadable, late or missing."""


def answer_lines(lines: Iterable[str | ValueError], decide: Decide) -> Iterator[str]:
    """Answer the lines one by one; an invalid line is answered with an error.

    `decide` gets the record, the seat and the seconds, if any are given.
    """
    for line in lines:
        try:
            if isinstance(line, ValueError):
                raise line
            record, seat, seconds = read_question(line)
            entry = write_answer(seat, decide(record, seat, seconds))
            yield json.dumps({"entry": entry}, separators=(",", ":"))
        except (ValueError, FileNotFoundError) as error:  # of the line, or of missing weights
            yield json.dumps({"error": str(error)})


def read_question(question: str | dict[str, object]) -> tuple[Record, int, float | None]:
    """The record, the seat and the seconds of a question; raises `RecordError`."""
    values = load_question(question) if isinstance(question, str) else question
    record = read_record(required(values, "record", "the question"))
    seat = a_whole_number(required(values, "seat", "the question"), "seat")
    seconds = values.get("seconds")
    if seconds is None:
        return record, seat, None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise expected("a number", seconds, "seconds")
    if not 0 <= seconds <= MAX_SECONDS:
        raise expected(f"a number from 0 to {MAX_SECONDS:.0f}", seconds, "seconds")
    return record, seat, float(seconds)


def load_question(line: str) -> dict[str, object]:
    """The values of a question; raises `RecordError`."""
    return an_object(load_json(line), "a question")


def write_question(
    record: Record, seat: int, seconds: float, position: Position | None = None
) -> str:
    """A question as a line; the position, if it is known already, is that of the record."""
    values = {"record": write_record(record), "seat": seat, "seconds": seconds}
    values |= write_position(Position.of(record) if position is None else position)
    return json.dumps(values, separators=(",", ":"))


def write_position(position: Position) -> dict[str, object]:
    """What a question contains for programs that do not know the rules.

    No position has more than about 5,500 legal decisions, and few have more than 1,000.
    """
    values: dict[str, object] = {"position": position.line}
    with suppress(UnknownPieces):  # it is the turn of a seat whose pieces the record does not show
        seat = position.state.seat
        values["legal"] = [write_answer(seat, decision) for decision in position.legal]
    return values


def write_answer(seat: int, decision: Decision) -> dict[str, object]:
    """A decision as the entry of an answer."""
    return {"seat": seat, **write_decision(decision)}


def read_answer(line: str, game: AnyGame, seat: int) -> Decision:
    """The decision of an answer; raises `RecordError`."""
    try:
        values = an_object(load_json(line), "an answer")
    except RecordError as error:
        raise RecordError(f"{error}: {quoted(line)}") from None
    if "error" in values:
        raise RecordError(f"it reported an error: {quoted(values['error'])}")
    return read_decision(required(values, "entry", "the answer"), game, seat)


class Program:
    """An external program that plays over a pipe. It runs until it is closed or fails."""

    def __init__(self, command: str, seconds: float | None = None) -> None:
        self.name = command
        self._words = shlex.split(command)
        self._seconds = DEFAULT_SECONDS if seconds is None else seconds
        self._process: LineProcess | None = None

    @property
    def is_installed(self) -> bool:
        """Whether the program exists on this machine."""
        return bool(self._words) and shutil.which(self._words[0]) is not None

    def decide(self, record: Record, seat: int, seed: int) -> Decision:
        """The program's decision; raises `Forfeit`, after which it is started again."""
        try:
            position = Position.of(record)
            question = write_question(record, seat, self._seconds, position).encode()
            answer = run_in_background(self._ask(question)).decode("utf-8", "replace")
            decision = read_answer(answer, record.game, seat)
            position.play(decision)
        except (RecordError, IllegalMove, ProcessFailed) as error:
            self.close()
            raise Forfeit(str(error)) from None
        except BaseException:
            self.close()
            raise
        return decision

    async def _ask(self, question: bytes) -> bytes:
        timeout_s = 3 * self._seconds + 1
        process = self._process
        if process is None:
            process = self._process = await LineProcess.start(self._words)
            timeout_s += START_TIMEOUT_S
        try:
            if unread := process.unread:
                more = quoted(unread)
                raise ProcessFailed(f"it wrote more than one line in answer to a question: {more}")
            return await process.ask(question, timeout_s)
        except ProcessFailed as error:
            await process.end()
            stderr = process.last_stderr
            raise ProcessFailed(f"{error}: {stderr}" if stderr else str(error)) from None

    def close(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is not None:
            run_in_background(process.end())
