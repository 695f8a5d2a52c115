"""Moves as people type them, read in a position."""

import re
from collections.abc import Mapping, Sequence

from ..record.errors import NotationError
from ..record.notation import parse_move, parse_space
from ..rules import AnyGame, AnyState, DiceState, IllegalMove, TileState
from ..rules.moves import Chance, Discard, Move, Resign, Swap, Turn
from ..rules.symbols import SYMBOLS, UNKNOWN
from .unknown import hands_of

_PLACE = re.compile(
    rf"([{SYMBOLS}]{{2}})\W*([A-O])(\d{{1,2}})\W*([A-O])(\d{{1,2}})", re.IGNORECASE | re.ASCII
)
_OUTCOME = re.compile(r"\[(.*)\]")

_DECISION_EXAMPLES: Mapping[str, Sequence[str]] = {
    "solo": ("RG H8-H9",),
    "cards": ("play RG", "discard RG YB", "keep"),
    "dice": ("reroll", "use 0 1+2=Y"),
    "tiles": ("draw", "score", "free R"),
}
_OUTCOME_EXAMPLES: Mapping[str, str] = {"solo": "[RG]", "dice": "[R O Y]", "tiles": "[R]"}


def read_move(game: AnyGame, state: AnyState, text: str) -> Move:
    """The move of a text, in any case and with or without hyphens; it may be illegal.

    Raises `NotationError` if it is not a move, and `IllegalMove` if it can never be legal.
    `swap`, `discard` and `resign` need no more words where there is only one way to do it.
    """
    text = text.strip()
    if found := _PLACE.fullmatch(text):
        tile, a, x, b, y = found.groups()
        names = [f"{a}{int(x)}".upper(), f"{b}{int(y)}".upper()]
        for name in names:
            if parse_space(name).name is None:
                raise IllegalMove("B6", f"{name} is outside the boundary for this game")
        return parse_move(f"{tile.upper()} {'-'.join(names)}")
    word, _, rest = text.partition(" ")
    word = word.lower()
    if not rest and word in ("swap", "discard", "resign"):
        return _only_way(game, state, word)
    spelled = f"{word} {rest.strip().upper()}".strip()
    if found := _OUTCOME.fullmatch(text):
        pieces = found[1].upper().replace(",", " ")
        if isinstance(state, DiceState | TileState):
            pieces = " ".join(pieces.replace(" ", ""))  # one letter each
        spelled = f"[{pieces}]"
    try:
        return parse_move(spelled)
    except NotationError:
        examples = ", ".join(map(repr, _examples(game, state)))
        raise NotationError(
            f"this is not a move: {text!r}; here {game.name} has moves like {examples}"
        ) from None


def _examples(game: AnyGame, state: AnyState) -> Sequence[str]:
    """Moves as they are written in this game: decisions, or outcomes if chance comes next."""
    if isinstance(game.awaits(state), Chance):
        return [_OUTCOME_EXAMPLES.get(game.name, "[RG YB]")]
    decisions = _DECISION_EXAMPLES.get(game.name, ("RG H8-H9", "swap RG YB", "keep"))
    return [*decisions, "resign"] if len(game.sides) == 2 else decisions


def _only_way(game: AnyGame, state: AnyState, word: str) -> Move:
    if word == "resign":
        return Resign(state.seat)
    awaited = game.awaits(state)
    if any(UNKNOWN in hand for hand in hands_of(state)[state.seat : state.seat + 1]):
        raise NotationError(f"the pieces of seat {state.seat} are unknown: write what it shows")
    if isinstance(awaited, Turn):
        kind = Swap if word == "swap" else Discard
        for decision in game.legal(state):
            if isinstance(decision, kind):
                return decision
    rule = "A3" if awaited is None else awaited.rule
    raise IllegalMove(rule, f"seat {state.seat} cannot {word} now")
