"""`ingenious rules`: explain a game."""

import argparse
import os

from rich.console import Console
from rich.markdown import Markdown
from rich.theme import Theme

from ..rulebook import LANGUAGES, PAGES, page_text
from ..rulebook.editions import edition_text
from ..rules import EDITIONS
from ..rules.match import CHALLENGES
from .errors import CommandError

THEME = Theme({"markdown.block_quote": "cyan"})
"""Our rulings are the only block quotes."""


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = "Explain the rules of a game."
    parser.add_argument("game", metavar="GAME", choices=PAGES, help=", ".join(PAGES))
    parser.add_argument(
        "--language",
        choices=[*LANGUAGES],
        default="en",
        help=", ".join(f"{code} ({language.name})" for code, language in LANGUAGES.items()),
    )
    parser.add_argument(
        "--edition",
        metavar="YEAR",
        help="start with the wording of that year's rulebook (2004, 2010 or 2023)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the page of the game."""
    game, language, edition = arguments.game, arguments.language, arguments.edition
    if edition is not None and edition not in (known := _editions(game)):
        has = f"available: {' and '.join(known)}"
        raise CommandError(f"{game} has no edition {edition!r}; {has}")
    page = page_text(game, language) if edition is None else edition_text(game, language, edition)
    console = Console(theme=THEME)
    text = Markdown(page)
    width = min(console.width, 88)
    if not console.is_terminal:
        console.print(text, width=width)
        return 0
    # Like git: keep colours, and do not page what fits on the screen.
    os.environ.setdefault("LESS", "-FRX")
    with console.pager(styles=True):
        console.print(text, width=width)
    return 0


def _editions(game: str) -> tuple[str, ...]:
    """The editions of a game; a match has those of its challenges."""
    names = CHALLENGES if game == "match" else (game,)
    return tuple(sorted({edition for name in names for edition in EDITIONS[name]}))
