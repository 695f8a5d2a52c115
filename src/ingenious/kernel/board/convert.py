"""Converts states and decisions between the rules and the kernel."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ...rules import BoardGame, BoardState
from ...rules.board import layout
from ...rules.moves import Decision, Keep, Place, Swap
from ...rules.scoreboards import TugOfWar
from ...rules.symbols import ORDER, pile
from ..jit import compiled
from .geometry import (
    EDGES,
    RADII,
    SPACE_NUMBER,
    SPACES,
    TILE_COPIES,
    TILE_NAMES,
    TILE_NUMBER,
)
from .position import (
    DEALING,
    EMPTY,
    FULL,
    KEEP,
    OVER,
    PLACING,
    REFILLING,
    SWAP,
    SWAPPING,
    WON,
    States,
    new_state,
    put,
    swap_tiles,
)

SPACE_NUMBERS = {
    radius: np.array([SPACE_NUMBER[space] for space in layout(radius).spaces], np.int16)
    for radius in RADII
}
"""The kernel's space numbers of a board, in the order of the rules."""

COLOUR_NUMBERS = np.full(128, EMPTY, np.int8)
for _symbol, _colour in ORDER.items():
    COLOUR_NUMBERS[ord(_symbol)] = _colour

PHASE_NUMBERS = {
    "deal": DEALING,
    "place": PLACING,
    "bonus": PLACING,
    "swap": SWAPPING,
    "refill": REFILLING,
    "over": OVER,
}
ENDING_NUMBERS = {"board-full": FULL, "instant-win": WON, "resigned": FULL}


def to_kernel(game: BoardGame, state: BoardState) -> States:
    """The state as the kernel stores it, in an array of one."""
    states = new_state(game.name, game.players, state.seat)
    st = states[0]
    colours = COLOUR_NUMBERS[np.frombuffer(state.board.cells.encode("ascii"), np.uint8)]
    _fill(states, SPACE_NUMBERS[game.radius], colours)
    pegs = game.scoring.scores(state.standing, game.players)
    for side in range(st["sides"]):
        st["pegs"][side, :6] = pegs[side]
    if isinstance(game.scoring, TugOfWar):
        st["tokens"][:6] = [-1 if seat is None else seat for seat in state.standing.tokens]
    for seat, rack in enumerate(state.racks):
        st["racks"][seat, : len(rack)] = tile_numbers(rack)
        st["held"][seat] = len(rack)
    st["bag"][: len(state.bag)] = tile_numbers(state.bag)
    st["bagged"] = len(state.bag)
    st["aside"][: len(state.aside)] = tile_numbers(state.aside)
    st["shown"] = len(state.aside)
    away = [*state.bag, *state.aside, *(tile for rack in state.racks for tile in rack)]
    st["left"][: len(TILE_COPIES)] = np.bincount(tile_numbers(away), minlength=len(TILE_COPIES))
    st["phase"] = PHASE_NUMBERS[state.phase]
    st["ending"] = ENDING_NUMBERS[state.ending.reason] if state.ending else 0
    st["due"] = state.due
    st["turns"] = state.turns
    return states


@compiled
def _fill(states: States, spaces: npt.NDArray[np.int16], colours: npt.NDArray[np.int8]) -> None:
    """Put all symbols on their spaces, except the printed ones, which are already there."""
    st = states[0]
    for i in range(len(spaces)):
        if colours[i] != EMPTY and st.cells[spaces[i]] == EMPTY:
            put(st, spaces[i], colours[i])


def tile_numbers(tiles: Iterable[str]) -> list[int]:
    """The kernel's tile numbers."""
    return [TILE_NUMBER[tile] for tile in tiles]


def decision_of_number(number: int, states: States) -> Decision:
    """The decision that a number stands for in a state."""
    if number == KEEP:
        return Keep()
    if number == SWAP:
        after = states.copy()
        _swap(after)
        st = after[0]
        return Swap(pile(TILE_NAMES[tile] for tile in st["aside"][: st["shown"]]))
    a, b = EDGES[(number >> 1) & 511]
    if number & 1:
        a, b = b, a
    return Place(TILE_NAMES[number >> 10], (SPACES[a], SPACES[b]))


@compiled
def _swap(states: States) -> None:
    swap_tiles(states[0])
