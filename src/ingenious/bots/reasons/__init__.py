"""Why a decision may be good, in a player's words.

A reason is told from the rules' events and from what the seat sees: its own pieces, and what lies
open. The pieces of the others, which are filled in by chance before a bot thinks, have no part.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...rules import AnyGame, AnyState
from ...rules.moves import (
    Decision,
    Discard,
    Draw,
    Free,
    Keep,
    Place,
    Play,
    Reroll,
    Resolve,
    Score,
    Swap,
)
from .board import of_exchange, of_keeping, of_placement
from .cards import of_play
from .context import MoveContext
from .dice import of_dice, of_reroll
from .parts import GivesUp, Part, ReasonPart, part
from .tiles import of_draw, of_score

LONGEST = 90
"""So many letters a reason has at most; what is least telling is left out."""

PARTS = 3


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence in English without its full stop, and what it says, part by part."""

    text: str
    said: tuple[ReasonPart, ...]


def reason(game: AnyGame, state: AnyState, decision: Decision, names: Sequence[str]) -> Reason:
    """Why a decision may be good for the seat to move."""
    scene = MoveContext.of(game, state, decision, names)
    match decision:
        case Place():
            parts = of_placement(scene)
        case Play():
            parts = of_play(scene)
        case Resolve():
            parts = of_dice(scene)
        case Reroll():
            parts = of_reroll(scene)
        case Draw():
            parts = of_draw(scene)
        case Score() | Free():
            parts = of_score(scene)
        case Swap() | Discard():
            parts = of_exchange(scene)
        case Keep():
            parts = of_keeping(scene)
        case _:
            parts = iter([part("resigns", GivesUp())])
    return _sentence(parts)


def _sentence(parts: Iterable[Part | None]) -> Reason:
    """The first parts that there is room for; they come in the order of how telling they are."""
    told = list[Part]()
    length = 0
    for found in filter(None, parts):
        longer = length + len("; ") + len(found.text) if told else len(found.text)
        if not told or (len(told) < PARTS and longer <= LONGEST):
            told.append(found)
            length = longer
    sentence = "; ".join(found.text for found in told)
    return Reason(sentence, tuple(said for found in told for said in found.said))
