"""Strength from results: known values, and intervals that hold as often as they say."""

from math import exp, inf, log10
from random import Random

import pytest

from ingenious.arena.ratings import (
    ELO_SCALE,
    Estimate,
    Tally,
    elos,
    expected_share,
    mean,
    point_share,
    quantile,
)

DUEL = [(0, 1)]


def pairs(*scores: float) -> list[Tally]:
    """Pairs of games with the first bot's points in each."""
    return [Tally((1, 1), 2, (score, 2 - score)) for score in scores]


@pytest.mark.parametrize(("won", "lost"), [(1, 1), (6, 2), (75, 25), (0, 10), (300, 0)])
def test_two_bots_have_the_elo_of_the_formula(won: int, lost: int) -> None:
    first, second = elos(pairs(*[2] * won, *[0] * lost), DUEL, 1, 0)
    # With the tied game that is added.
    assert first.value == pytest.approx(400 * log10((2 * won + 0.5) / (2 * lost + 0.5)))
    assert second == Estimate(0, 0, 0)


def test_the_anchor_moves_all_alike() -> None:
    results = pairs(2, 1, 2, 0)
    plain, moved = elos(results, DUEL, 1, 0), elos(results, DUEL, 1, 500)
    for before, after in zip(plain, moved, strict=True):
        assert after.value == pytest.approx(before.value + 500)
        assert after.low == pytest.approx(before.low + 500)
    other = elos(results, DUEL, 0, 0)
    assert other[1].value == pytest.approx(-plain[0].value)
    assert other[1].high == pytest.approx(-plain[0].low)


def test_strength_adds_up_along_a_chain() -> None:
    """Where a beats b and b beats c by as much, a and c are twice as far apart."""
    tables = [(0, 1), (1, 2)]
    steps = [
        Tally(sides, 2, points)
        for sides, points in (((1, 1, 0), (2.0, 0.0, 0.0)), ((0, 1, 1), (0.0, 2.0, 0.0)))
        for _ in range(20)
    ] + [
        Tally(sides, 2, points)
        for sides, points in (((1, 1, 0), (0.0, 2.0, 0.0)), ((0, 1, 1), (0.0, 0.0, 2.0)))
        for _ in range(10)
    ]
    first, second, last = elos(steps, tables, 2, 0)
    assert first.value == pytest.approx(2 * second.value)
    assert second.value == pytest.approx(400 * log10(40.5 / 20.5))
    assert first.high - first.low > second.high - second.low > 0 == last.high - last.low


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_one_against_copies_has_the_share_that_its_elo_says(sides: int) -> None:
    games = 3000 * sides
    points = games * expected_share(123, sides)
    tally = Tally((1, sides - 1), games, (points, games - points))
    first, _ = elos([tally], [(0, *(1,) * (sides - 1))], 1, 0)
    assert first.value == pytest.approx(123, abs=0.1)
    assert expected_share(0, sides) == pytest.approx(1 / sides)


def test_a_bot_that_has_not_played_yet_does_no_harm() -> None:
    rated = elos([Tally((1, 1, 0), 2, (2.0, 0.0, 0.0))], [(0, 1), (0, 2), (1, 2)], 2, 0)
    assert rated[0].value > 0 > rated[1].value


def test_the_share_and_the_elo_of_two_bots_are_one_statement() -> None:
    results = pairs(2, 2, 1, 0, 2, 1.5, 2)
    points, (elo, _) = point_share(results, 0), elos(results, DUEL, 1, 0)
    assert points.value == pytest.approx(10.5 / 14)
    for end, rated in ((points.low, elo.low), (points.high, elo.high)):
        assert end == pytest.approx(1 / (1 + exp(-rated / ELO_SCALE)))
    other = point_share(results, 1)
    assert (other.low, other.high) == pytest.approx((1 - points.high, 1 - points.low))


def test_winning_everything_leaves_a_doubt() -> None:
    """The exact interval for 200 wins of 200 begins at 98.2 %."""
    points = point_share(pairs(*[2] * 100), 0)
    assert (points.value, points.high) == (1, 1)
    assert points.low == pytest.approx(0.982, abs=0.002)


def test_games_of_a_pair_that_go_to_the_same_seat_say_more() -> None:
    """The deal decided every game: then the bots are surely alike; else it may be chance."""
    mirrored, split = point_share(pairs(*[1] * 40), 0), point_share(pairs(*[2, 0] * 20), 0)
    assert mirrored.value == split.value == 0.5
    assert mirrored.high - mirrored.low < 0.2 * (split.high - split.low)


def test_equal_groups_have_no_interval() -> None:
    alike, split = pairs(*[1] * 40), pairs(*[2, 0] * 20)
    assert not point_share(alike, 0).is_known
    assert not elos(alike, DUEL, 1, 0)[0].is_known
    assert not mean([3, 3]).is_known
    assert not mean([3]).is_known
    assert point_share(split, 0).is_known
    assert elos(split, DUEL, 1, 0)[0].is_known


@pytest.mark.parametrize("chance", [0.5, 0.8, 0.95])
def test_an_interval_holds_in_about_95_of_100_cases(chance: float) -> None:
    luck, held = Random(4), 0
    for _ in range(300):
        results = [(luck.random() < chance) + (luck.random() < chance) for _ in range(50)]
        points = point_share(pairs(*results), 0)
        held += points.low <= chance <= points.high
    assert 0.92 < held / 300 < 0.98


def test_a_mean_and_its_interval() -> None:
    lowest = mean([10, 12, 14, 16])
    assert lowest.value == 13
    assert lowest.high - 13 == pytest.approx(3.182 * 2.582 / 2, abs=0.05)  # Student's, by hand
    assert mean([7]) == Estimate(7, -inf, inf)


@pytest.mark.parametrize(("groups", "deviations"), [(5, 2.776), (11, 2.228), (1001, 1.962)])
def test_few_groups_make_wide_intervals(groups: int, deviations: float) -> None:
    assert quantile(groups) == pytest.approx(deviations, abs=0.01)
