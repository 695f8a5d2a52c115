"""Positions from which the order of the candidates is learned.

The heuristic is a weighted sum of features. With one weight at 1 and the others at 0 it gives the
feature itself, so no feature is computed in two places.
"""

import numpy as np
import numpy.typing as npt

from ..jit import compiled_floats
from ..nets import Floats
from ..rng import Rng, below, uniform
from .geometry import EDGE_A, EDGE_B, FIRST, SECOND
from .heuristic import FEATURES, Workspaces, capped, value_spaces
from .position import (
    OVER,
    PLACING,
    REFILLING,
    SWAP,
    SWAPPING,
    Moves,
    States,
    deal,
    decide,
    legal,
    refill,
    side_of,
)
from .search import Evaluator, choose, evaluate

OBSERVED_SHARE = 0.15
"""The fraction of positions that are looked at: those of a game are much alike."""

RANDOM_SHARE = 0.03
RANDOM_TURNS = 6


@compiled_floats
def describe_moves(
    states: States, workspaces: Workspaces, unit: Floats, moves: Moves, features: Floats
) -> int:
    """Fill in the features of all legal placements of `states[0]`; returns their number."""
    st, workspace = states[0], workspaces[0]
    number = legal(st, moves)
    side = side_of(st, st.seat)
    for feature in range(FEATURES):
        for i in range(FEATURES):
            unit[0, i] = i == feature
            unit[1, i] = 0
        value_spaces(st, workspace, unit)
        for i in range(number):
            tile, edge = moves[i] >> 10, (moves[i] >> 1) & 511
            a, b = EDGE_A[edge], EDGE_B[edge]
            if moves[i] & 1:
                a, b = b, a
            x, y = FIRST[tile], SECOND[tile]
            value = workspace.phi[a, x] + workspace.phi[b, y]
            if feature == 0:
                first, second = int(st.gains[a, x]), int(st.gains[b, y])
                if x == y:
                    value = workspace.worth[side, x, capped(first + second)]
                else:
                    value = workspace.worth[side, x, capped(first)]
                    value += workspace.worth[side, y, capped(second)]
            elif feature == 12:
                value = workspace.places[0, 0, tile]
            features[i, feature] = value
    return number


@compiled_floats
def play_to_position(
    states: States,
    start: States,
    workspaces: Workspaces,
    evaluator: Evaluator,
    width: int,
    moves: Moves,
    rng: Rng,
) -> None:
    """Play on from `states[0]`, or a new game, to a placement that is to be looked at."""
    workspace, st = workspaces[0], states[0]
    while True:
        if st.phase == OVER:
            states[0] = start[0]
            st.seat = below(rng, st.players)
            deal(st, rng)
        elif st.phase == REFILLING:
            refill(st, rng)
        elif st.phase == SWAPPING:
            decide(st, SWAP)
        else:
            strays = st.turns < RANDOM_TURNS and below(rng, 2) == 0
            if strays or uniform(rng) < RANDOM_SHARE:
                move = int(moves[below(rng, legal(st, moves))])
            else:
                move, _ = choose(states, 0, workspace, evaluator, width)
            decide(st, move)
            if (st.phase == PLACING or st.phase == REFILLING) and uniform(rng) < OBSERVED_SHARE:
                if st.phase == REFILLING:
                    refill(st, rng)
                if st.turns >= st.players:
                    return


@compiled_floats
def evaluate_moves(
    states: States,
    workspaces: Workspaces,
    evaluator: Evaluator,
    moves: Moves,
    number: int,
    values: npt.NDArray[np.float64],
) -> None:
    """The net's values of these placements of `states[0]`."""
    for i in range(number):
        states[1] = states[0]
        decide(states[1], int(moves[i]))
        values[i] = evaluate(states[1], workspaces[0], evaluator)
