"""`ingenious rules`: explain a game."""

import argparse
import os

from rich.console import Console
from rich.markdown import Markdown

from ..explained import LANGUAGES, PAGES, page_text


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("rules", description="Explain the rules of a game.")
    parser.add_argument("game", metavar="GAME", choices=PAGES, help=", ".join(PAGES))
    parser.add_argument(
        "--language",
        choices=[*LANGUAGES],
        default="en",
        help=", ".join(f"{code} ({name})" for code, name in LANGUAGES.items()),
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the page of the game."""
    console = Console()
    text = Markdown(page_text(arguments.game, arguments.language))
    width = min(console.width, 88)
    if not console.is_terminal:
        console.print(text, width=width)
        return 0
    # What git sets too: colours, and no paging of what fits on the screen.
    os.environ.setdefault("LESS", "-FRX")
    with console.pager(styles=True):
        console.print(text, width=width)
    return 0
