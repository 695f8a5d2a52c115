"""Told and reached: bins, intervals from whole games, and when a bin fits."""

from random import Random
from xml.etree import ElementTree

import pytest

from bench.calibration import MODES, play_game
from bench.calibration_page import chart, summary
from bench.reliability import Reliability, scale_of
from testkit.modes import MODES as ALL_MODES


def games(number: int, bias: float, decisions: int = 8) -> Reliability:
    """Games of two sides: chances told, and a result that has the chance told minus the bias."""
    rng, found = Random(1), Reliability.of(2)
    for _ in range(number):
        told = rng.uniform(0.3, 0.7)
        won = float(rng.random() < told - bias)
        found.add([(told, won), (1 - told, 1 - won)] * (decisions // 2))
    return found


@pytest.mark.parametrize(
    ("told", "number"), [(0.0, 0), (0.0999, 0), (0.1, 1), (0.3, 3), (0.6, 6), (0.95, 9), (1.0, 9)]
)
def test_a_tenth_begins_with_its_lower_end(told: float, number: int) -> None:
    assert scale_of(2).bin_of(told) == number


def test_chances_that_come_true_fit() -> None:
    found = games(1000, bias=0.0)
    assert [number for number, each in enumerate(found.bins) if each.decisions] == [3, 4, 5, 6]
    assert found.fits
    assert "1000 games, 8000 decisions, 4 of 4 bins fit" in summary(found)


def test_chances_that_are_too_high_do_not_fit() -> None:
    rng, found = Random(2), Reliability.of(2)
    for _ in range(1000):
        found.add([(0.75, float(rng.random() < 0.6))])
    assert not found.fits


def test_a_small_difference_fits_even_if_it_is_certain() -> None:
    rng, found = Random(3), Reliability.of(2)
    for _ in range(20_000):
        found.add([(0.75, float(rng.random() < 0.72))])
    (each,) = found.filled
    assert found.scale.reached(each).high < 0.75
    assert found.fits


def test_decisions_of_the_same_game_do_not_narrow_the_interval() -> None:
    once, often = Reliability.of(2), Reliability.of(2)
    for number in range(100):
        won = float(number % 2)
        once.add([(0.55, won)])
        often.add([(0.55, won)] * 20)
    one, many = once.scale.reached(once.bins[5]), often.scale.reached(often.bins[5])
    assert many.low == pytest.approx(one.low)
    assert many.high == pytest.approx(one.high)
    assert one.low == pytest.approx(0.5 - 1.98 * 0.05, abs=0.005)


def test_the_interval_of_games_that_were_all_won_has_a_width() -> None:
    found = Reliability.of(2)
    for _ in range(5):
        found.add([(0.65, 1.0)])
    (each,) = found.filled
    reached = found.scale.reached(each)
    assert reached.value == reached.high == 1
    assert reached.low < 0.65
    assert found.fits


def test_one_game_says_nothing() -> None:
    for sides, told, reached in ((2, 0.95, 0.0), (1, 17.0, 3.0)):
        found = Reliability.of(sides)
        found.add([(told, reached)])
        assert found.fits


def test_pegs_have_bins_of_two() -> None:
    found = Reliability.of(1)
    for lowest in (16, 17, 18, 19, 20):
        found.add([(15.5, lowest), (17.0, lowest)])
    assert [number for number, each in enumerate(found.bins) if each.decisions] == [7, 8]
    reached = found.scale.reached(found.bins[8])
    assert reached.value == 18
    assert 15.5 < reached.low < 16.5
    assert found.scale.fits(found.bins[8])
    assert not found.scale.fits(found.bins[7])


def test_stored_bins_go_on() -> None:
    whole = games(60, 0.0)
    again = Reliability.of(2, whole.games, whole.values)
    again.add([(0.45, 1.0)])
    whole.add([(0.45, 1.0)])
    assert again.games == whole.games == 61
    for own, other in zip(again.values, whole.values, strict=True):
        assert own == pytest.approx(other)


def test_a_chart_has_a_point_for_each_bin() -> None:
    found = games(50, bias=0.0)
    root = ElementTree.fromstring(chart("classic-2-4", found))
    kinds = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert kinds.count("circle") == len(found.filled)
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == "classic-2-4: chance to win, predicted and observed"


def test_every_mode_can_be_played() -> None:
    assert [tuple(mode.split("-")) for mode in MODES] == [(g, str(n)) for g, n in ALL_MODES]


def test_a_level_tells_its_chances_and_the_game_tells_the_truth() -> None:
    decisions = play_game("dice", 2, 4, 0)
    assert decisions == play_game("dice", 2, 4, 0)
    assert len(decisions) > 10
    assert all(0 <= told <= 1 for told, _ in decisions)
    assert {reached for _, reached in decisions} == {0.0, 1.0}
