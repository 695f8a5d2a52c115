"""Compiling what the bots need before anybody waits for a move.

The bots' compiled functions are made on their first call, which takes a while, and kept on disk.
To warm up is to ask the bots of a game one small question of each kind, which is done at set-up.
"""

from collections.abc import Iterable
from random import Random

from ..rules import PLAYERS, AnyGame
from ..rules import game as rules_of
from ..rules.moves import Chance
from .levels import LEVELS
from .players import weigh
from .policies import any_outcome, at_random
from .question import Budget, Question

LITTLE = Budget(playouts=160)


def warm_up(name: str, players: int | None = None, levels: Iterable[int] = LEVELS) -> None:
    """Ask every level once about each kind of decision of a game."""
    for count in PLAYERS[name] if players is None else (players,):
        _warm_up(rules_of(name, count), tuple(levels))


def _warm_up(game: AnyGame, levels: tuple[int, ...]) -> None:
    rng = Random(0)
    asked = set[str]()
    for _ in range(20):  # some kinds of decision are rare
        state = game.new()
        while (awaited := game.awaits(state)) is not None:
            if isinstance(awaited, Chance):
                state = game.apply(state, any_outcome(awaited, rng))
                continue
            if awaited.kind not in asked:
                asked.add(awaited.kind)
                for level in levels:
                    weigh(Question(game, state, awaited.seat, level, LITTLE, 0))
            state = game.apply(state, at_random(game, state, rng))
        if len(asked) > 1 or game.name == "solo":
            return
