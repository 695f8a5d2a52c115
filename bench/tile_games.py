"""Games of the Tile Challenge in compiled code, with the evaluation and the noise of the bots."""

from functools import cache

import numpy as np

from ingenious.bots.tiles import METHODS, TILES_NOISE, load_evaluator
from ingenious.kernel.rng import seeded
from ingenious.kernel.tiles.evaluate import Evaluator
from ingenious.kernel.tiles.game import flatten
from ingenious.kernel.tiles.play import play_out
from ingenious.kernel.tiles.turn import TurnTable, new_turn_table
from ingenious.rules import TileChallenge

from .measured import GroupResult


def play_tiles(players: int, level: int, other: int, number: int) -> GroupResult:
    """A group: the level in every seat against copies of the other, with the same draws at first.

    The CPU time of single decisions is not known.
    """
    game = TileChallenge(players)
    evaluator, table, inner = _workspace(players)
    scores = []
    for seat in range(players):
        methods = np.full(players, METHODS[other])
        noises = np.full(players, TILES_NOISE[other], np.float32)
        methods[seat], noises[seat] = METHODS[level], TILES_NOISE[level]
        flat = flatten(game, game.new(number % players))
        winner = play_out(flat, methods, noises, table, inner, evaluator, seeded(number))
        scores.append(float(winner == seat))
    return GroupResult(tuple(scores), (0, 0), (0.0, 0.0))


@cache
def _workspace(players: int) -> tuple[Evaluator, TurnTable, TurnTable]:
    return load_evaluator(players), new_turn_table(players), new_turn_table(players)
