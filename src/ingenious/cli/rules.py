"""`ingenious rules`: explain a game."""

import argparse
import os
from importlib.resources import files

from rich.console import Console
from rich.markdown import Markdown

from ..rules import PLAYERS


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("rules", description="Explain the rules of a game.")
    games = [*PLAYERS, "match"]
    parser.add_argument("game", metavar="GAME", choices=games, help=", ".join(games))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the page of the game."""
    page = files("ingenious.explained").joinpath(f"{arguments.game}.md")
    console = Console()
    text = Markdown(page.read_text("utf-8"))
    width = min(console.width, 88)
    if not console.is_terminal:
        console.print(text, width=width)
        return 0
    # What git sets too: colours, and no paging of what fits on the screen.
    os.environ.setdefault("LESS", "-FRX")
    with console.pager(styles=True):
        console.print(text, width=width)
    return 0
