"""Playing over a pipe: one JSON object a line in, one a line out.

A line asks with `{"record": …, "seat": 0, "seconds": 1.0}`, the record being redacted to what the
seat knows, and is answered with `{"entry": …}`, or with `{"error": …}` if it cannot be.
"""

import json
import os
import shlex
import shutil
import signal
import subprocess
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from typing import IO, Any

from ..record import Record, RecordError, completed_state, write_record
from ..record.entries import read_decision, write_decision
from ..record.reading import load, read_record
from ..record.shape import a_whole_number, an_object, expected, required, shown
from ..rules import AnyGame, IllegalMove
from ..rules.moves import Decision
from .thinking import MOST_SECONDS

SECONDS = 1.0
"""For a decision, where nobody says how long a program may think."""

START_UP = 60.0
"""Seconds that a program has, once, to get ready before its first answer."""

LONGEST_ANSWER = 1 << 16

Decide = Callable[[Record, int, float | None], Decision]


class Forfeit(Exception):
    """A program gave the game away: its answer was illegal, unreadable, late or missing."""


def serve(lines: Iterable[str | ValueError], decide: Decide) -> Iterator[str]:
    """Answers the lines one by one; one that cannot be used gets an error, and the next its turn.

    `decide` is handed the record, the seat and the seconds, if any are named.
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


def read_question(line: str) -> tuple[Record, int, float | None]:
    """The record, the seat and the seconds of a question; raises `RecordError`."""
    values = an_object(load(line), "a question")
    record = read_record(required(values, "record", "the question"))
    seat = a_whole_number(required(values, "seat", "the question"), "seat")
    seconds = values.get("seconds")
    if seconds is None:
        return record, seat, None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise expected("a number", seconds, "seconds")
    if not 0 <= seconds <= MOST_SECONDS:
        raise expected(f"a number from 0 to {MOST_SECONDS:.0f}", seconds, "seconds")
    return record, seat, float(seconds)


def write_question(record: Record, seat: int, seconds: float) -> str:
    """The line that asks a program."""
    values = {"record": write_record(record), "seat": seat, "seconds": seconds}
    return json.dumps(values, separators=(",", ":"))


def write_answer(seat: int, decision: Decision) -> dict[str, Any]:
    """The entry with which a decision is told."""
    return {"seat": seat, **write_decision(decision)}


def read_answer(line: str, game: AnyGame, seat: int) -> Decision:
    """The decision of an answer; raises `RecordError`."""
    try:
        values = an_object(load(line), "an answer")
    except RecordError as error:
        raise RecordError(f"{error}: {shown(line)}") from None
    if "error" in values:
        raise RecordError(f"it reported an error: {shown(values['error'])}")
    return read_decision(required(values, "entry", "the answer"), game, seat)


class Program:
    """A program of anybody's that plays over a pipe. It runs until it is closed or fails."""

    def __init__(self, command: str, seconds: float | None = None) -> None:
        self.name = command
        self._words = shlex.split(command)
        self._seconds = SECONDS if seconds is None else seconds
        self._running: _Running | None = None

    @property
    def is_there(self) -> bool:
        """Whether there is such a program on this machine."""
        return bool(self._words) and shutil.which(self._words[0]) is not None

    def decide(self, record: Record, seat: int, seed: int) -> Decision:
        """What the program answers; raises `Forfeit`, after which it is started anew."""
        try:
            decision = read_answer(self._ask(record, seat), record.game, seat)
            luck = Random(seed)
            state = completed_state(record, lambda below: int(luck.random() * below))
            record.game.apply(state, decision)
        except (RecordError, IllegalMove) as error:
            self.close()
            raise Forfeit(str(error)) from None
        except BaseException:
            self.close()
            raise
        return decision

    def _ask(self, record: Record, seat: int) -> str:
        patience = 3 * self._seconds + 1
        if self._running is None:
            self._running = _Running(self._words)
            patience += START_UP
        return self._running.ask(write_question(record, seat, self._seconds), patience)

    def close(self) -> None:
        """End the program."""
        if self._running is not None:
            self._running.end()
            self._running = None


class _Running:
    """The process of a program; its pipes are served by threads, so that none can block us."""

    def __init__(self, words: list[str]) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
            )
        except OSError as error:
            raise Forfeit(f"cannot start {words[0]}: {error.strerror}") from None
        self._questions: SimpleQueue[str | None] = SimpleQueue()
        self._answers: SimpleQueue[str | None] = SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=1)
        self._threads = [
            Thread(target=work, daemon=True) for work in (self._send, self._receive, self._drain)
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, question: str, patience: float) -> str:
        """The line with which the program answers in time."""
        if not self._answers.empty():
            early = self._answers.get()
            if early is None:
                raise self._ended()
            raise Forfeit(f"it wrote more than one line in answer to a question: {shown(early)}")
        self._questions.put(question)
        try:
            line = self._answers.get(timeout=patience)
        except Empty:
            raise Forfeit(
                f"no answer after {patience:g} seconds (an answer must be one line, flushed)"
            ) from None
        if line is None:
            raise self._ended()
        return line

    def _ended(self) -> Forfeit:
        for thread in self._threads[1:]:
            thread.join(1)
        said = f": {self._complaints[0]}" if self._complaints else ""
        return Forfeit(f"the program ended{said}")

    def end(self) -> None:
        """Kill the process, and what it started."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (AttributeError, ProcessLookupError, PermissionError):
            self._process.kill()
        self._process.wait()
        self._questions.put(None)
        for thread, stream in zip(self._threads, self._streams(), strict=True):
            thread.join(1)
            if thread.is_alive():
                continue  # a child of its own keeps the pipe; to close it would wait for that one
            try:
                stream.close()
            except OSError:
                continue  # what was still to be written is of no use now

    def _streams(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        return process.stdin, process.stdout, process.stderr

    def _send(self) -> None:
        stdin = self._streams()[0]
        while (question := self._questions.get()) is not None:
            try:
                stdin.write(question.encode() + b"\n")
                stdin.flush()
            except OSError:
                return  # it has ended, which its other end tells

    def _receive(self) -> None:
        stdout = self._streams()[1]
        while line := stdout.readline(LONGEST_ANSWER):
            self._answers.put(line.decode("utf-8", "replace"))
        self._answers.put(None)

    def _drain(self) -> None:
        stderr = self._streams()[2]
        while line := stderr.readline(LONGEST_ANSWER):
            if text := line.decode("utf-8", "replace").strip():
                self._complaints.append(text)
