"""What the server asks: entries of bots and of programs, and hints.

Nothing here knows how to play. The process of the server stays light and has time for people.
"""

import asyncio
import math
import os
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct

from .crew import Asked, Command, Crew, NoAnswer
from .fairness import Busy, Owner

__all__ = ["Busy", "NoAnswer", "Question", "Thinkers"]

WORKER = (sys.executable, "-m", "ingenious.server.thinkers.worker")

ONE_THREAD = dict.fromkeys(("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
"""A search has one thread, so as many processes as there are think at once, and no more."""

START_UP = 60.0
"""Seconds that a program has to get ready."""

COMPILING = 600.0
"""Seconds that a process of ours has: where nobody has prepared it, it compiles its code first."""

HINTS = 3
STRONGEST = 5
"""The level that gives hints."""

NOBODY = Owner("")
"""Who asks for preparations."""

PROGRAM = 0
"""Told to `observe` in place of a level."""


class _Named(Struct):
    game: str


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat has to decide; the record is JSON, redacted to what the seat knows.

    A bot of the level answers, or the program of that name. Hints are always of the strongest.
    """

    record: bytes
    seat: int
    level: int = 3
    program: str = ""
    seconds: float = 1.0
    hints: int = 0  # how many, where they are asked for; 0 is as many as usual

    def __post_init__(self) -> None:
        if not 0 <= self.seconds < math.inf:
            raise ValueError(f"a bot thinks for 0 seconds or more, not {self.seconds}")

    @property
    def game(self) -> str:
        """The game of the record; raises `NoAnswer` where there is none."""
        try:
            return msgspec.json.decode(self.record, type=_Named).game
        except (msgspec.MsgspecError, RecursionError) as error:
            raise NoAnswer(f"this is not a record: {error}") from None

    def line(self, **values: object) -> bytes:
        """The question as a process is asked it, with other values beside the record."""
        # The record is JSON already, and large; in JSON a line break is as good as a space.
        record = self.record.replace(b"\n", b" ")
        values = {"seat": self.seat, "seconds": self.seconds, **values}
        return b'{"record":%b,%b' % (record, msgspec.json.encode(values)[1:])


class Thinkers:
    """Processes in which bots think, and the programs that the host allows, each by its name.

    `observe` is told the level and the seconds of each answer (level 0 is a program). Raises
    `ValueError` for a command line that cannot be read.
    """

    def __init__(
        self,
        processes: int,
        programs: Mapping[str, str] = {},
        most_waiting: int = 2000,
        *,
        observe: Callable[[int, float], None] | None = None,
        start_up: float | None = None,
    ) -> None:
        worker = Command(
            "a thinker",
            WORKER,
            {**_environment(), **ONE_THREAD},
            ours=True,
            start_up=COMPILING if start_up is None else start_up,
        )
        self._workers = Crew(worker, processes, most_waiting)
        self._programs = {
            name: Crew(_program(name, line, start_up or START_UP), 1, most_waiting)
            for name, line in programs.items()
        }
        self._observe = observe
        self._open = False
        self._expected = set[str]()
        self._preparing = set[asyncio.Task[None]]()

    @property
    def _crews(self) -> list[Crew]:
        return [self._workers, *self._programs.values()]

    @property
    def waiting(self) -> int:
        """How many questions nobody thinks about yet."""
        return sum(crew.waiting for crew in self._crews)

    @property
    def busy(self) -> int:
        """How many questions are thought about."""
        return sum(crew.busy for crew in self._crews)

    @property
    def restarts(self) -> int:
        """How many processes took the place of one that failed."""
        return sum(crew.restarts for crew in self._crews)

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes in the system."""
        return [pid for crew in self._crews for pid in crew.pids]

    async def start(self) -> None:
        """From now on questions are taken; a process is started when it is first needed."""
        self._open = True

    def expect(self, game: str, players: int, level: int) -> None:
        """Have a process load what such a bot needs, while a person still thinks.

        Whoever asks first would wait for that some seconds otherwise.
        """
        kind = _kind(game, level)
        if self._open and kind not in self._expected:
            self._expected.add(kind)
            values = {"ask": "ready", "game": game, "players": players, "level": level}
            asked = Asked(msgspec.json.encode(values), "ready", kind, 1.0)
            task = asyncio.create_task(self._prepare(asked))
            self._preparing.add(task)
            task.add_done_callback(self._preparing.discard)

    async def _prepare(self, asked: Asked) -> None:
        try:
            await self._workers.ask(NOBODY, asked, urgent=False)
        except (Busy, NoAnswer):  # then the first question takes the time, or the next one tries
            self._expected.discard(asked.kind)

    async def decide(
        self, owner: Owner, question: Question, *, urgent: bool = True
    ) -> dict[str, Any]:
        """The entry with which the seat's decision is told; raises `Busy` and `NoAnswer`.

        It is urgent if a person waits for it.
        It has the shape of an entry, but a program's may be illegal, so the table has to check it.
        """
        if not question.program:
            line = question.line(ask="entry", level=question.level)
            kind = _kind(question.game, question.level)
            is_long = question.level == STRONGEST
            asked = Asked(line, "entry", kind, question.seconds, is_long=is_long)
            crew, level = self._workers, question.level
        elif question.program in self._programs:
            asked = Asked(question.line(), "entry", "any", question.seconds)
            crew, level = self._programs[question.program], PROGRAM
        else:
            raise NoAnswer(f"the host knows no program {question.program!r}")
        entry: dict[str, Any] = await self._ask(crew, owner, asked, level, urgent=urgent)
        return entry

    async def hints(self, owner: Owner, question: Question) -> list[dict[str, Any]]:
        """The best few entries, best first, each with what to expect of it and a reason."""
        line = question.line(ask="hints", count=question.hints or HINTS)
        kind = _kind(question.game, STRONGEST)
        asked = Asked(line, "hints", kind, question.seconds, is_long=True)
        hints: list[dict[str, Any]] = await self._ask(self._workers, owner, asked, STRONGEST)
        return hints

    async def _ask(
        self, crew: Crew, owner: Owner, asked: Asked, level: int, *, urgent: bool = True
    ) -> Any:
        if not self._open:
            raise NoAnswer("nobody thinks before the server has started")
        thought = await crew.ask(owner, asked, urgent=urgent)
        if self._observe is not None:
            self._observe(level, thought.seconds)
        return thought.answer

    async def close(self) -> None:
        """End all processes; what is still asked gets no answer."""
        await asyncio.gather(*(crew.close() for crew in self._crews), *self._preparing)


def _kind(game: str, level: int) -> str:
    """Each game and each level has compiled code of its own."""
    return f"{game} {level}"


def _program(name: str, line: str, start_up: float) -> Command:
    try:
        words = tuple(shlex.split(line))
    except ValueError as error:
        raise ValueError(f"the command of the program {name!r} cannot be read: {error}") from None
    if not words:
        raise ValueError(f"the program {name!r} has no command")
    return Command(name, words, _environment(), ours=False, start_up=start_up)


def _environment() -> dict[str, str]:
    """Our variables without the settings of the server, of which some are secrets."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("INGENIOUS_") or name == "INGENIOUS_CACHE"
    }
