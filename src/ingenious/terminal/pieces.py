"""Symbols, piles and score boards as coloured text that is readable without colours too."""

from collections.abc import Iterable

from rich.style import Style
from rich.text import Text

from ..picture import colour
from ..rules import Pegs
from ..rules.scoreboards import TUG_END
from ..rules.symbols import SYMBOLS, UNKNOWN

SYMBOL_COLOURS = {letter: colour(letter, "dark") for letter in SYMBOLS}
BACKGROUND = colour("dish", "dark")
LIT_BACKGROUND = "#4a4e57"
FAINT = Style(dim=True)


def printable(name: str, longest: int = 24) -> str:
    """A name from a record as a terminal may show it: no control characters, not too long."""
    clean = "".join(letter if letter.isprintable() else "?" for letter in name)
    return clean if len(clean) <= longest else f"{clean[: longest - 1]}…"


def symbol(letter: str, *, lit: bool = False) -> Text:
    """A symbol; `lit` if it was just placed."""
    background = LIT_BACKGROUND if lit else BACKGROUND
    return Text(
        letter, Style(color=SYMBOL_COLOURS[letter], bgcolor=background, bold=True, underline=lit)
    )


def piece(letters: str) -> Text:
    """A tile, a card or a die; an unknown one is a question mark."""
    if letters == UNKNOWN:
        return Text(UNKNOWN, FAINT)
    return Text("").join(symbol(letter) for letter in letters)


def pieces(items: Iterable[str]) -> Text:
    """A pile in a row."""
    text = Text(" ").join(piece(item) for item in items)
    return text if text.plain else Text("none", FAINT)


def track(letter: str, peg: int, last: int, borders: tuple[int, ...] = ()) -> Text:
    """One row of a score board: the peg on its track, and its number.

    A bar is drawn before each of the columns in `borders`.
    """
    own = SYMBOL_COLOURS[letter]
    row = Text.assemble((letter, Style(color=own, bold=True)), " ")
    for column in range(last + 1):
        if column in borders:
            row.append("│", FAINT)
        if column == peg:
            row.append("●", Style(color=own, bold=True))
        else:
            row.append("─" if column < peg else "·", Style(color=own) if column < peg else FAINT)
    return row.append(f" {peg:>2}", Style(bold=True))


def score_board(name: str, pegs: Pegs, last: int, borders: tuple[int, ...] = ()) -> Text:
    """Six rows under a name."""
    rows = (track(letter, peg, last, borders) for letter, peg in zip(SYMBOLS, pegs, strict=True))
    return Text("\n", no_wrap=True).join([Text(name, Style(bold=True)), *rows])


def tug_board(names: tuple[str, str], pegs: Pegs, tokens: tuple[int | None, ...]) -> Text:
    """The duel's board: the first name pulls to the left; a star marks the side with a token."""
    lines = [Text(f"  ◀ {names[0]}   {names[1]} ▶", Style(bold=True))]
    for letter, peg, holder in zip(SYMBOLS, pegs, tokens, strict=True):
        own = Style(color=SYMBOL_COLOURS[letter], bold=True)
        row = Text.assemble((letter, own), " ", ("★" if holder == 0 else " ", own))
        for place in range(TUG_END, -TUG_END - 1, -1):
            if place == peg:
                row.append("●", own)
            else:
                row.append("┼" if place == 0 else "·", FAINT)
        row.append("★" if holder == 1 else " ", own)
        lines.append(row.append(f" {abs(peg)}", Style(bold=True)))
    return Text("\n", no_wrap=True).join(lines)
