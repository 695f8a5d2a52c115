"""The six symbols, and piles of tiles and cards.

A symbol is one letter. A tile or a card is two letters; its canonical spelling has them in the
order of `SYMBOLS`. A pile (a rack, a bag, a hand, a deck) is a tuple of canonical spellings in
canonical order, so that equal piles are equal tuples.
"""

from collections.abc import Iterable
from itertools import combinations, product

from .errors import IllegalMove

SYMBOLS = "ROYGBP"  # A1
ORDER = {symbol: place for place, symbol in enumerate(SYMBOLS)}
COLOUR_COUNT = len(SYMBOLS)
COLOUR_NAMES = {
    "R": "red",
    "O": "orange",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "P": "purple",
}

PAIRS = tuple(x + y for x, y in combinations(SYMBOLS, 2))
DOUBLES = tuple(2 * symbol for symbol in SYMBOLS)

CANONICAL = {x + y: "".join(sorted(x + y, key=ORDER.__getitem__)) for x in SYMBOLS for y in SYMBOLS}
"""Every spelling of a tile or card, to its canonical one."""

UNKNOWN = "?"
"""A tile or card that is not known, in a position as one player sees it."""

# One order for single symbols and for pairs: a pile never has both. Unknown pieces come last.
_RANK = ORDER | {x + y: place for place, (x, y) in enumerate(product(SYMBOLS, SYMBOLS))}
_RANK[UNKNOWN] = len(_RANK)

Pieces = tuple[str, ...]


def pile(pieces: Iterable[str]) -> Pieces:
    """The pieces in canonical order."""
    return tuple(sorted(pieces, key=_RANK.__getitem__))


def take(source: Pieces, pieces: Iterable[str], rule: str, place: str) -> Pieces:
    """`source` without the `pieces`; raises `IllegalMove` if it does not contain them."""
    for piece in pieces:
        if piece not in source:
            raise IllegalMove(rule, f"there is no {piece} left in {place}")
        at = source.index(piece)
        source = source[:at] + source[at + 1 :]
    return source


def show_any(pieces: Iterable[str], symbols: str) -> bool:
    """Whether any of the tiles or cards shows any of the symbols."""
    shown = "".join(pieces)
    return any(symbol in shown for symbol in symbols)


def spell(pieces: Iterable[str]) -> str:
    """Pieces as a message shows them: `RG YB`, or `nothing`."""
    return " ".join(pieces) or "nothing"
