"""Why a decision may be good, in a player's words.

A reason is told from the rules' events and from what the seat sees: its own pieces, and what lies
open. The pieces of the others, which are filled in by chance before a bot thinks, have no part.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from ...rules import Game
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
from .dice import of_dice, of_reroll
from .scene import Scene
from .tiles import of_draw, of_score

LONGEST = 90
"""So many letters a reason has at most; what is least telling is left out."""

PARTS = 3


def reason(game: Game[Any], state: Any, decision: Decision, names: Sequence[str]) -> str:
    """Why a decision may be good for the seat to move, in a sentence without its full stop."""
    scene = Scene.of(game, state, decision, names)
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
            parts = iter(["gives the game up"])
    return _sentence(parts)


def _sentence(parts: Iterable[str]) -> str:
    """The first parts that there is room for; they come in the order of how telling they are."""
    sentence, told = "", 0
    for part in filter(None, parts):
        longer = f"{sentence}; {part}" if sentence else part
        if not sentence or (told < PARTS and len(longer) <= LONGEST):
            sentence, told = longer, told + 1
    return sentence
