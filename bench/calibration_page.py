"""What is shown of the calibration: a section of the page, and a chart for each mode and level."""

import math
from typing import Any

from ingenious.picture.canvas import Canvas
from ingenious.rules import game as rules_of

from .reliability import Reliability
from .resumable import read
from .sources import HERE, RESULTS

CALIBRATION = RESULTS / "calibration.json"
CHARTS = HERE / "charts"

SIZE, LEFT, TOP, PLOT = 360.0, 48.0, 36.0, 280.0
"""A chart and its plot, in pixels."""


def section() -> str:
    """The calibration as Markdown."""
    stored = read(CALIBRATION)
    if not stored:
        return ""
    lines = [
        "## Calibration",
        "",
        "`python -m bench.calibration` lets a level play against itself, and compares the chance",
        "that it predicts for its decision (in solo, the lowest peg) with the result. A bin is a",
        "tenth of the scale, or two pegs. It fits if both means differ by at most 5 percentage",
        "points (1 peg), or if the mean prediction lies within the 95 % interval of the result,",
        "which is computed from whole games.",
        "",
        "| mode | level | games | commit | fits | chart |",
        "|---|---|---|---|---|---|",
    ]
    tables = []
    for key, values in stored.items():
        found, mode = _reliability(values), f"{values['game']}-{values['players']}"
        fitting = sum(map(found.scale.fits, found.filled))
        chart = f"[chart](charts/{key}.svg)" if (CHARTS / f"{key}.svg").is_file() else ""
        lines.append(
            f"| {mode} | {values['level']} | {found.games} | {values['commit']} | "
            f"{fitting} of {len(found.filled)} | {chart} |"
        )
        tables += ["", f"### {mode}, level {values['level']}", "", *_table(found)]
    return "\n".join([*lines, *tables])


def summary(found: Reliability) -> str:
    """A line about the games so far."""
    decisions = sum(each.decisions for each in found.filled)
    fitting = sum(map(found.scale.fits, found.filled))
    return f"{found.games} games, {decisions} decisions, {fitting} of {len(found.filled)} bins fit"


def _reliability(values: dict[str, Any]) -> Reliability:
    sides = len(rules_of(values["game"], values["players"]).sides)
    return Reliability.of(sides, values["games"], values["bins"])


def _table(found: Reliability) -> list[str]:
    """The bins as the rows of a table."""
    scale = found.scale
    unit, factor = ("pegs", 1) if scale.fair is None else ("%", 100)
    lines = [
        f"| predicted, {unit} | decisions | games | mean predicted | observed | interval | fits |",
        "|---|---|---|---|---|---|---|",
    ]
    for number, each in enumerate(found.bins):
        if each.decisions:
            reached, first = scale.reached(each), factor * scale.width * number
            ends = f"{factor * reached.low:.1f}–{factor * reached.high:.1f}"
            lines.append(
                f"| {first:.0f}–{first + factor * scale.width:.0f} | {each.decisions} | "
                f"{each.games} | {factor * each.mean_told:.1f} | {factor * reached.value:.1f} | "
                f"{ends if reached.is_known else '?'} | {'yes' if scale.fits(each) else '**no**'} |"
            )
    return lines


def write_chart(key: str, found: Reliability) -> None:
    """Draw the results over the predictions."""
    CHARTS.mkdir(exist_ok=True)
    (CHARTS / f"{key}.svg").write_text(chart(key, found), "utf-8")


def chart(key: str, found: Reliability) -> str:
    """The chart as SVG. On the diagonal, estimates come true."""
    is_share = found.scale.fair is not None
    told = [each.mean_told for each in found.filled]
    most = 1.0 if is_share else 10.0 * math.ceil(max(told, default=1) / 10)
    canvas = Canvas("light")

    def across(value: float) -> float:
        return LEFT + PLOT * value / most

    def down(value: float) -> float:
        return TOP + PLOT * (1 - min(max(value, 0.0), most) / most)

    def line(start: tuple[float, float], end: tuple[float, float], name: str, width: float) -> None:
        canvas.add(
            "line",
            {
                "x1": across(start[0]), "y1": down(start[1]), "x2": across(end[0]),
                "y2": down(end[1]), "stroke": canvas.colour(name), "stroke-width": width,
            },
        )  # fmt: skip

    canvas.text(LEFT, 16, key, 14, "ink")
    step = most / 5
    for mark in range(6):
        value = mark * step
        shown = f"{100 * value:.0f} %" if is_share else f"{value:.0f}"
        line((value, 0), (value, most), "line", 1)
        line((0, value), (most, value), "line", 1)
        canvas.text(across(value), TOP + PLOT + 12, shown, 10, "ink2", text_anchor="middle")
        canvas.text(LEFT - 6, down(value), shown, 10, "ink2", text_anchor="end")
    line((0, 0), (most, most), "ink2", 1.5)
    for each in found.filled:
        reached = found.scale.reached(each)
        if reached.is_known:
            line((each.mean_told, reached.low), (each.mean_told, reached.high), "B", 2)
        colour = "B" if found.scale.fits(each) else "R"
        canvas.circle(across(each.mean_told), down(reached.value), 4, colour)
    what = "chance to win" if is_share else "lowest peg"
    canvas.text(LEFT + PLOT / 2, SIZE - 16, f"predicted {what}", 11, "ink", text_anchor="middle")
    canvas.text(LEFT + PLOT, 16, "observed, with 95 % intervals", 11, "ink2", text_anchor="end")
    return canvas.svg(SIZE, SIZE, f"{key}: {what}, predicted and observed", background="surf")
