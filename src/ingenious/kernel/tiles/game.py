"""The Tile Challenge on a flat array."""

from typing import get_args

import numpy as np
import numpy.typing as npt

from ...rules.symbols import ORDER
from ...rules.tiles import CENTRE_SIZE, Phase, TileChallenge, TileState
from ..jit import compiled
from ..rng import Rng, below

Flat = npt.NDArray[np.int64]
"""A position: the tiles in pool, centre and drawn, counted by symbol; then the fields below."""

POOL, CENTRE, DRAWN = 0, 6, 12
SEAT, DUE, PHASE, PLAYERS, TARGET, PEGS = 18, 19, 20, 21, 22, 23
SIZE = PEGS + 24
PHASES: tuple[Phase, ...] = get_args(Phase)
DEALING, REFILLING, CHOOSING, DRAWING, OVER = range(5)

SCORE, DRAW, DECISIONS = 6, 7, 8
"""Decisions as numbers; a smaller number is the free score in that symbol."""

DRAWN_SETS = 64  # sets of drawn symbols
FREE_LEAVES = DRAWN_SETS * 7
LEAVES = FREE_LEAVES + 6
"""Leaf 7 s + c is a bust with symbol c after set s; 7 s + 6 scores s; FREE_LEAVES + c is a free
score."""

MAX_DRAWS = 6

MAX_TURNS = 1000
"""Turns of a game that self-play has room for; even random players need far fewer."""


def flatten(game: TileChallenge, state: TileState) -> Flat:
    """The state of a game as an array."""
    flat = np.zeros(SIZE, dtype=np.int64)
    for at, tiles in ((POOL, state.pool), (CENTRE, state.centre), (DRAWN, state.drawn)):
        for symbol in tiles:
            flat[at + ORDER[symbol]] += 1
    flat[SEAT], flat[DUE], flat[PHASE] = state.seat, state.due, PHASES.index(state.phase)
    flat[PLAYERS], flat[TARGET] = game.players, game.target
    flat[PEGS : PEGS + 6 * game.players] = np.array(state.pegs).ravel()
    return flat


@compiled
def count_tiles(flat: Flat, at: int) -> int:
    """The number of tiles in the pool, in the centre or drawn."""
    number = 0
    for symbol in range(6):
        number += flat[at + symbol]
    return number


@compiled
def lowest_peg(flat: Flat, seat: int) -> int:
    """The lowest peg of a seat."""
    peg = flat[PEGS + 6 * seat]
    for symbol in range(1, 6):
        peg = min(peg, flat[PEGS + 6 * seat + symbol])
    return int(peg)


@compiled
def legal(flat: Flat) -> int:
    """The set of legal decisions, a bit for each (I4, I5, I9)."""
    if flat[PHASE] != CHOOSING:
        return 0
    decisions = 0
    if count_tiles(flat, POOL) > 0:
        decisions |= 1 << DRAW
    if count_tiles(flat, DRAWN) > 0:
        return decisions | 1 << SCORE
    low = lowest_peg(flat, flat[SEAT])
    for symbol in range(6):
        if flat[CENTRE + symbol] > 0 and flat[PEGS + 6 * flat[SEAT] + symbol] == low:
            decisions |= 1 << symbol
    return decisions


@compiled
def add_to_centre(flat: Flat, symbol: int) -> None:
    """Move a tile from the pool to the centre (I1, I3)."""
    flat[POOL + symbol] -= 1
    flat[CENTRE + symbol] += 1
    if count_tiles(flat, CENTRE) >= CENTRE_SIZE:
        flat[PHASE] = CHOOSING


@compiled
def draw(flat: Flat, symbol: int) -> None:
    """The seat has drawn this tile: the turn goes on, or it is a bust (I5)."""
    flat[POOL + symbol] -= 1
    busts = flat[DRAWN + symbol] > 0 or flat[CENTRE + symbol] == 0
    flat[DRAWN + symbol] += 1
    flat[PHASE] = CHOOSING
    if busts:
        for other in range(6):
            flat[CENTRE + other] += flat[DRAWN + other]
        flat[DUE] = 0
        _begin(flat)


@compiled
def decide(flat: Flat, decision: int) -> None:
    """Apply a legal decision."""
    if decision == DRAW:
        flat[PHASE] = DRAWING
    else:
        _score(flat, decision)


@compiled
def _score(flat: Flat, decision: int) -> None:
    """Take what matches from the centre and score every tile (I6, I7)."""
    target, pegs = flat[TARGET], PEGS + 6 * flat[SEAT]
    flat[DUE] -= 1
    for symbol in range(6):
        if flat[DRAWN + symbol] == 0 and symbol != decision:
            continue
        before = flat[pegs + symbol]
        points = flat[CENTRE + symbol] + flat[DRAWN + symbol]
        peg = min(before + points, target)
        flat[CENTRE + symbol] = 0
        flat[POOL + symbol] += before + points - peg
        flat[pegs + symbol] = peg
        if before < peg and peg == target:
            flat[DUE] += 1
    if lowest_peg(flat, flat[SEAT]) == target:  # I8
        for symbol in range(6):
            flat[DRAWN + symbol] = 0
        flat[DUE] = 0
        flat[PHASE] = OVER
    else:
        _begin(flat)


@compiled
def _begin(flat: Flat) -> None:
    """The next turn: a bonus turn while any is due, else the next seat's (I3)."""
    for symbol in range(6):
        flat[DRAWN + symbol] = 0
    if flat[DUE] == 0:
        flat[SEAT] = (flat[SEAT] + 1) % flat[PLAYERS]
        flat[DUE] = 1
    flat[PHASE] = REFILLING if count_tiles(flat, CENTRE) < CENTRE_SIZE else CHOOSING


@compiled
def pick_symbol(flat: Flat, rng: Rng) -> int:
    """The symbol of a random tile of the pool; the tile stays there."""
    left = below(rng, count_tiles(flat, POOL))
    for symbol in range(6):
        left -= flat[POOL + symbol]
        if left < 0:
            return symbol
    return 5


@compiled
def refill(flat: Flat, rng: Rng) -> None:
    """Draw tiles to the centre until it has three."""
    while flat[PHASE] == REFILLING or flat[PHASE] == DEALING:
        add_to_centre(flat, pick_symbol(flat, rng))
