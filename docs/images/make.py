"""Makes show.svg, the picture in the README: `python docs/images/make.py`."""

import re
from io import StringIO
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from ingenious.record import Record, parse, replay
from ingenious.terminal import draw

HERE = Path(__file__).parent
THEME = TerminalTheme((21, 23, 27), (242, 241, 237), [(242, 241, 237)] * 8)


def main() -> None:
    """Draw a position of the example game."""
    record = parse((HERE.parent / "examples" / "classic.jsonl").read_text("utf-8"))
    assert isinstance(record, Record)
    at = 60  # a placement, so that its tile is marked
    state = next(islice(replay(record), at, None))
    console = Console(
        record=True, width=62, file=StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(draw(record.game, state, ("Ada", "Ben"), record.log[at - 1].decision))
    picture = console.export_svg(title="Ingenious for two", theme=THEME)
    # Readers' own fonts will do; nothing is to be fetched for a picture.
    picture = re.sub(r"@font-face \{.*?\}\n", "", picture, flags=re.DOTALL)
    (HERE / "show.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
