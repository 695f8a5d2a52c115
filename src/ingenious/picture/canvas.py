"""A drawing in SVG, element by element, in the colours of a theme."""

import re
from functools import cache
from html import escape
from importlib.resources import files
from json import loads
from typing import Literal

from .shapes import number

Theme = Literal["light", "dark", "page"]
THEMES: tuple[Theme, ...] = ("light", "dark", "page")
"""`page` uses the custom properties of the page that the picture is part of."""

Size = float | tuple[float, float] | None
"""A width, or the width and the height of a frame."""

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot contain."""

Value = str | float
Style = dict[str, Value | None]


def style(**attributes: Value | None) -> Style:
    """Attributes that several elements share."""
    return attributes


@cache
def _look() -> dict[str, dict[str, list[str] | str]]:
    text = files(__package__).joinpath("look.json").read_text("utf-8")
    look: dict[str, dict[str, list[str] | str]] = loads(text)
    return look


def colour(name: str, theme: Theme) -> str:
    """A colour by its name in the pages, as `#rrggbb`, or as a custom property of a page."""
    both = _look()["colours"][name]
    at = THEMES.index(theme)
    return both[at] if at < len(both) else f"var(--{name})"


class Canvas:
    """A drawing under construction. Colours are named as in the pages: `ink`, `panel`, `R`."""

    def __init__(self, theme: Theme) -> None:
        if theme not in THEMES:
            raise ValueError(f"theme must be one of {', '.join(THEMES)}, not {theme!r}")
        self._theme: Theme = theme
        self._parts: list[str] = []

    def colour(self, name: str) -> str:
        """A colour of the theme as `#rrggbb`, or a custom property."""
        return colour(name, self._theme)

    def add(self, tag: str, attributes: Style, text: str | None = None) -> None:
        """Add an element; `stroke_width` becomes `stroke-width`, and None is left out."""
        end = "/>" if text is None else f">{_escape(text)}</{tag}>"
        self._parts.append(f"<{tag}{_write(attributes)}{end}")

    def path(self, d: str, fill: str, **attributes: Value | None) -> None:
        """Add a path filled with a named colour, `none`, or `url(#…)`."""
        self.add("path", self._painted(style(d=d, fill=fill) | attributes))

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str, **attributes: Value | None
    ) -> None:
        """Add a rectangle."""
        size = style(x=x, y=y, width=width, height=height, fill=fill)
        self.add("rect", self._painted(size | attributes))

    def circle(self, x: float, y: float, r: float, fill: str, **attributes: Value | None) -> None:
        """Add a circle."""
        self.add("circle", self._painted(style(cx=x, cy=y, r=r, fill=fill) | attributes))

    def text(
        self, x: float, y: float, text: str, size: float, fill: str, **attributes: Value | None
    ) -> None:
        """Add a line of text whose middle is at `y`."""
        place = style(x=x, y=y, dy="0.36em", font_size=size, fill=fill)
        self.add("text", self._painted(place | attributes), text)

    def fitted_text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        room: float,
        fill: str,
        **more: Value | None,
    ) -> None:
        """Add a line of text, cut off if it is wider than the room."""
        self.text(x, y, _fitted(text, room / size), size, fill, **more)

    def symbol(self, symbol: str, x: float, y: float, size: float) -> None:
        """Add one of the six symbols around a point."""
        shape = "Ys" if symbol == "Y" and size <= 20 else symbol
        d = str(_look()["symbols"][shape])
        place = f"translate({number(x - size / 2)} {number(y - size / 2)}) scale({size / 100:.4g})"
        rule = "evenodd" if symbol == "P" else None
        self.path(d, symbol, transform=place, fill_rule=rule)

    def group(self, **attributes: Value | None) -> "Group":
        """A group of elements: use it with `with`."""
        return Group(self._parts, **attributes)

    def svg(
        self,
        width: float,
        height: float,
        title: str = "",
        *,
        size: Size = None,
        background: str = "none",
    ) -> str:
        """The whole picture, scaled to a width, or centred in a frame.

        Screen readers skip a picture without a title.
        """
        scale, left, top = 1.0, 0.0, 0.0
        if isinstance(size, tuple):
            scale = min(size[0] / width, size[1] / height)
            left, top = (width - size[0] / scale) / 2, (height - size[1] / scale) / 2
            width, height = size[0] / scale, size[1] / scale
        elif size is not None:
            scale = size / width
        box = style(x=left, y=top, width=width, height=height, fill=background)
        attributes = style(
            xmlns="http://www.w3.org/2000/svg",
            width=width * scale,
            height=height * scale,
            role="img" if title else None,
            aria_hidden=None if title else "true",
            viewBox=" ".join(map(number, (left, top, width, height))),
            font_family="Inter, system-ui, sans-serif",
            font_weight=700,
        )
        named = f"<title>{_escape(title)}</title>" if title else ""
        ground = f"<rect{_write(self._painted(box))}/>" if background != "none" else ""
        parts = "".join(self._parts)
        defs = f"<defs>{self._gradients()}</defs>"
        return f"<svg{_write(attributes)}>{named}{defs}{ground}{parts}</svg>\n"

    def _gradients(self) -> str:
        straight = 'x1="0" y1="0" x2="0" y2="1"'
        theme = self._theme  # pictures of both themes can be in one document
        found = [
            f'<linearGradient id="material-{theme}" {straight}>{self._stops(0, "mat-hi", "mat-lo")}'
            "</linearGradient>",
            f'<linearGradient id="dish-{theme}" {straight}>{self._stops(0, "dish-top", "dish")}'
            "</linearGradient>",
        ]
        found += [
            f'<radialGradient id="{kind}-{theme}">{self._stops(0.35, f"{kind}-hi", f"{kind}-lo")}'
            "</radialGradient>"
            for kind in ("cell", "ring3", "ring4")
        ]
        return "".join(found)

    def _stops(self, first: float, start: str, end: str) -> str:
        return (
            f'<stop offset="{number(first)}" stop-color="{self.colour(start)}"/>'
            f'<stop offset="1" stop-color="{self.colour(end)}"/>'
        )

    def _painted(self, attributes: Style) -> Style:
        """The attributes with the names of colours and gradients replaced."""
        colours = _look()["colours"]
        found = dict(attributes)
        for name, value in attributes.items():
            if isinstance(value, str) and value in colours:
                found[name] = self.colour(value)
            elif isinstance(value, str) and value.startswith("url(#"):
                found[name] = f"{value[:-1]}-{self._theme})"
        return found


class Group:
    """A group of elements that begins and ends with a `with` block."""

    def __init__(self, parts: list[str], **attributes: Value | None) -> None:
        self._parts = parts
        self._attributes = _write(attributes)

    def __enter__(self) -> None:
        self._parts.append(f"<g{self._attributes}>")

    def __exit__(self, *error: object) -> None:
        self._parts.append("</g>")


def _fitted(text: str, ems: float) -> str:
    """The text, cut off at about this width; East Asian characters are the widest."""
    for end, letter in enumerate(text):
        ems -= 1.0 if letter >= "\u2e80" else 0.6
        if ems < 0:
            return text[: max(1, end - 1)].rstrip() + "…"
    return text


def _write(attributes: Style) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )


def _escape(text: str) -> str:
    return escape(NOT_XML.sub("\ufffd", text))


def _value(value: Value) -> str:
    return _escape(value) if isinstance(value, str) else number(value)
