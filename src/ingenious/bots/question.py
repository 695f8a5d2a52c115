"""What every thinker has in common, whatever the game: a question in, weighed decisions out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..rules import AnyGame
from ..rules.moves import Decision

MOST_SECONDS = 1_000_000.0
"""More than anybody lets a bot think."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think: at most so many seconds, at most so many playouts.

    With None it takes what the level takes by itself. A budget of zero is answered at once, with
    what needs no search.
    """

    seconds: float | None = None
    playouts: int | None = None

    @property
    def is_nothing(self) -> bool:
        """Whether there is no time to search at all."""
        return self.seconds == 0 or self.playouts == 0

    def for_search(self, usual: int) -> int:
        """How many playouts to make at most, where the level makes so many by itself.

        Who gives more than a second gives more playouts too, in proportion; the clock may end
        them before.
        """
        if self.is_nothing or not usual:
            return 0
        if self.playouts is not None:
            return self.playouts
        return int(usual * max(1.0, self.seconds or 1.0))


@dataclass(frozen=True, slots=True)
class Question:
    """What a thinker is asked: a decision of the seat to move in a state.

    The state comes from a redacted record, in which what the seat has not seen was filled in by
    chance. A thinker may use its own pieces, what lies open, and the *numbers* of hidden ones.
    All its luck comes from `seed`: the same question gets the same answer.
    """

    game: AnyGame
    state: Any
    seat: int
    level: int  # 1 to 5
    budget: Budget
    seed: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision and what it is worth: the chance to win (ties shared), the expected lowest peg.

    `score` is what the thinker orders by, of any scale. What a level does not know is None.
    """

    decision: Decision
    score: float
    chance: float | None = None
    lowest: float | None = None


class Thinker(Protocol):
    """Weighs the decisions of a question, the one to be played first; never empty."""

    def __call__(self, question: Question, /) -> Sequence[Verdict]: ...
