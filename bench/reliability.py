"""Whether estimates come true: predictions (`told`) and results (`reached`), binned by prediction.

The decisions of a game share its result, so they are not independent: intervals are computed from
whole games. For that, sums over games are enough, so a bin stays small however many games it has.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass

from ingenious.arena.ratings import Estimate, quantile


@dataclass
class Bin:
    """Sums over games; of each game, the number of decisions and what they told and reached."""

    games: int = 0
    decisions: int = 0
    told: float = 0.0
    reached: float = 0.0
    reached_squared: float = 0.0
    reached_by_decisions: float = 0.0
    decisions_squared: int = 0

    def add(self, decisions: Sequence[tuple[float, float]]) -> None:
        """Count a game by its decisions in this bin: what each told, and what was reached."""
        number, reached = len(decisions), sum(value for _, value in decisions)
        self.games += 1
        self.decisions += number
        self.told += sum(value for value, _ in decisions)
        self.reached += reached
        self.reached_squared += reached**2
        self.reached_by_decisions += reached * number
        self.decisions_squared += number**2

    @property
    def mean_told(self) -> float:
        """The mean prediction."""
        return self.told / self.decisions

    def mean_reached(self) -> Estimate:
        """The mean of what was reached, with its interval."""
        value = self.reached / self.decisions
        if self.games < 2:
            return Estimate(value, -math.inf, math.inf)
        width = quantile(self.games) * self._spread(value, 0.0) / self.decisions
        return Estimate(value, value - width, value + width)

    def share_reached(self, fair: float) -> Estimate:
        """The share that was reached; the interval stays within 0 and 1.

        It is that of the logarithm of the odds, and one more game with the fair share is added for
        it, so that it has a width even if all games were won.
        """
        value, added = self.reached / self.decisions, self.decisions / self.games
        decisions = self.decisions + added
        middle = (self.reached + fair * added) / decisions
        spread = self._spread(middle, (fair - middle) * added) / decisions
        logit = math.log(middle / (1 - middle))
        width = quantile(self.games) * spread / (middle * (1 - middle))
        low, high = (_share(logit + end) for end in (-width, width))
        return Estimate(value, min(low, value), max(high, value))

    def _spread(self, mean: float, added: float) -> float:
        """The root of the squared deviations of whole games from the mean, and of one more."""
        squares = (
            self.reached_squared
            - 2 * mean * self.reached_by_decisions
            + mean**2 * self.decisions_squared
            + added**2
        )
        return math.sqrt(max(squares, 0.0) * self.games / max(self.games - 1, 1))


def _share(logit: float) -> float:
    """The share with these odds; a few games can give odds that no number can hold."""
    return 1 / (1 + math.exp(-min(max(logit, -700.0), 700.0)))


@dataclass(frozen=True, slots=True)
class Scale:
    """How estimates are put into bins and judged: chances to win, or lowest pegs in solo."""

    width: float
    bins: int
    tolerance: float
    fair: float | None  # the fair share; None for pegs

    def bin_of(self, told: float) -> int:
        """The number of the bin of an estimate."""
        return min(int(told / self.width + 1e-9), self.bins - 1)

    def reached(self, found: Bin) -> Estimate:
        """What was reached in a bin."""
        return found.mean_reached() if self.fair is None else found.share_reached(self.fair)

    def fits(self, found: Bin) -> bool:
        """Whether told and reached are close, or told lies within the interval of reached."""
        reached = self.reached(found)
        return (
            abs(found.mean_told - reached.value) <= self.tolerance
            or reached.low <= found.mean_told <= reached.high
        )


def scale_of(sides: int) -> Scale:
    """The scale for a game with this number of sides."""
    if sides == 1:
        return Scale(width=2.0, bins=20, tolerance=1.0, fair=None)
    return Scale(width=0.1, bins=10, tolerance=0.05, fair=1 / sides)


@dataclass
class Reliability:
    """The bins of all games so far."""

    scale: Scale
    games: int
    bins: list[Bin]

    @classmethod
    def of(
        cls, sides: int, games: int = 0, stored: Iterable[Sequence[float]] = ()
    ) -> "Reliability":
        """From the stored bins, or without games."""
        scale = scale_of(sides)
        bins = [Bin(int(g), int(n), told, reached, squared, product, int(square))
                for g, n, told, reached, squared, product, square in stored]  # fmt: skip
        return cls(scale, games, bins or [Bin() for _ in range(scale.bins)])

    def add(self, decisions: Sequence[tuple[float, float]]) -> None:
        """Count a game."""
        self.games += 1
        binned: dict[int, list[tuple[float, float]]] = {}
        for told, reached in decisions:
            binned.setdefault(self.scale.bin_of(told), []).append((told, reached))
        for number, own in binned.items():
            self.bins[number].add(own)

    @property
    def filled(self) -> list[Bin]:
        """The bins that have decisions."""
        return [found for found in self.bins if found.decisions]

    @property
    def fits(self) -> bool:
        """Whether every bin fits."""
        return all(map(self.scale.fits, self.filled))

    @property
    def values(self) -> list[list[float]]:
        """The bins as they are stored."""
        return [[round(value, 6) for value in astuple(found)] for found in self.bins]
