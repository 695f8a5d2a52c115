"""The sequential test: its ratio where it is known, and how often it errs."""

from collections.abc import Iterator
from math import log
from random import Random

import pytest

from ingenious.arena.ratings import expected_share
from ingenious.arena.sprt import LOWER_BOUND, UPPER_BOUND, Sprt, log_likelihood_ratio


def test_the_ratio_of_single_games_is_the_textbook_one() -> None:
    ratio = log_likelihood_ratio({0.0: 40, 1.0: 60}, 0.5, 0.55)
    assert ratio == pytest.approx(60 * log(0.55 / 0.5) + 40 * log(0.45 / 0.5))


def test_the_ratio_of_many_groups_is_that_of_their_mean_and_spread() -> None:
    """Near the middle a normal distribution with the spread seen says the same."""
    scores = {0.0: 1000.0, 0.25: 2000.0, 0.5: 4000.0, 0.75: 2100.0, 1.0: 1050.0}
    number = sum(scores.values())
    mean = sum(score * n for score, n in scores.items()) / number
    variance = sum(n * (score - mean) ** 2 for score, n in scores.items()) / number
    expected = number * (0.505 - 0.5) * (2 * mean - 0.5 - 0.505) / (2 * variance)
    assert log_likelihood_ratio(scores, 0.5, 0.505) == pytest.approx(expected, rel=0.02)


def test_the_ratio_turns_round_with_the_sides() -> None:
    scores = {0.0: 3.0, 0.5: 4.0, 1.0: 9.0}
    turned = {1 - score: n for score, n in scores.items()}
    assert log_likelihood_ratio(scores, 0.5, 0.6) == pytest.approx(
        -log_likelihood_ratio(turned, 0.4, 0.5)
    )


@pytest.mark.parametrize(("score", "verdict"), [(1.0, "elo1"), (0.0, "elo0"), (0.5, "elo0")])
def test_a_clear_case_is_soon_decided_and_stays_so(score: float, verdict: str) -> None:
    test = Sprt(0, 100, 2)
    while test.verdict is None:
        assert LOWER_BOUND < test.ratio < UPPER_BOUND
        test.add(score)
    assert (test.verdict, test.groups < 40) == (verdict, True)
    before = test.ratio
    test.add(1 - score)
    assert (test.ratio, test.verdict) == (before, verdict)


def stream(elo: float, sides: int, luck: Random) -> Iterator[float]:
    """Scores of groups in which the deal favours a seat, as deals do."""
    share = expected_share(elo, sides)
    while True:
        favour = luck.uniform(-0.25, 0.25)
        tilted = [share + favour, share - favour, *[share] * (sides - 2)]
        yield sum(luck.random() < chance for chance in tilted) / sides


@pytest.mark.parametrize("sides", [2, 3, 4])
@pytest.mark.parametrize(("elo", "verdict"), [(0, "elo0"), (120, "elo1")])
def test_wrong_verdicts_are_rare(elo: float, verdict: str, sides: int) -> None:
    luck, wrong = Random(1), 0
    for _ in range(100):
        test = Sprt(0, 120, sides)
        for score in stream(elo, sides, luck):
            test.add(score)
            if test.verdict is not None:
                break
        wrong += test.verdict != verdict
    assert wrong <= 10  # one in twenty is meant


def test_the_first_elo_is_the_smaller_one() -> None:
    with pytest.raises(ValueError, match="must be the smaller one, not 5 and 5"):
        Sprt(5, 5, 2)
