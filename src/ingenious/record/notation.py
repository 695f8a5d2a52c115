"""Moves, entries and piles as people write them.

A space is a letter for its row, A to O from the top, and a number for its diagonal, 1 to 15 from
the left: `H8` is the middle, whatever the size of the board. What is written first is scored
first.

| move | written |
|---|---|
| place red on H8 and green on H9, red scored first | `RG H8-H9` |
| swap, keep | `swap RG YB`, `keep` |
| play a card, green scored first; discard the hand | `play GR`, `discard RG YB` |
| roll again; match die 0, use dice 1 and 2 for a wild score in yellow | `reroll`, `use 0 1+2=Y` |
| draw, score, free score | `draw`, `score`, `free R` |
| resign for seat 1 | `resign 1` |
| what chance brought; two unknown pieces | `[RG YB]`, `[?2]` |

An entry is its seat, its decision and what chance brought: `0: swap RG [OB]`, `1: [RG]`.
"""

import re
from collections import Counter
from collections.abc import Mapping

from ..rules.moves import (
    MIDDLE,
    ROWS,
    Decision,
    DieUse,
    Discard,
    Draw,
    Free,
    Keep,
    MatchDie,
    Move,
    Outcome,
    Place,
    Play,
    Reroll,
    Resign,
    Resolve,
    Score,
    Space,
    Swap,
    WildScore,
)
from ..rules.symbols import CANONICAL, SYMBOLS, UNKNOWN, Pieces, pile
from .errors import NotationError, check_text
from .model import Entry

_PIECE = f"[{SYMBOLS}]{{1,2}}"
_SPACE = "([A-O])([1-9]|1[0-5])"
_PLACE = re.compile(f"([{SYMBOLS}]{{2}}) {_SPACE}-{_SPACE}")
_USE = re.compile(rf"(\d)|(\d(?:\+\d)+)=([{SYMBOLS}])")
_COUNTED = re.compile(rf"({_PIECE}|\?)(\d*)", re.ASCII)
_WORD_DECISIONS: Mapping[str, Decision] = {
    "keep": Keep(),
    "reroll": Reroll(),
    "draw": Draw(),
    "score": Score(),
}


def write_space(space: Space) -> str:
    """A space as people write it: `H8`."""
    if space.name is None:
        raise NotationError(f"there is no space {space} on any board")
    return space.name


def parse_space(text: str) -> Space:
    """The space with this name."""
    check_text(text, "a space")
    found = re.fullmatch(_SPACE, text)
    if not found:
        raise NotationError(f"a space must be a letter A to O and a number 1 to 15, not {text!r}")
    return _space(*found.groups())


def _space(row: str, diagonal: str) -> Space:
    return Space(int(diagonal) - 1 - MIDDLE, ROWS.index(row) - MIDDLE)


def write_move(move: Move) -> str:
    """A move as people write it."""
    match move:
        case Place(tile, (a, b)):
            return f"{tile} {write_space(a)}-{write_space(b)}"
        case Swap(pieces) | Discard(pieces):
            return " ".join((type(move).__name__.lower(), *pieces))
        case Play(card):
            return f"play {card}"
        case Resolve(uses):
            return " ".join(("use", *map(_write_use, uses)))
        case Free(symbol):
            return f"free {symbol}"
        case Resign(seat):
            return f"resign {seat}"
        case Outcome(pieces):
            return f"[{' '.join(pieces)}]"
        case _:
            return type(move).__name__.lower()


def _write_use(use: DieUse) -> str:
    if isinstance(use, MatchDie):
        return str(use.die)
    return f"{'+'.join(map(str, use.dice))}={use.symbol}"


def parse_move(text: str) -> Move:
    """The move of a text, which may be illegal."""
    check_text(text, "a move")
    if text.startswith("[") and text.endswith("]"):
        return Outcome(_parse_outcome(text[1:-1]))
    return _parse_decision(text)


def _parse_decision(text: str) -> Decision:
    if text in _WORD_DECISIONS:
        return _WORD_DECISIONS[text]
    if found := _PLACE.fullmatch(text):
        tile, *names = found.groups()
        a, b = _space(*names[:2]), _space(*names[2:])
        for space, name in ((a, names[:2]), (b, names[2:])):
            if space.name is None:
                raise NotationError(f"there is no space {''.join(name)} on any board")
        return Place(tile, (a, b))
    word, _, rest = text.partition(" ")
    match word:
        case "swap":
            return Swap(pile(_parse_pieces(rest)))
        case "discard":
            return Discard(pile(_parse_pieces(rest)))
        case "play" if rest in CANONICAL:
            return Play(rest)
        case "use":
            return Resolve(tuple(_parse_use(use) for use in rest.split()))
        case "free" if len(rest) == 1 and rest in SYMBOLS:
            return Free(rest)
        case "resign" if len(rest) == 1 and rest.isdecimal():
            return Resign(int(rest))
    raise NotationError(
        f"this is not a move: {text!r}; moves look like 'RG H8-H9', 'swap RG YB', 'keep', "
        "'play RG', 'discard RG YB', 'reroll', 'use 0 1+2=Y', 'draw', 'score', 'free R', "
        "'resign 0', '[RG]'"
    )


def _parse_use(text: str) -> DieUse:
    found = _USE.fullmatch(text)
    if not found:
        raise NotationError(f"the use of a die must look like '0' or '1+2=Y', not {text!r}")
    die, dice, symbol = found.groups()
    if die:
        return MatchDie(int(die))
    return WildScore(tuple(int(number) for number in dice.split("+")), symbol)


def _parse_pieces(text: str) -> Pieces:
    """Pieces in the order written, canonically spelled."""
    pieces = []
    for word in text.split():
        if not re.fullmatch(_PIECE, word):
            raise NotationError(
                f"a piece must be one or two of the letters {SYMBOLS}, not {word!r}"
            )
        pieces.append(CANONICAL.get(word, word))
    return tuple(pieces)


def _parse_outcome(text: str) -> Pieces:
    """The pieces of an outcome; `?2` stands for two unknown ones."""
    pieces: list[str] = []
    for word in text.split():
        if found := re.fullmatch(r"\?([0-9]{0,2})", word):
            pieces += int(found[1] or 1) * [UNKNOWN]
        else:
            pieces += _parse_pieces(word)
    return tuple(pieces)


def write_entry_line(entry: Entry) -> str:
    """An entry as people write it; hidden pieces are written as their number."""
    parts = [f"{entry.seat}:"]
    if entry.decision is not None:
        parts.append(write_move(entry.decision))
    if entry.gain is not None:
        parts.append("+{}+{}".format(*entry.gain))
    if isinstance(entry.outcome, int):
        parts.append(f"[{entry.outcome}]")
    elif entry.outcome is not None:
        parts.append(write_move(Outcome(entry.outcome)))
    return " ".join(parts)


def write_pile(pieces: Pieces | str) -> str:
    """A pile as people write it, with the number of pieces that occur several times: `RG2 YB`."""
    counts = Counter(pieces)
    return " ".join(f"{piece}{counts[piece] if counts[piece] > 1 else ''}" for piece in counts)


def parse_pile(text: str, *, unknown: bool = False) -> Pieces:
    """The pile of a text; with `unknown`, `?2` stands for two unknown pieces."""
    pieces: list[str] = []
    for word in text.split():
        found = _COUNTED.fullmatch(word)
        if not found or len(found[2]) > 3 or (found[1] == UNKNOWN and not unknown):
            raise NotationError(f"a pile must look like 'RG2 YB', without {word!r}")
        pieces += int(found[2] or 1) * [CANONICAL.get(found[1], found[1])]
    return pile(pieces)
