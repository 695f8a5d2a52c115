"""Solves the race of the Dice Challenge, pattern by pattern, backwards from the finish."""

import numpy as np

from ..bots.weights import Arrays
from ..kernel.dice.boards import boards, roll_numbers, rolls
from ..kernel.dice.race import count_others_dice, new_race, solve_pattern
from ..rules.areas import GOAL_COLUMN
from ..rules.dice import DICE_EACH
from .run import Job, Run


class DiceRun(Run):
    """The solution for one number of players. It is exact, so seeds make no difference.

    Nothing is worth saving: starting over takes seconds.
    """

    is_exact = True

    def __init__(self, job: Job, checkpoint: Arrays, threads: int) -> None:
        super().__init__(job, checkpoint, threads)
        known = boards()
        points = known.pegs[known.first].sum(axis=1)
        falling = np.argsort(-points, kind="stable")
        self._patterns = [int(p) for p in falling if known.lowest[p] < GOAL_COLUMN]
        self.done, self.planned = 0, len(self._patterns)
        self._own = rolls(DICE_EACH[job.players])
        self._others = rolls(count_others_dice(job.players))
        self._numbers = roll_numbers(count_others_dice(job.players))
        self._race = new_race(job.players)

    @classmethod
    def first_checkpoint(cls, _job: Job, _seed: int) -> Arrays:
        """Nothing."""
        return {}

    @property
    def games(self) -> int:
        """The positions solved: each is a pattern of pegs with a set of the others' dice."""
        return self.done * len(self._others.dice)

    def step(self) -> None:
        """Solve one more pattern."""
        others = self._others
        solve_pattern(
            self._patterns[self.done],
            boards(),
            self._own,
            others.dice,
            others.chance,
            self._numbers,
            self._race,
        )
        self.done += 1

    def report(self) -> str:
        """How many patterns are solved, and at the end how many turns a game takes."""
        if self.done < self.planned:
            return f"{self.done} of {self.planned} patterns solved"
        turns = self._race.turns[boards().pattern[0]]
        return f"all {self.done} patterns solved: {turns:.2f} turns from the start"

    def reseed(self, number: int) -> None:
        """Nothing to do."""

    def checkpoint(self) -> Arrays:
        """Nothing."""
        return {}

    def weights(self) -> Arrays:
        """For each pattern and number of turns, the chance to finish and the lowest peg then."""
        return {"done": self._race.done, "low": self._race.low}
