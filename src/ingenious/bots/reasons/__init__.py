"""Why a decision may be good, in a player's words.

A reason is made from the rules' events and from what the seat sees: its own pieces, and what is
face up. It never uses the pieces of the others, which are filled in at random before a bot thinks.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...rules import (
    AnyGame,
    AnyState,
    BoardGame,
    BoardState,
    CardChallenge,
    CardState,
    DiceChallenge,
    DiceState,
    TileChallenge,
    TileState,
)
from ...rules.moves import Decision
from . import board, cards, dice, tiles
from .context import MoveContext
from .english import English, text_of
from .parts import ReasonPart

MAX_REASON_CHARS = 90
MAX_PARTS = 3


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence in English without its full stop, and its parts as values."""

    text: str
    said: tuple[ReasonPart, ...]


def reason(game: AnyGame, state: AnyState, decision: Decision, names: Sequence[str]) -> Reason:
    """Why a decision may be good for the seat to move."""
    return _sentence(parts_of(game, state, decision), English(state.seat, game.sides, names))


def parts_of(game: AnyGame, state: AnyState, decision: Decision) -> Iterable[ReasonPart | None]:
    """All parts that a reason could have, the most important first."""
    match game, state:
        case BoardGame(), BoardState():
            return board.parts_of(MoveContext.of(game, state, decision))
        case CardChallenge(), CardState():
            return cards.parts_of(MoveContext.of(game, state, decision))
        case DiceChallenge(), DiceState():
            return dice.parts_of(MoveContext.of(game, state, decision))
        case TileChallenge(), TileState():
            return tiles.parts_of(MoveContext.of(game, state, decision))
        case _:
            raise TypeError(f"there are no reasons for {game.name}")


def _sentence(parts: Iterable[ReasonPart | None], english: English) -> Reason:
    """As many parts as there is room for; the most important come first."""
    separator = text_of("joint")
    text, said = "", list[ReasonPart]()
    for part in parts:
        if part is None:
            continue
        longer = f"{text}{separator}{english.text(part)}" if text else english.text(part)
        if not said or (len(said) < MAX_PARTS and len(longer) <= MAX_REASON_CHARS):
            text = longer
            said.append(part)
    return Reason(text, tuple(said))
