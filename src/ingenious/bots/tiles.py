"""Bots for the Tile Challenge: whether to draw again, to score, or to take a free score.

A Master solves the turn exactly, draw by draw, and evaluates every end of it by the whole next turn
and a net. An Expert evaluates it by the net alone, with some noise. The levels below count what the
turn brings with one more draw, each with more noise than the one above.
"""

from collections.abc import Sequence

from ..kernel.nets import Floats, Net
from ..kernel.rng import seeded
from ..kernel.tiles.evaluate import Evaluator, new_evaluator, shape_of
from ..kernel.tiles.game import DRAW, SCORE, flatten
from ..kernel.tiles.play import GAIN, NET, NET_AHEAD, choose_with_noise, weigh_decisions
from ..kernel.tiles.turn import new_turn_table
from ..rules import TileChallenge, TileState
from ..rules.moves import Decision, Free, Score
from ..rules.symbols import ORDER
from .question import Evaluation, Question
from .weights import load_net

METHODS = {1: GAIN, 2: GAIN, 3: GAIN, 4: NET, 5: NET_AHEAD}
"""How a level evaluates decisions."""

MIN_NOISE = 1e-6
"""Enough noise to choose between equal decisions."""

TILES_NOISE = {1: 2.2, 2: 0.9, 3: 0.3, 4: 0.014, 5: MIN_NOISE}
"""The noise of a level: in points of the turn up to level 3, at level 4 in chances to win."""


def think(question: Question) -> Sequence[Evaluation]:
    """Evaluate the decisions. Levels 4 and 5 solve the turn exactly and know the chances to win."""
    game, state, method = question.game, question.state, METHODS[question.level]
    assert isinstance(game, TileChallenge)
    assert isinstance(state, TileState)
    if method == NET_AHEAD and question.budget.is_zero:
        method = NET
    flat, table = flatten(game, state), new_turn_table(game.players)
    weigh_decisions(flat, method, table, new_turn_table(game.players), load_evaluator(game.players))
    evaluations = [
        _evaluation(game, decision, table.options[_number(decision)], state.seat, method)
        for decision in game.legal(state)
    ]
    played = choose_with_noise(flat, table, TILES_NOISE[question.level], seeded(question.seed))
    return sorted(evaluations, key=lambda v: (_number(v.decision) != played, -v.score))


def _evaluation(
    game: TileChallenge, decision: Decision, worth: Floats, seat: int, method: int
) -> Evaluation:
    score = float(worth[seat])
    if method == GAIN:
        return Evaluation(decision, score)
    lowest = float(worth[game.players + seat]) * game.target
    return Evaluation(decision, score, score, lowest)


def load_evaluator(players: int) -> Evaluator:
    """A separate evaluator for each call, because several threads may call this at once."""
    shape = shape_of(players, TileChallenge(players).target)
    return new_evaluator(load_net(f"tiles-{players}", Net, *shape))


def _number(decision: Decision) -> int:
    """The kernel's number for a decision."""
    match decision:
        case Free(symbol):
            return ORDER[symbol]
        case Score():
            return SCORE
        case _:
            return DRAW
