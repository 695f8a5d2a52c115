"""Where things lie on a board of hexagons with pointed tops, and outlines of what is drawn."""

from math import atan2, cos, hypot, radians, sin, sqrt
from typing import NamedTuple

from ..rules.moves import Space

ROOT3 = sqrt(3)


class Point(NamedTuple):
    """A point of a drawing; y increases downwards."""

    x: float
    y: float


def number(value: float) -> str:
    """A number with at most two decimals, as short as it can be."""
    return f"{round(value, 2):g}" if value else "0"


def centre(space: Space, s: float) -> Point:
    """The middle of a space; `s` is the distance from there to a corner."""
    return Point(ROOT3 * s * (space.q + space.r / 2), 1.5 * s * space.r)


def corners(middle: Point, s: float) -> list[Point]:
    """The six corners of a space, clockwise from the top."""
    angles = [radians(60 * k - 90) for k in range(6)]
    return [Point(middle.x + s * cos(angle), middle.y + s * sin(angle)) for angle in angles]


def rounded(points: list[Point], radii: list[float]) -> str:
    """A closed path through the points, with rounded corners."""
    parts = []
    for k, here in enumerate(points):
        start = _towards(here, points[k - 1], radii[k])
        end = _towards(here, points[(k + 1) % len(points)], radii[k])
        parts.append(f"{'L' if k else 'M'}{_pair(start)}Q{_pair(here)} {_pair(end)}")
    return "".join(parts) + "Z"


def hex_path(middle: Point, s: float, inset: float = 0, radius: float = 0.16) -> str:
    """The outline of one space."""
    return rounded(corners(middle, s - 2 * inset / ROOT3), [radius * s] * 6)


def tile_path(a: Point, b: Point, s: float, inset: float = 0) -> str:
    """The outline of a tile on two adjacent middles, drawn in by `inset` on all sides."""
    middle, angle = Point((a.x + b.x) / 2, (a.y + b.y) / 2), atan2(b.y - a.y, b.x - a.x)
    far, inner = ROOT3 / 2 * s, 2 * inset / ROOT3
    top, side, half, waist = s - inner, 2 * far - inset, s / 2 - inset / ROOT3, s / 2 - inner
    right = [(0, -waist, 0.34), (far, -top, 0.16), (side, -half, 0.16), (side, half, 0.16)]
    right.append((far, top, 0.16))
    outline = right + [(-x, -y, radius) for x, y, radius in right]
    points = [
        Point(
            middle.x + x * cos(angle) - y * sin(angle), middle.y + x * sin(angle) + y * cos(angle)
        )
        for x, y, _ in outline
    ]
    return rounded(points, [radius * s for _, _, radius in outline])


def _towards(here: Point, to: Point, radius: float) -> Point:
    length = hypot(to.x - here.x, to.y - here.y) or 1.0
    part = min(radius, length / 2) / length
    return Point(here.x + (to.x - here.x) * part, here.y + (to.y - here.y) * part)


def _pair(point: Point) -> str:
    return f"{number(point.x)} {number(point.y)}"
