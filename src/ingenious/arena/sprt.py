"""The sequential probability ratio test on groups: is one bot stronger than another?

Is the first bot better than the second by `elo0` or by `elo1`? After every group the logarithm of
the likelihood ratio of the two hypotheses is compared with two bounds; the test ends when it
crosses one. Wrong answers are then rarer than `ALPHA` and `BETA`, however often one looks.

The distribution of the scores of groups is not known, only its mean under each hypothesis. So each
hypothesis takes the distribution with its mean under which the observed scores are most likely (the
*generalised* test, as engine testers use it).
"""

import math
from collections.abc import Mapping
from typing import Literal

from .ratings import expected_share

ALPHA = BETA = 0.05
LOWER_BOUND = math.log(BETA / (1 - ALPHA))
UPPER_BOUND = math.log((1 - BETA) / ALPHA)
UNSEEN_COUNT = 1e-3
"""The count of a score that was never observed: without it, extremes would be impossible."""

Verdict = Literal["elo0", "elo1"]


class Sprt:
    """A test that takes the first bot's score of each group, from 0 to 1."""

    def __init__(self, elo0: float, elo1: float, sides: int) -> None:
        if not elo0 < elo1:
            raise ValueError(f"the first Elo must be the smaller one, not {elo0:g} and {elo1:g}")
        self.elo0, self.elo1 = elo0, elo1
        self._means = expected_share(elo0, sides), expected_share(elo1, sides)
        # A group has a game for each side, and each may be tied.
        self._scores = {round(k / (2 * sides), 9): UNSEEN_COUNT for k in range(2 * sides + 1)}
        self.groups = 0
        self.ratio = 0.0
        self.verdict: Verdict | None = None

    def add(self, score: float) -> None:
        """Count another group; once there is a verdict, nothing changes."""
        if self.verdict is not None:
            return
        self.groups += 1
        # A score between the usual ones comes from a first place shared by three or four.
        score = round(score, 9)
        self._scores[score] = self._scores.get(score, 0) + 1
        self.ratio = log_likelihood_ratio(self._scores, *self._means)
        if self.ratio >= UPPER_BOUND:
            self.verdict = "elo1"
        elif self.ratio <= LOWER_BOUND:
            self.verdict = "elo0"


def log_likelihood_ratio(scores: Mapping[float, float], mean0: float, mean1: float) -> float:
    """How much more likely the scores are with the second mean than with the first."""
    lean0, lean1 = _tilt(scores, mean0), _tilt(scores, mean1)
    return sum(
        number * math.log((1 + lean0 * (score - mean0)) / (1 + lean1 * (score - mean1)))
        for score, number in scores.items()
    )


def _tilt(scores: Mapping[float, float], mean: float) -> float:
    """How the observed frequencies have to be tilted to have this mean.

    Of all distributions with the mean, the likeliest gives a score its frequency divided by
    1 + tilt · (score - mean); the sum below falls as the tilt grows, and is zero at the right one.
    """
    low, high = -1 / (max(scores) - mean), 1 / (mean - min(scores))
    for _ in range(100):
        lean = (low + high) / 2
        if lean in (low, high):
            break
        pull = sum(
            number * (score - mean) / (1 + lean * (score - mean))
            for score, number in scores.items()
        )
        low, high = (lean, high) if pull > 0 else (low, lean)
    return (low + high) / 2
