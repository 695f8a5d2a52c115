"""Writes the shapes and colours of the pages for the pictures: `python -m scripts.look`."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHAPES = ROOT / "web" / "src" / "pieces" / "shapes.json"
STYLE = ROOT / "web" / "src" / "app.css"
LOOK = ROOT / "src" / "ingenious" / "picture" / "look.json"

_COLOUR = re.compile(r"--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));")


def look() -> str:
    """The symbols as paths, and every colour in the light and in the dark theme, as JSON."""
    colours = {
        name: [light or both, dark or both]
        for name, light, dark, both in _COLOUR.findall(STYLE.read_text("utf-8"))
    }
    symbols = json.loads(SHAPES.read_text("utf-8"))
    return json.dumps({"symbols": symbols, "colours": colours}, indent=1) + "\n"


if __name__ == "__main__":
    LOOK.write_text(look(), "utf-8")
