"""What the bots of all games have in common: a question in, evaluated decisions out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..rules import AnyGame, AnyState
from ..rules.moves import Decision

MAX_SECONDS = 1_000_000.0
"""The longest time that a bot may be given."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think: a maximum of seconds, and of playouts.

    None means what the level takes by default. With a budget of zero the bot answers at once,
    without a search. Raises `ValueError` for negative numbers.
    """

    seconds: float | None = None
    playouts: int | None = None

    def __post_init__(self) -> None:
        if not _is_number(self.seconds, float) or not 0 <= (self.seconds or 0) <= MAX_SECONDS:
            most = f"{MAX_SECONDS:.0f}"
            raise ValueError(f"seconds must be a number from 0 to {most}, not {self.seconds!r}")
        if not _is_number(self.playouts, int) or (self.playouts or 0) < 0:
            raise ValueError(f"playouts must be a whole number, 0 or more, not {self.playouts!r}")

    @property
    def is_zero(self) -> bool:
        """Whether there is no time to search."""
        return self.seconds == 0 or self.playouts == 0

    def for_search(self, default: int) -> int:
        """The maximum of playouts; `default` is how many the level makes without a budget.

        More than one second means more playouts in proportion; the time limit may end them earlier.
        """
        if self.is_zero or not default:
            return 0
        if self.playouts is not None:
            return self.playouts
        return int(default * max(1.0, self.seconds or 1.0))


def _is_number(value: object, kind: type) -> bool:
    """Whether a value is of this kind, a whole number, or None."""
    return value is None or isinstance(value, (int, kind))


def checked_budget(budget: Budget | None) -> Budget:
    """The budget, or that of the level; raises `TypeError` for anything else, such as a number."""
    if not isinstance(budget, Budget | None):
        raise TypeError(f"budget must be like Budget(seconds=0.5), not {budget!r}")
    return budget or Budget()


@dataclass(frozen=True, slots=True)
class Question:
    """Asks what the seat to move should do in a state.

    The state comes from a redacted record, in which what the seat has not seen was filled in at
    random. A thinker may use its own pieces, what is face up, and the *numbers* of hidden ones.
    All its random numbers come from `seed`: the same question gets the same answer.
    """

    game: AnyGame
    state: AnyState
    seat: int
    level: int  # 1 to 5
    budget: Budget
    seed: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A decision, the chance to win with it (ties shared), and the expected lowest peg.

    Thinkers order by `score`, on an arbitrary scale. What a level does not know is None.
    """

    decision: Decision
    score: float
    chance: float | None = None
    lowest: float | None = None


class Thinker(Protocol):
    """Evaluates the decisions of a question, the one to be played first; never empty."""

    def __call__(self, question: Question, /) -> Sequence[Evaluation]: ...
