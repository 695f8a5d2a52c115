"""The learning curve of a training run: its error and its strength, as the run goes on."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ..bots.weights import Arrays
from .strength import Strength

POINTS = 100
"""A run has one point for each hundredth of it, so that the curve of a long run stays small too."""

MEASURED_AT = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.55, 0.7, 0.85, 1.0)
"""Parts of a run after which the strength is measured: more often at first, when it grows most."""


class ErrorPoint(NamedTuple):
    """The mean error in one hundredth of a run."""

    progress: float
    games: int
    seconds: float
    error: float
    reports: int  # that the mean is of


class StrengthPoint(NamedTuple):
    """The strength at one moment of a run."""

    progress: float
    games: int
    strength: Strength


@dataclass(frozen=True, slots=True)
class Curve:
    """The points so far, oldest first."""

    errors: tuple[ErrorPoint, ...] = ()
    strengths: tuple[StrengthPoint, ...] = ()

    def with_error(self, progress: float, games: int, seconds: float, error: float) -> "Curve":
        """The curve with what a run reports; reports in one hundredth of it become one point."""
        earlier, reports = self.errors, 1
        if earlier and _hundredth(earlier[-1].progress) == _hundredth(progress):
            earlier, last = earlier[:-1], earlier[-1]
            reports += last.reports
            error = last.error + (error - last.error) / reports
        point = ErrorPoint(progress, games, seconds, error, reports)
        return replace(self, errors=(*earlier, point))

    def with_strength(self, progress: float, games: int, strength: Strength) -> "Curve":
        """The curve with a measured strength."""
        return replace(self, strengths=(*self.strengths, StrengthPoint(progress, games, strength)))

    def is_strength_due(self, progress: float) -> bool:
        """Whether the strength has not been measured since the last moment of `MEASURED_AT`."""
        measured = self.strengths[-1].progress if self.strengths else 0.0
        return any(measured < moment <= progress for moment in MEASURED_AT)

    @property
    def final_strength(self) -> Strength | None:
        """The strength at the end of the run, if it has been measured."""
        if not self.strengths or self.strengths[-1].progress < 1:
            return None
        return self.strengths[-1].strength

    def to_arrays(self) -> Arrays:
        """The curve as arrays, for a checkpoint."""
        strengths = [(progress, games, *strength) for progress, games, strength in self.strengths]
        return {
            "curve errors": np.array(self.errors, float).reshape(-1, 5),
            "curve strengths": np.array(strengths, float).reshape(-1, 6),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> "Curve":
        """The curve of a checkpoint."""
        return cls(
            tuple(
                ErrorPoint(progress, int(games), seconds, error, int(reports))
                for progress, games, seconds, error, reports in arrays["curve errors"].tolist()
            ),
            tuple(
                StrengthPoint(progress, int(games), Strength(value, low, high, int(played)))
                for progress, games, value, low, high, played in arrays["curve strengths"].tolist()
            ),
        )

    def to_json(self) -> Mapping[str, list[list[float]]]:
        """The curve for people and plots: `[games, seconds, error]`, and
        `[games, strength, low, high]`, where the last two are the ends of its 95 % interval."""
        return {
            "error": [
                [point.games, round(point.seconds), float(f"{point.error:.4g}")]
                for point in self.errors
            ],
            "strength": [
                [games, *(round(number, 3) for number in (found.value, found.low, found.high))]
                for _, games, found in self.strengths
            ],
        }


def _hundredth(progress: float) -> int:
    """The number of the hundredth of a run; 0.29 is in number 29 although it is a little less."""
    return int(POINTS * progress + 1e-6)
