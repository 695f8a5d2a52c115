"""Solving the race of the Dice Challenge, pattern by pattern from the finish backwards."""

from time import monotonic
from typing import Self

import numpy as np

from ..bots.weights import Arrays
from ..kernel.dice import boards, new_race, others_dice, roll_numbers, rolls, solve_pattern
from ..rules.areas import GOAL
from ..rules.dice import DICE_EACH

SECONDS = 10


class DiceRun:
    """The solution under way. Nothing in it is left to chance, so no seed makes a difference."""

    def __init__(self, players: int) -> None:
        self.name = f"dice-{players}"
        known = boards()
        points = known.pegs[known.first].sum(axis=1)
        falling = np.argsort(-points, kind="stable")
        self._patterns = [int(p) for p in falling if known.lowest[p] < GOAL]
        self._solved = 0
        self._own = rolls(DICE_EACH[players])
        self._others = rolls(others_dice(players))
        self._numbers = roll_numbers(others_dice(players))
        self._race = new_race(players)

    @classmethod
    def start(cls, players: int, seed: int, threads: int) -> Self:  # noqa: ARG003 - as every run
        """A solution of which only the finish is known."""
        return cls(players)

    @classmethod
    def restore(cls, players: int, checkpoint: Arrays, threads: int) -> Self:  # noqa: ARG003 - as every run
        """The same from its checkpoint, which holds nothing: to begin anew takes seconds."""
        return cls(players)

    @property
    def games(self) -> int:
        """The positions solved: a pattern of pegs with a set of the others' dice each."""
        return self._solved * len(self._others.dice)

    @property
    def progress(self) -> float:
        """The share of the patterns that are solved."""
        return self._solved / len(self._patterns)

    def advance(self) -> str:
        """Solve pattern after pattern for about ten seconds."""
        known, others = boards(), self._others
        until = monotonic() + SECONDS
        while self._solved < len(self._patterns) and monotonic() < until:
            pattern = self._patterns[self._solved]
            solve_pattern(
                pattern, known, self._own, others.dice, others.chance, self._numbers, self._race
            )
            self._solved += 1
        if self._solved < len(self._patterns):
            return f"{self._solved} of {len(self._patterns)} patterns solved"
        turns = self._race.turns[known.pattern[0]]
        return f"all {self._solved} patterns solved: {turns:.2f} turns from the start"

    def reseed(self, number: int) -> None:
        """Nothing to do: solving knows no chance."""

    def checkpoint(self) -> Arrays:
        """Nothing that is worth keeping."""
        return {"solved": np.array(self._solved)}

    def weights(self) -> Arrays:
        """For each pattern, within so many turns, the chance to be done and the lowest peg."""
        return {"done": self._race.done, "low": self._race.low}
