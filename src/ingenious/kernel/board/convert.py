"""Between the rules and the kernel: states and decisions of the one as those of the other."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ...rules import BoardGame, BoardState
from ...rules.board import layout
from ...rules.moves import Decision, Keep, Place, Swap
from ...rules.scoreboards import TugOfWar
from ...rules.symbols import CANONICAL, ORDER, pile
from ..jit import compiled
from .geometry import COPIES, EDGE_NUMBER, EDGES, NUMBER, RADII, SPACES, TILE_NAMES, TILE_NUMBER
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
    State,
    new_state,
    put,
    swap_tiles,
)

NUMBERS = {
    radius: np.array([NUMBER[space] for space in layout(radius).spaces], np.int16)
    for radius in RADII
}
"""The kernel's numbers of the spaces of a board, in the order in which the rules have them."""

COLOUR_OF = np.full(128, EMPTY, np.int8)
for _symbol, _colour in ORDER.items():
    COLOUR_OF[ord(_symbol)] = _colour

PHASES = {
    "deal": DEALING,
    "place": PLACING,
    "bonus": PLACING,
    "swap": SWAPPING,
    "refill": REFILLING,
    "over": OVER,
}
ENDINGS = {"board-full": FULL, "instant-win": WON, "resigned": FULL}


def to_kernel(game: BoardGame, state: BoardState) -> State:
    """The state as the kernel has it, in an array of one."""
    states = new_state(game.name, game.players, state.seat)
    st = states[0]
    colours = COLOUR_OF[np.frombuffer(state.board.cells.encode("ascii"), np.uint8)]
    _fill(states, NUMBERS[game.radius], colours)
    pegs = game.scoring.scores(state.standing, game.players)
    for side in range(st["sides"]):
        st["pegs"][side, :6] = pegs[side]
    if isinstance(game.scoring, TugOfWar):
        st["tokens"][:6] = [-1 if seat is None else seat for seat in state.standing.tokens]
    for seat, rack in enumerate(state.racks):
        st["racks"][seat, : len(rack)] = numbers(rack)
        st["held"][seat] = len(rack)
    st["bag"][: len(state.bag)] = numbers(state.bag)
    st["bagged"] = len(state.bag)
    st["aside"][: len(state.aside)] = numbers(state.aside)
    st["shown"] = len(state.aside)
    away = [*state.bag, *state.aside, *(tile for rack in state.racks for tile in rack)]
    st["left"][: len(COPIES)] = np.bincount(numbers(away), minlength=len(COPIES))
    st["phase"] = PHASES[state.phase]
    st["ending"] = ENDINGS[state.ending.reason] if state.ending else 0
    st["due"] = state.due
    st["turns"] = state.turns
    return states


@compiled
def _fill(states: State, spaces: npt.NDArray[np.int16], colours: npt.NDArray[np.int8]) -> None:
    """Put all symbols on their spaces, but for the printed ones, which are there."""
    st = states[0]
    for i in range(len(spaces)):
        if colours[i] != EMPTY and st.cells[spaces[i]] == EMPTY:
            put(st, spaces[i], colours[i])


def numbers(tiles: Iterable[str]) -> list[int]:
    """The kernel's numbers of tiles."""
    return [TILE_NUMBER[tile] for tile in tiles]


def to_number(decision: Decision) -> int:
    """The kernel's number of a decision."""
    match decision:
        case Swap():
            return SWAP
        case Keep():
            return KEEP
        case Place(tile, at):
            a, b = (NUMBER[space] for space in at)
            if CANONICAL[tile] != tile:
                a, b = b, a
            edge = EDGE_NUMBER[min(a, b), max(a, b)]
            return TILE_NUMBER[CANONICAL[tile]] * 1024 + edge * 2 + (a > b)
        case _:
            raise ValueError(f"not a decision of a board game: {decision}")


def to_decision(number: int, states: State) -> Decision:
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
def _swap(states: State) -> None:
    swap_tiles(states[0])
