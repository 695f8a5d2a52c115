"""The four board games on one flat record: place, score, bonuses, swap, refill, the end.

The twin of `rules/boardgame.py` and `rules/scoreboards.py`. A state is an array of one record, so
that a clone is a copy of bytes; nothing here allocates. A decision is one number: a placement is
`tile * 1024 + edge * 2 + turned`, and there are `SWAP` and `KEEP`. Turned, a tile has its first
colour on the edge's second space; of a double that is then the half scored first (D3).

Callers must pass legal decisions: nothing is checked here.
"""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from ...rules import BoardGame, game
from ...rules.boardgame import RACK_SIZE
from ...rules.scoreboards import DOUBLE_LENGTH, TRACK_END, TUG_END
from ...rules.symbols import COLOUR_COUNT
from ..jit import compiled
from ..records import record_dtype
from ..rng import Rng, below
from .geometry import (
    BOX,
    EDGE_A,
    EDGE_AT,
    EDGE_B,
    EDGES,
    EDGES_OF,
    FIRST,
    NEIGHBOUR,
    OUTSIDE,
    PRINTED_AT,
    PRINTED_COLOUR,
    SECOND,
    SPACES_OF,
    START_EDGES,
    TILE_COPIES,
    TILE_KINDS,
)

CLASSIC, SOLO, TEAM, DUEL = range(4)
MODE_NUMBERS = {"classic": CLASSIC, "solo": SOLO, "team": TEAM, "duel": DUEL}

DEALING, PLACING, SWAPPING, REFILLING, OVER = range(5)
FULL, WON = 1, 2
"""Why a game is over: the board is full, or an instant win."""

SWAP, KEEP = -1, -2
EMPTY, OFF = -1, 7
DOUBLE_END = DOUBLE_LENGTH[-1]

Moves = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.integer]


# What serves as an index is unsigned: it cannot be negative, so compiled code need not check.
class StateRecord:
    """One state, as compiled functions get it: `states[i]`."""

    cells: Annotated[Numbers, np.int8, OUTSIDE + 1]  # a colour, EMPTY or OFF
    gains: Annotated[Numbers, np.int8, (OUTSIDE + 1, 8)]  # by colour; two columns are padding
    edges: Annotated[Numbers, np.uint16, len(EDGES)]  # the open ones first
    place: Annotated[Numbers, np.uint16, len(EDGES)]  # where each edge stands among them
    open: Annotated[int, np.int32]  # how many are open
    pegs: Annotated[Numbers, np.int8, (4, 8)]  # a row for each side; the duel's both ways
    tokens: Annotated[Numbers, np.int8, 8]  # the side that holds each token of the duel, or -1
    racks: Annotated[Numbers, np.uint8, (4, RACK_SIZE)]
    held: Annotated[Numbers, np.uint8, 4]  # tiles on each rack
    bag: Annotated[Numbers, np.uint8, len(BOX)]
    bagged: Annotated[int, np.int32]  # tiles in the bag
    aside: Annotated[Numbers, np.int8, RACK_SIZE]
    shown: Annotated[int, np.int32]  # tiles set aside in a swap
    left: Annotated[Numbers, np.int8, 24]  # tiles of each kind that are not on the board
    mode: Annotated[int, np.int8]
    players: Annotated[int, np.uint8]
    sides: Annotated[int, np.uint8]
    seat: Annotated[int, np.uint8]
    phase: Annotated[int, np.int8]
    ending: Annotated[int, np.int8]
    due: Annotated[int, np.int32]
    turns: Annotated[int, np.int32]
    laps: Annotated[int, np.int8]  # 1, or 2 on the double-length board


STATE = record_dtype(StateRecord)
States = npt.NDArray[np.void]
"""An array of states, of dtype `STATE`."""


MAX_MOVES = 2 * RACK_SIZE * len(EDGES)


def new_state(mode: str, players: int, start: int = 0) -> States:
    """A game before the deal, in an array of one."""
    rules = game(mode, players)
    assert isinstance(rules, BoardGame)
    states: States = np.zeros(1, STATE)
    st = states[0]
    st["mode"] = MODE_NUMBERS[mode]
    st["players"] = players
    st["sides"] = len(rules.sides)
    st["laps"] = len(rules.scoring.stops)
    st["seat"] = start
    st["due"] = 1
    st["phase"] = DEALING if rules.deal_parts else REFILLING
    _open(states, SPACES_OF[rules.radius], EDGES_OF[rules.radius])
    return states


@compiled
def _open(states: States, spaces: int, edges: int) -> None:
    """Fill the empty board and the bag."""
    st = states[0]
    for c in range(OUTSIDE + 1):
        st.cells[c] = EMPTY if c < spaces else OFF
    for e in range(len(EDGES)):  # those of larger boards stand behind the open ones
        st.edges[e] = e
        st.place[e] = e
    st.open = edges
    for k in range(COLOUR_COUNT):
        st.tokens[k] = -1
    for t in range(TILE_KINDS):
        st.left[t] = TILE_COPIES[t]
    for i in range(len(BOX)):
        st.bag[i] = BOX[i]
    st.bagged = len(BOX)
    for i in range(len(PRINTED_AT)):
        put(st, PRINTED_AT[i], PRINTED_COLOUR[i])


@compiled
def put(st: StateRecord, space: int, colour: int) -> None:
    """Put a symbol on a space: gains where its rays end, and edges that are no longer open."""
    cells, gains = st.cells, st.gains
    cells[space] = colour
    for k in range(COLOUR_COUNT):
        gains[space, k] = 0
    for axis in range(3):
        ahead = 1
        front = NEIGHBOUR[space, axis]
        while cells[front] == colour:
            ahead += 1
            front = NEIGHBOUR[front, axis]
        behind = 1
        back = NEIGHBOUR[space, axis + 3]
        while cells[back] == colour:
            behind += 1
            back = NEIGHBOUR[back, axis + 3]
        if cells[front] == EMPTY:
            gains[front, colour] += behind
        if cells[back] == EMPTY:
            gains[back, colour] += ahead
    edges, place = st.edges, st.place
    left = st.open
    for direction in range(6):
        edge = EDGE_AT[space, direction]
        if edge >= 0:
            at = place[edge]
            if at < left:
                left -= 1
                last = edges[left]
                edges[at] = last
                place[last] = at
                edges[left] = edge
                place[edge] = left
    st.open = left


@compiled
def side_of(st: StateRecord, seat: int) -> int:
    """The side that a seat plays for."""
    return int(seat - st.sides if seat >= st.sides else seat)


@compiled
def score(st: StateRecord, side: int, colour: int, points: int) -> int:
    """Move a peg for one half (B8, B10, D3, E1); returns 1 if it reached a stop."""
    if points == 0:
        return 0
    pegs = st.pegs
    peg = pegs[side, colour]
    if st.mode == DUEL:
        end = min(peg + points, TUG_END)
        pegs[side, colour] = end
        pegs[1 - side, colour] = -end
        if end == TUG_END and peg != TUG_END and st.tokens[colour] != side:
            st.tokens[colour] = side
            return 1
        return 0
    if peg < TRACK_END:
        end = min(peg + points, TRACK_END)
        pegs[side, colour] = end
        return int(end == TRACK_END)
    if st.laps == 2 and peg < DOUBLE_END:
        end = min(peg + points, DOUBLE_END)
        pegs[side, colour] = end
        return int(end == DOUBLE_END)
    return 0


@compiled
def place_tile(st: StateRecord, move: int) -> None:
    """Place a tile from the rack, score it, and go on to bonuses, a swap, a refill or the end."""
    tile, edge, turned = move >> 10, (move >> 1) & 511, move & 1
    seat = st.seat
    side = side_of(st, seat)
    x, y = FIRST[tile], SECOND[tile]
    a, b = EDGE_A[edge], EDGE_B[edge]
    if turned:
        a, b = b, a
    first, second = st.gains[a, x], st.gains[b, y]
    due = st.due - 1
    earned = score(st, side, x, first) + score(st, side, y, second)
    if st.mode != SOLO:
        due += earned
    put(st, a, x)
    put(st, b, y)
    rack = st.racks[seat]
    held = st.held[seat] - 1
    at = 0
    while rack[at] != tile:
        at += 1
    rack[at] = rack[held]
    st.held[seat] = held
    st.left[tile] -= 1
    ended = due == 0 or held == 0
    if ended:
        st.turns += 1
    st.due = 0 if held == 0 else due  # B12
    if has_won(st, side):
        st.phase, st.ending, st.due = OVER, WON, 0
    elif st.open == 0:
        st.phase, st.ending, st.due = OVER, FULL, 0
    elif ended:
        st.phase = SWAPPING if may_swap(st, seat) else REFILLING


@compiled
def has_won(st: StateRecord, side: int) -> bool:
    """Whether the side wins at once (B16, C3, D6, E5)."""
    needed = 1 if st.mode == DUEL else TRACK_END * st.laps
    for k in range(COLOUR_COUNT):
        if st.pegs[side, k] < needed:
            return False
    return True


@compiled
def swap_colours(st: StateRecord, seat: int) -> int:
    """The colours that decide about a swap, as bits: the lowest ones, the duel's finished ones."""
    side = side_of(st, seat)
    wanted = TUG_END
    if st.mode != DUEL:
        wanted = st.pegs[side, 0]
        for k in range(1, COLOUR_COUNT):
            wanted = min(wanted, st.pegs[side, k])
    colours = 0
    for k in range(COLOUR_COUNT):
        if st.pegs[side, k] == wanted:
            colours |= 1 << k
    return colours


@compiled
def may_swap(st: StateRecord, seat: int) -> bool:
    """Whether a swap is allowed with the rack as it is (B13, D5, E3)."""
    if st.mode == SOLO or st.held[seat] == 0:
        return False
    colours = swap_colours(st, seat)
    for i in range(st.held[seat]):
        tile = st.racks[seat, i]
        if (colours >> FIRST[tile] | colours >> SECOND[tile]) & 1:
            return bool(st.mode == DUEL)
    return bool(st.mode != DUEL)


@compiled
def swap_tiles(st: StateRecord) -> None:
    """Set aside what is swapped: the whole rack, in the duel the tiles of finished colours."""
    seat = st.seat
    colours = swap_colours(st, seat)
    rack = st.racks[seat]
    kept = 0
    shown = 0
    for i in range(st.held[seat]):
        tile = rack[i]
        if st.mode == DUEL and not (colours >> FIRST[tile] | colours >> SECOND[tile]) & 1:
            rack[kept] = tile
            kept += 1
        else:
            st.aside[shown] = tile
            shown += 1
    st.held[seat] = kept
    st.shown = shown
    st.phase = REFILLING


@compiled
def decide(st: StateRecord, move: int) -> None:
    """Apply any decision."""
    if move == SWAP:
        swap_tiles(st)
    elif move == KEEP:
        st.phase = REFILLING
    else:
        place_tile(st, move)


@compiled
def take_from_bag(st: StateRecord, seat: int, at: int) -> None:
    """Move the tile at a place of the bag to a rack."""
    st.racks[seat, st.held[seat]] = st.bag[at]
    st.held[seat] += 1
    st.bagged -= 1
    st.bag[at] = st.bag[st.bagged]


@compiled
def missing(st: StateRecord) -> int:
    """How many tiles the seat draws to refill its rack."""
    return int((1 if st.mode == SOLO else RACK_SIZE) - st.held[st.seat])


@compiled
def end_turn(st: StateRecord) -> None:
    """After the refill: swapped tiles go back (B13), and the next seat is to place."""
    for i in range(st.shown):
        st.bag[st.bagged] = st.aside[i]
        st.bagged += 1
    st.shown = 0
    st.seat = st.seat + 1 if st.seat + 1 < st.players else 0
    st.due = 1
    st.phase = PLACING


@compiled
def refill(st: StateRecord, rng: Rng) -> None:
    """Draw up to a full rack and end the turn."""
    for _ in range(missing(st)):
        take_from_bag(st, st.seat, below(rng, st.bagged))
    end_turn(st)


@compiled
def deal(st: StateRecord, rng: Rng) -> None:
    """Deal the racks, or draw the first tile of solo."""
    if st.phase == DEALING:
        for seat in range(st.players):
            for _ in range(RACK_SIZE):
                take_from_bag(st, seat, below(rng, st.bagged))
        st.phase = PLACING
    else:
        refill(st, rng)


@compiled
def redeal(st: StateRecord, seat: int, rng: Rng) -> None:
    """Shuffle what a seat does not see, the other racks and the bag, and deal it again."""
    for other in range(st.players):
        if other != seat:
            for i in range(st.held[other]):
                st.bag[st.bagged] = st.racks[other, i]
                st.bagged += 1
    for other in range(st.players):
        if other != seat:
            held = st.held[other]
            st.held[other] = 0
            for _ in range(held):
                take_from_bag(st, other, below(rng, st.bagged))


@compiled
def start_edges(st: StateRecord, out: Moves) -> int:
    """The open edges that touch a printed symbol which no tile touches yet (B7)."""
    number = 0
    for i in range(len(PRINTED_AT)):
        free = True
        for direction in range(6):
            beside = st.cells[NEIGHBOUR[PRINTED_AT[i], direction]]
            if beside != EMPTY and beside != OFF:
                free = False
        if free:
            for j in range(START_EDGES.shape[1]):
                edge = START_EDGES[i, j]
                if edge >= 0 and st.place[edge] < st.open:
                    out[number] = edge
                    number += 1
    return number


@compiled
def order_matters(st: StateRecord, colour: int, a: int, b: int) -> bool:
    """Whether a double ends elsewhere when its second half is scored first (D3)."""
    if st.laps == 1:
        return False
    peg = st.pegs[side_of(st, st.seat), colour]
    return _end_after(peg, a, b) != _end_after(peg, b, a)


@compiled
def turning_pays(st: StateRecord, colour: int, a: int, b: int) -> bool:
    """Whether a double moves its peg further when its second half is scored first (D3)."""
    if st.laps == 1:
        return False
    peg = st.pegs[side_of(st, st.seat), colour]
    return _end_after(peg, b, a) > _end_after(peg, a, b)


@compiled
def _end_after(peg: int, a: int, b: int) -> int:
    """Where a peg of a double-length board ends after two scores (D3)."""
    for points in (a, b):
        if peg < TRACK_END:
            peg = min(peg + points, TRACK_END)
        else:
            peg = min(peg + points, DOUBLE_END)
    return peg


@compiled
def legal(st: StateRecord, out: Moves) -> int:
    """Every decision of the seat to move, each once; returns their number."""
    if st.phase == SWAPPING:
        out[0], out[1] = SWAP, KEEP
        return 2
    if st.phase != PLACING:
        return 0
    seat = st.seat
    opening = st.turns < st.players
    spots = start_edges(st, out[MAX_MOVES - len(EDGES) :]) if opening else int(st.open)
    number = 0
    for i in range(st.held[seat]):
        tile = st.racks[seat, i]
        if is_repeated(st.racks[seat], i):
            continue
        x = FIRST[tile]
        double = x == SECOND[tile]
        for at in range(spots):
            edge = int(out[MAX_MOVES - len(EDGES) + at]) if opening else int(st.edges[at])
            out[number] = tile * 1024 + edge * 2
            number += 1
            if not double or order_matters(
                st, x, st.gains[EDGE_A[edge], x], st.gains[EDGE_B[edge], x]
            ):
                out[number] = tile * 1024 + edge * 2 + 1
                number += 1
    return number


@compiled
def is_repeated(rack: npt.NDArray[np.uint8], i: int) -> bool:
    """Whether an earlier tile of the rack is the same as its i-th."""
    j = 0
    while rack[j] != rack[i]:
        j += 1
    return j < i


@compiled
def compare(st: StateRecord, one: int, other: int) -> int:
    """1 if a side stands better than another by its pegs, -1 if worse, 0 if equal (A4, E4)."""
    a = np.empty(COLOUR_COUNT, np.int64)
    b = np.empty(COLOUR_COUNT, np.int64)
    for k in range(COLOUR_COUNT):
        a[k], b[k] = st.pegs[one, k], st.pegs[other, k]
    if st.mode == DUEL:
        mine, theirs = 0, 0
        for k in range(COLOUR_COUNT):
            mine += a[k] > 0
            theirs += b[k] > 0
            # Pegs on the other side do not count.
            a[k], b[k] = max(a[k], 0), max(b[k], 0)
        if mine != theirs:
            return 1 if mine > theirs else -1
    for i in range(COLOUR_COUNT):
        for j in range(i + 1, COLOUR_COUNT):
            if a[j] < a[i]:
                a[i], a[j] = a[j], a[i]
            if b[j] < b[i]:
                b[i], b[j] = b[j], b[i]
        if a[i] != b[i]:
            return 1 if a[i] > b[i] else -1
    return 0


@compiled
def win_share(st: StateRecord, side: int) -> float:
    """What a side gets of the win as the pegs stand: 1, 0, or its part of a tie."""
    equal = 1
    for other in range(st.sides):
        if other != side:
            order = compare(st, side, other)
            if order < 0:
                return 0.0
            equal += order == 0
    return 1.0 / equal


@compiled
def random_move(st: StateRecord, rng: Rng, buffer: Moves) -> int:
    """Any legal decision, all equally likely."""
    if st.phase == SWAPPING:
        return SWAP if below(rng, 2) else KEEP
    if st.laps == 2 and _may_turn_doubles(st):
        return int(buffer[below(rng, legal(st, buffer))])
    if st.turns < st.players:
        edge = int(buffer[below(rng, start_edges(st, buffer))])
    else:
        edge = int(st.edges[below(rng, st.open)])
    rack = st.racks[st.seat]
    ways = 0
    for i in range(st.held[st.seat]):
        if not is_repeated(rack, i):
            tile = rack[i]
            buffer[ways] = tile * 1024
            ways += 1
            if FIRST[tile] != SECOND[tile]:
                buffer[ways] = tile * 1024 + 1
                ways += 1
    return int(buffer[below(rng, ways)] + 2 * edge)


@compiled
def _may_turn_doubles(st: StateRecord) -> bool:
    """Whether the order of scoring may matter for a double on the rack (D3)."""
    side = side_of(st, st.seat)
    for i in range(st.held[st.seat]):
        tile = st.racks[st.seat, i]
        if FIRST[tile] == SECOND[tile]:
            peg = st.pegs[side, FIRST[tile]]
            if peg < TRACK_END and _largest_gain(st, FIRST[tile]) * 2 + peg > TRACK_END:
                return True
    return False


@compiled
def _largest_gain(st: StateRecord, colour: int) -> int:
    most = 0
    for space in range(OUTSIDE):
        most = max(most, int(st.gains[space, colour]))
    return most


@compiled
def play_randomly(states: States, start: States, games: int, rng: Rng, buffer: Moves) -> int:
    """Whole random games from a position, in `states[0]`; returns the number of decisions."""
    decisions = 0
    for _ in range(games):
        states[0] = start[0]
        st = states[0]
        if st.turns == 0 and st.held[st.seat] == 0:
            deal(st, rng)
        while st.phase != OVER:
            if st.phase == REFILLING:
                refill(st, rng)
            else:
                decide(st, random_move(st, rng, buffer))
                decisions += 1
    return decisions
