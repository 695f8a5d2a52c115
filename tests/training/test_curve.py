"""The learning curve: what a run reports, as points that are few and can be drawn."""

import json
import re
from xml.etree import ElementTree

import pytest

from ingenious.training.curve import MEASURED_AT, Curve
from ingenious.training.curve_picture import _Axis, draw_curve
from ingenious.training.run import Job
from ingenious.training.strength import Strength, describe

SVG = "{http://www.w3.org/2000/svg}"


def curve_of(errors: list[float], strengths: list[Strength]) -> Curve:
    """A curve whose points are at equal distances."""
    curve = Curve()
    for number, error in enumerate(errors, 1):
        curve = curve.with_error(number / len(errors), 100 * number, 2.5 * number, error)
    for number, strength in enumerate(strengths, 1):
        games = round(100 * len(errors) * number / len(strengths))
        curve = curve.with_strength(number / len(strengths), games, strength)
    return curve


CURVE = curve_of([0.5, 0.25, 0.2, 0.1], [Strength(0.25, 0.1, 0.5, 40), Strength(0.8, 0.7, 0.9, 40)])


def test_reports_in_the_same_hundredth_of_a_run_become_their_mean() -> None:
    curve = Curve()
    for progress, error in ((0.011, 0.6), (0.014, 0.3), (0.019, 0.3), (0.021, 0.2)):
        curve = curve.with_error(progress, round(10_000 * progress), 100 * progress, error)
    first, second = curve.errors
    assert first[:4] == pytest.approx((0.019, 190, 1.9, 0.4))
    assert second[:4] == pytest.approx((0.021, 210, 2.1, 0.2))


def test_a_long_run_has_no_more_points_than_a_short_one() -> None:
    assert len(curve_of([0.1] * 100, []).errors) == 100
    assert len(curve_of([0.1] * 5000, []).errors) == 101  # the end is a hundredth of its own


def test_a_checkpoint_has_the_whole_curve() -> None:
    assert Curve.from_arrays(CURVE.to_arrays()) == CURVE
    assert Curve.from_arrays(Curve().to_arrays()) == Curve()


def test_the_strength_is_due_once_after_each_moment() -> None:
    curve, measured = Curve(), []
    for step in range(1, 1001):
        progress = step / 1000
        if curve.is_strength_due(progress):
            measured.append(progress)
            curve = curve.with_strength(progress, step, Strength(0.5, 0.4, 0.6, 40))
    assert measured == list(MEASURED_AT)
    assert curve.final_strength is not None
    assert CURVE.final_strength == Strength(0.8, 0.7, 0.9, 40)


def test_a_long_step_passes_several_moments_but_is_measured_once() -> None:
    curve = Curve().with_strength(0.5, 1, Strength(0.5, 0.4, 0.6, 40))
    assert curve.final_strength is None
    assert not curve.is_strength_due(0.5)
    assert curve.is_strength_due(0.6)


def test_the_provenance_has_compact_numbers() -> None:
    written = json.loads(json.dumps(CURVE.to_json()))
    assert written["error"] == [[100, 2, 0.5], [200, 5, 0.25], [300, 8, 0.2], [400, 10, 0.1]]
    assert written["strength"] == [[200, 0.25, 0.1, 0.5], [400, 0.8, 0.7, 0.9]]


def test_the_picture_shows_every_measured_strength_and_the_error() -> None:
    picture = ElementTree.fromstring(draw_curve(Job("classic", 2, True), CURVE, "cross-entropy"))
    shown = [element.text for element in picture.iter(f"{SVG}text")]
    assert "classic, 2 players, thorough plan" in shown
    assert "cross-entropy of the evaluations" in shown
    dots = [float(dot.attrib["cy"]) for dot in picture.iter(f"{SVG}circle")]
    assert len(dots) == 2
    assert dots[1] < dots[0], "80 % is above 25 %"
    paths = [path.attrib["d"] for path in picture.iter(f"{SVG}path")]
    error_line = next(path for path in paths if path.count("L") == 3)
    heights = [float(y) for y in re.findall(r"[\d.]+ ([\d.]+)", error_line)]
    assert heights == sorted(heights), "a falling error is a falling line"


@pytest.mark.parametrize("curve", [Curve(), curve_of([0.1], []), curve_of([], [])])
def test_a_picture_of_few_points_can_be_drawn(curve: Curve) -> None:
    for job in (Job("solo", 1), Job("duel", 2)):
        assert ElementTree.fromstring(draw_curve(job, curve, "error")).tag == f"{SVG}svg"


@pytest.mark.parametrize(
    ("numbers", "ticks"),
    [
        ([0, 600_000], [0, 200_000, 400_000, 600_000]),
        ([0.012, 0.031], [0.01, 0.015, 0.02, 0.025, 0.03, 0.035]),
    ],
)
def test_axes_have_round_numbers(numbers: list[float], ticks: list[float]) -> None:
    assert _Axis.around(numbers, 0, 100).ticks == pytest.approx(ticks)


def test_a_strength_in_words() -> None:
    assert describe(Job("tiles", 3), Strength(0.45, 0.412, 0.49, 600)) == (
        "level 4 wins 45 (41 to 49) % against greedy, 600 games; a fair share is 33 %"
    )
    assert describe(Job("solo", 1), Strength(17.44, 16.9, 18.1, 200)) == (
        "level 4 ends with a lowest peg of 17.4 (16.9 to 18.1), 200 games"
    )
