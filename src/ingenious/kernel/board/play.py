"""Whole games between levels, to measure them."""

from typing import NamedTuple

import numpy as np

from ..jit import compiled_floats
from ..rng import Rng
from .heuristic import Workspaces
from .position import (
    KEEP,
    OVER,
    REFILLING,
    SWAP,
    SWAPPING,
    Moves,
    States,
    deal,
    decide,
    refill,
    side_of,
)
from .search import Evaluator, choose, evaluate_moves
from .sight import Doubles, Sight, shortlist


class Way(NamedTuple):
    """How a level chooses."""

    sight: Sight
    most: int  # placements that it compares
    places: int  # of each tile; 0 if the heuristic picks the placements, not the sight
    swaps: bool


@compiled_floats
def choose_placement(
    states: States,
    workspaces: Workspaces,
    evaluator: Evaluator,
    way: Way,
    rng: Rng,
    moves: Moves,
    scores: Doubles,
) -> int:
    """The placement of `states[0]` that is chosen in a way; `moves` and `scores` are buffers."""
    if way.places == 0:
        move, _ = choose(states, 0, workspaces[0], evaluator, way.most)
        return move
    number = shortlist(states[0], way.sight, way.most, way.places, rng, moves, scores)
    best = 0
    if number > 1:
        evaluate_moves(states, workspaces, evaluator, moves[:number], scores, scores[number:])
        best = int(np.argmax(scores[:number]))
    return int(moves[best])


@compiled_floats
def play_out(
    states: States,
    workspaces: Workspaces,
    evaluator: Evaluator,
    ways: tuple[Way, Way],
    side: int,
    rng: Rng,
    moves: Moves,
    scores: Doubles,
) -> None:
    """Play `states[0]` to its end: a side in the first way, the others in the second.

    `moves` and `scores` are buffers with room for all placements.
    """
    st = states[0]
    deal(st, rng)
    while st.phase != OVER:
        way = ways[0] if side_of(st, st.seat) == side else ways[1]
        if st.phase == REFILLING:
            refill(st, rng)
        elif st.phase == SWAPPING:
            decide(st, SWAP if way.swaps else KEEP)
        else:
            decide(st, choose_placement(states, workspaces, evaluator, way, rng, moves, scores))
