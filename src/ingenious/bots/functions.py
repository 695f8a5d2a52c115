"""Bots that are functions: they get a position as their seat sees it, and return a decision."""

import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import TypeAlias

from ..position import Position
from ..record import Record, RecordError
from ..rules.moves import Decision
from .engine_protocol import answer_lines
from .players import NotAsked, check_asked, known_to

Decide: TypeAlias = Callable[[Position, int], Decision | str]
"""Decides for a seat in a position in which what the seat does not know is unknown.

It returns a decision, or its text, such as `"RG H8-H9"`.
"""


class FunctionPlayer:
    """A player made of a function."""

    def __init__(self, function: Decide, name: str | None = None) -> None:
        self.name = getattr(function, "__name__", "a function") if name is None else name
        self._function = function

    def decide(self, record: Record, seat: int, seed: int) -> Decision:
        """What the function returns, which may be illegal. Raises `NotAsked`."""
        known = known_to(record, seat)
        if known.result is not None:
            raise NotAsked("the game is over")
        position = Position.of(known)
        check_asked(position.awaits, seat)
        made = position.read(self._function(position, seat))
        if not isinstance(made, Decision):
            raise TypeError(f"{self.name} must return a decision, not {made!r}")
        return made

    def close(self) -> None:
        """Nothing to free."""


def serve(function: Decide) -> None:
    """Play over a pipe: answer every question on standard input with a function.

    What the function prints goes to standard error, because standard output has the answers.
    """
    bot, answers = FunctionPlayer(function), sys.stdout

    def decide(record: Record, seat: int, _: float | None) -> Decision:
        try:
            return bot.decide(record, seat, 0)
        except (NotAsked, RecordError):
            raise
        except ValueError:  # it becomes the answer, which does not say where it was raised
            traceback.print_exc()
            raise

    with redirect_stdout(sys.stderr):
        for answer in answer_lines(sys.stdin, decide):
            answers.write(f"{answer}\n")
            answers.flush()
