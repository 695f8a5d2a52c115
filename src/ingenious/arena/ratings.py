"""Strength from results: shares, means and Elo, with intervals that are valid for groups.

Elo is the logistic model, for any number of sides: with strength s = 10^(Elo/400), a bot's chance
of coming first is its s divided by the sum over all sides of the table; with two sides that is the
usual formula. The ratings are the maximum-likelihood estimate for all bots together, with one tied
game added for every table, so that a bot that won everything has a finite rating too.

The games of a group depend on each other. So intervals use how far whole groups (the added game
counts as one) deviate from the model (a "sandwich" estimator of the curvature and the groups'
spread), on the logistic scale: even at 100 % they are about as wide as exact ones.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .pairings import Lineup

ELO_SCALE = 400 / math.log(10)

Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def is_known(self) -> bool:
        """Whether there is an interval: not from one number, nor from equal ones."""
        return math.isfinite(self.low) and self.high - self.low > 1e-9


@dataclass(frozen=True, slots=True)
class Tally:
    """A group: the number of sides of each bot, the number of games, and the points of each bot."""

    sides: tuple[int, ...]
    games: int
    points: tuple[float, ...]


def expected_share(elo: float, sides: int) -> float:
    """A bot's share of first places against copies of another that is weaker by `elo`."""
    return 1 / (1 + (sides - 1) * math.exp(-elo / ELO_SCALE))


def elos(
    tallies: Sequence[Tally], tables: Sequence[Lineup], anchor: int, at: float
) -> list[Estimate]:
    """The Elo of every bot, relative to the anchored one, whose Elo is given.

    The tables at which they meet have to connect them all.
    """
    bots = 1 + max(bot for table in tables for bot in table)
    met = [tuple(table.count(bot) for bot in range(bots)) for table in tables]
    results = _Results.of(tallies, _ties(met), anchor)
    strength = _most_likely(results)
    spread = _spread(results, strength)
    width = quantile(len(tallies)) * spread
    low, value, high = (
        at + ELO_SCALE * ends for ends in (strength - width, strength, strength + width)
    )
    return list(map(Estimate, value.tolist(), low.tolist(), high.tolist()))


def point_share(tallies: Sequence[Tally], bot: int) -> Estimate:
    """The points of a bot for each time it sat at a table."""
    played = [group for group in tallies if group.sides[bot]]
    games = sum(group.games * group.sides[bot] for group in played)
    value = sum(group.points[bot] for group in played) / games
    groups = [*played, *_ties(dict.fromkeys(group.sides for group in played))]
    points = np.array([group.points[bot] for group in groups])
    seats = np.array([group.games * group.sides[bot] for group in groups], float)
    middle = points.sum() / seats.sum()
    # Delta method: the spread of the log-odds for this spread of the share.
    spread = _root_of_squares(points - seats * middle, len(played)) / seats.sum()
    logit = math.log(middle / (1 - middle))
    width = quantile(len(played)) * spread / (middle * (1 - middle))
    low, high = (1 / (1 + math.exp(-(logit + end))) for end in (-width, width))
    return Estimate(value, min(low, value), max(high, value))


def mean(values: Sequence[float]) -> Estimate:
    """The mean of independent numbers; for a single one the interval is infinite."""
    middle = float(np.mean(values))
    if len(values) < 2:
        return Estimate(middle, -math.inf, math.inf)
    width = quantile(len(values)) * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return Estimate(middle, middle - width, middle + width)


def quantile(groups: int) -> float:
    """How many standard deviations make a 95 % interval, estimated from this number of groups.

    Corrects the normal quantile to Student's with the first terms of the expansion in 1/n, which
    is accurate enough from four groups on.
    """
    z, n = 1.959964, max(groups - 1, 1)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def _ties(tables: Iterable[tuple[int, ...]]) -> list[Tally]:
    """A tied game for each table."""
    return [Tally(sides, 1, tuple(n / sum(sides) for n in sides)) for sides in tables]


@dataclass(frozen=True, slots=True)
class _Results:
    """Tallies as arrays with a row for each group and a column for each bot, ties added."""

    sides: Doubles
    points: Doubles
    games: Doubles
    free: list[int]  # the bots that are not anchored
    groups: int  # without the ties

    @classmethod
    def of(cls, tallies: Sequence[Tally], ties: Sequence[Tally], anchor: int) -> "_Results":
        rows = [*tallies, *ties]
        bots = len(rows[0].sides)
        return cls(
            sides=np.array([row.sides for row in rows], float),
            points=np.array([row.points for row in rows], float),
            games=np.array([[row.games] for row in rows], float),
            free=[bot for bot in range(bots) if bot != anchor],
            groups=len(tallies),
        )

    def shares(self, strength: Doubles) -> Doubles:
        """The share of the points that the model expects of each bot."""
        weights = self.sides * np.exp(strength - strength.max())
        shares: Doubles = weights / weights.sum(axis=1, keepdims=True)
        return shares

    def likelihood(self, strength: Doubles) -> float:
        """The log-likelihood of these points."""
        shares = np.where(self.sides > 0, self.shares(strength), 1)
        return float((self.points * np.log(shares)).sum())

    def surprises(self, shares: Doubles) -> Doubles:
        """Points minus expected points; their sums are the gradient of the log-likelihood."""
        return (self.points - self.games * shares)[:, self.free]

    def curvature(self, shares: Doubles) -> Doubles:
        weighted: Doubles = shares * self.games
        whole: Doubles = np.diag(weighted.sum(axis=0)) - shares.T @ weighted
        return whole[np.ix_(self.free, self.free)]


def _most_likely(results: _Results) -> Doubles:
    """Newton's method; a step is halved as long as it would lower the likelihood."""
    strength = np.zeros(results.sides.shape[1])
    likelihood = results.likelihood(strength)
    for _ in range(100):
        shares = results.shares(strength)
        slope = results.surprises(shares).sum(axis=0)
        step = np.zeros_like(strength)
        step[results.free] = np.linalg.solve(results.curvature(shares), slope)
        while (better := results.likelihood(strength + step)) < likelihood - 1e-9:
            step /= 2
        strength, likelihood = strength + step, better
        if np.abs(step).max() < 1e-9:
            break
    return strength


def _spread(results: _Results, strength: Doubles) -> Doubles:
    """The standard deviation of each strength; none for the anchored one."""
    shares = results.shares(strength)
    pulls = results.surprises(shares) @ np.linalg.inv(results.curvature(shares))
    spread = np.zeros_like(strength)
    for column, bot in enumerate(results.free):
        spread[bot] = _root_of_squares(pulls[:, column], results.groups)
    return spread


def _root_of_squares(surprises: Doubles, groups: int) -> float:
    """The root of the sum of squares, a little larger if few groups have set the mean."""
    return math.sqrt(float((surprises**2).sum()) * groups / max(groups - 1, 1))
