"""The Tile Challenge at five levels: whether to draw on, to score, or to take a free score.

A Master solves the turn exactly, draw by draw, and judges whatever it can end in by the whole
next turn and a net. An Expert takes the net's word for it, and misjudges a little. The levels
below count what the turn brings with one draw more, each a little worse than the one above.
"""

from collections.abc import Sequence

from ..kernel import tiles as kernel
from ..kernel.nets import Floats
from ..kernel.rng import seeded
from ..rules import TileChallenge
from ..rules.moves import Decision, Free, Score
from ..rules.symbols import ORDER
from .question import Question, Verdict
from .weights import load_net

WAYS = {1: kernel.GAIN, 2: kernel.GAIN, 3: kernel.GAIN, 4: kernel.NET, 5: kernel.NET_AHEAD}
"""How a level weighs decisions."""

TINY = 1e-6
"""The blur of a level that does not misjudge: enough to choose between equal decisions."""

BLUR = {1: 2.2, 2: 0.9, 3: 0.3, 4: 0.014, 5: TINY}
"""By how much a level misjudges: in points of the turn up to level 3, at level 4 in chances to
win."""


def think(question: Question) -> Sequence[Verdict]:
    """Weigh the decisions. Levels 4 and 5 know the chances to win, and solve the turn exactly."""
    game, state, way = question.game, question.state, WAYS[question.level]
    assert isinstance(game, TileChallenge)
    if way == kernel.NET_AHEAD and question.budget.is_nothing:
        way = kernel.NET
    flat, table = kernel.flatten(game, state), kernel.new_table(game.players)
    kernel.weigh(flat, way, table, kernel.new_table(game.players), judge_of(game.players))
    verdicts = [
        _verdict(game, decision, table.options[_number(decision)], state.seat, way)
        for decision in game.legal(state)
    ]
    played = kernel.misjudge(flat, table, BLUR[question.level], seeded(question.seed))
    return sorted(verdicts, key=lambda v: (_number(v.decision) != played, -v.score))


def _verdict(
    game: TileChallenge, decision: Decision, worth: Floats, seat: int, way: int
) -> Verdict:
    score = float(worth[seat])
    if way == kernel.GAIN:
        return Verdict(decision, score)
    lowest = float(worth[game.players + seat]) * game.target
    return Verdict(decision, score, score, lowest)


def judge_of(players: int) -> kernel.Judge:
    """A judge of one's own, for thinkers may think at the same time."""
    shape = kernel.shape_of(players, TileChallenge(players).target)
    return kernel.judge_with(load_net(f"tiles-{players}", *shape))


def _number(decision: Decision) -> int:
    """The kernel's number for a decision."""
    match decision:
        case Free(symbol):
            return ORDER[symbol]
        case Score():
            return kernel.SCORE
        case _:
            return kernel.DRAW
