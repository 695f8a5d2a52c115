"""A learning curve as a picture: the strength above, the error below, by games of self-play."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..picture.canvas import Canvas
from ..picture.shapes import number
from ..rules.words import pluralize
from .curve import Curve
from .run import Job
from .strength import fair_share

WIDTH, HEIGHT = 640, 420
LEFT, RIGHT = 64, 600
STRENGTH_PANEL, ERROR_PANEL = (64, 206), (246, 372)
"""The top and the bottom of each panel."""


@dataclass(frozen=True, slots=True)
class _Axis:
    """Maps numbers to a stretch of the picture, and has a tick at each round number."""

    ticks: Sequence[float]
    start: float
    end: float

    @classmethod
    def around(cls, numbers: Sequence[float], start: float, end: float) -> "_Axis":
        """An axis with four to nine ticks on which all these numbers lie."""
        low, high = min(numbers), max(numbers)
        high = high if high > low else low + 1
        step = 10 ** math.floor(math.log10((high - low) / 3))
        step *= next((factor for factor in (5, 2) if (high - low) / (factor * step) >= 3), 1)
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        return cls([step * count for count in range(first, last + 1)], start, end)

    def at(self, value: float) -> float:
        """Where a number lies."""
        low, high = self.ticks[0], self.ticks[-1]
        return self.start + (self.end - self.start) * (value - low) / (high - low)


def draw_curve(job: Job, curve: Curve, error_name: str) -> str:
    """An SVG of the curve; a panel without points stays empty."""
    canvas = Canvas("light")
    name = f"{job.game}, {pluralize(job.players, 'player')}"
    canvas.text(16, 22, f"{name}, {job.plan} plan", 15, "ink")
    moments = [point.games for point in curve.errors]
    moments += [point.games for point in curve.strengths]
    games = _Axis.around([0, *moments], LEFT, RIGHT)
    _draw_strength(canvas, job, curve, games)
    _draw_error(canvas, curve, games, error_name)
    _draw_ticks_below(canvas, games)
    title = f"Learning curve: {name}"
    return canvas.svg(WIDTH, HEIGHT, title, background="surf")


def _draw_strength(canvas: Canvas, job: Job, curve: Curve, games: _Axis) -> None:
    top, bottom = STRENGTH_PANEL
    is_solo = job.game == "solo"
    scale, unit = (1.0, "") if is_solo else (100.0, " %")
    caption = "lowest peg of level 4" if is_solo else "games won by level 4 against greedy"
    fair = None if is_solo else fair_share(job)
    points = [(games.at(point.games), point.strength) for point in curve.strengths]
    shown = [scale * end for _, found in points for end in (found.low, found.high)]
    values = _Axis.around([*shown, 100 * fair, 100] if fair else shown or [0, 1], bottom, top)
    _draw_panel(canvas, values, top, f"{caption}, with 95 % intervals", unit)
    if fair:
        y = values.at(100 * fair)
        _draw_line(canvas, [(LEFT, y), (RIGHT, y)], "line2", dash="4 4")
        canvas.text(RIGHT, y - 8, "a fair share", 11, "ink2", text_anchor="end")
    for x, found in points:
        ends = [(x, values.at(scale * end)) for end in (found.low, found.high)]
        _draw_line(canvas, ends, "B")
    spots = [(x, values.at(scale * found.value)) for x, found in points]
    _draw_line(canvas, spots, "B", width=2)
    for x, y in spots:
        canvas.circle(x, y, 3.5, "B")


def _draw_error(canvas: Canvas, curve: Curve, games: _Axis, error_name: str) -> None:
    top, bottom = ERROR_PANEL
    errors = [point.error for point in curve.errors]
    values = _Axis.around(errors or [0, 1], bottom, top)
    _draw_panel(canvas, values, top, f"{error_name} of the evaluations", "")
    spots = [(games.at(point.games), values.at(point.error)) for point in curve.errors]
    _draw_line(canvas, spots, "R", width=2)
    if len(spots) == 1:
        canvas.circle(*spots[0], 3.5, "R")


def _draw_panel(canvas: Canvas, values: _Axis, top: float, caption: str, unit: str) -> None:
    """The caption of a panel, and a line with its number for each tick."""
    canvas.text(LEFT, top - 14, caption, 12, "ink2")
    for tick in values.ticks:
        y = values.at(tick)
        _draw_line(canvas, [(LEFT, y), (RIGHT, y)], "line")
        canvas.text(LEFT - 8, y, f"{tick:.6g}{unit}", 11, "ink2", text_anchor="end")


def _draw_ticks_below(canvas: Canvas, games: _Axis) -> None:
    bottom = ERROR_PANEL[1]
    for tick in games.ticks:
        canvas.text(games.at(tick), bottom + 14, f"{tick:,.0f}", 11, "ink2", text_anchor="middle")
    middle = (LEFT + RIGHT) / 2
    canvas.text(middle, bottom + 32, "games of self-play", 12, "ink2", text_anchor="middle")


def _draw_line(
    canvas: Canvas,
    points: Sequence[tuple[float, float]],
    stroke: str,
    *,
    width: float = 1,
    dash: str | None = None,
) -> None:
    if len(points) > 1:
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        canvas.path(d, "none", stroke=stroke, stroke_width=width, stroke_dasharray=dash)
