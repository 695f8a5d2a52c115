"""Compiling the bots' functions before anyone waits for a move.

A function is compiled on its first call, which takes a while, and cached on disk. To warm up is to
ask the bots of a game one small question of each kind.
"""

from collections.abc import Iterable
from random import Random

from ..rules import PLAYERS, AnyGame
from ..rules import game as rules_of
from ..rules.moves import Chance
from .baselines import at_random, random_outcome
from .levels import LEVELS
from .players import evaluate
from .question import Budget, Question

SMALL_BUDGET = Budget(playouts=160)


def warm_up(name: str, players: int | None = None, levels: Iterable[int] = LEVELS) -> None:
    """Ask every level once for each kind of decision of a game."""
    for count in PLAYERS[name] if players is None else (players,):
        _warm_up(rules_of(name, count), tuple(levels))


def _warm_up(game: AnyGame, levels: tuple[int, ...]) -> None:
    rng = Random(0)
    asked = set[str]()
    for _ in range(20):  # some kinds of decision are rare
        state = game.new()
        while (awaited := game.awaits(state)) is not None:
            if isinstance(awaited, Chance):
                state = game.apply(state, random_outcome(awaited, rng))
                continue
            if awaited.kind not in asked:
                asked.add(awaited.kind)
                for level in levels:
                    evaluate(Question(game, state, awaited.seat, level, SMALL_BUDGET, 0))
            state = game.apply(state, at_random(game, state, rng))
        if len(asked) > 1 or game.name == "solo":
            return
