"""The net of the board games: its gradient, and what its inputs do not depend on."""

from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from ingenious.kernel.board.features import fill_inputs, input_counts
from ingenious.kernel.board.geometry import (
    EDGE_A,
    EDGE_B,
    EDGE_NUMBER,
    FIRST,
    OUTSIDE,
    PRINTED_AT,
    PRINTED_COLOUR,
    SECOND,
    SPACE_NUMBER,
    SPACES,
    TILE_NAMES,
    TILE_NUMBER,
)
from ingenious.kernel.board.heuristic import new_workspace
from ingenious.kernel.board.net import KIND_WEIGHTS, BoardNet, backward, forward, new_net
from ingenious.kernel.board.position import (
    DUEL,
    MAX_MOVES,
    PLACING,
    STATE,
    States,
    decide,
    new_state,
    random_move,
)
from ingenious.kernel.nets import Floats
from ingenious.kernel.rng import seeded
from ingenious.rules.boardgame import RACK_SIZE
from ingenious.rules.moves import Space
from ingenious.rules.symbols import CANONICAL, COLOUR_COUNT, SYMBOLS


def small_net() -> BoardNet:
    net = new_net(7, 4, 5, (6, 5, 8, 7), outputs=4, seed=1)
    noise = np.random.default_rng(3).normal(0, 0.1, len(net.weights))  # so that no bias is zero
    return net._replace(weights=net.weights + noise.astype(np.float32))


def ask(net: BoardNet, x: Floats) -> Floats:
    out = np.zeros(4, np.float32)
    forward(net.shape, net.weights, x, np.zeros(net.scratch, np.float32), out)
    return out


def random_inputs(net: BoardNet) -> Floats:
    return np.random.default_rng(2).normal(size=net.inputs).astype(np.float32)


def test_the_gradient_is_that_of_the_outputs() -> None:
    net = small_net()
    x = random_inputs(net)
    x[7 + 6 * 4 : 7 + 6 * 4 + KIND_WEIGHTS] = 0  # a kind that nobody can hold
    dout = np.array([0.5, -1, 2, 0.3], np.float32)
    grad, scratch = np.zeros_like(net.weights), np.zeros(net.scratch, np.float32)
    forward(net.shape, net.weights, x, scratch, np.zeros(4, np.float32))
    backward(net.shape, net.weights, x, scratch, dout, grad)
    tiny = 1e-3
    for i in range(len(net.weights)):
        outputs = []
        for step in (tiny, -tiny):
            weights = net.weights.copy()
            weights[i] += step
            outputs.append(ask(net._replace(weights=weights), x))
        slope = float((outputs[0] - outputs[1]) @ dout) / (2 * tiny)
        assert grad[i] == pytest.approx(slope, abs=0.02, rel=0.02), i


def test_the_order_of_colours_and_kinds_does_not_matter() -> None:
    net = small_net()
    x = random_inputs(net)
    colours = x[7:31].reshape(6, 4)
    kinds = x[31:].reshape(len(TILE_NAMES), -1)
    turned = np.concatenate([x[:7], colours[::-1].ravel(), kinds[::-1].ravel()])
    assert ask(net, turned) == pytest.approx(ask(net, x), rel=1e-3, abs=1e-4)
    assert ask(net, x[::-1].copy()) != pytest.approx(ask(net, x), rel=1e-2)


def test_a_net_of_another_size_does_not_fit() -> None:
    net = small_net()
    assert net.fits(7, 4, 5, 4)
    assert not net.fits(7, 4, 6, 4)
    assert not net._replace(weights=net.weights[1:]).fits(7, 4, 5, 4)
    assert not net._replace(shape=net.shape[:6]).fits(7, 4, 5, 4)
    wide = new_net(7, 4, 5, (300, 5, 8, 7), outputs=4, seed=1)
    assert not wide.fits(7, 4, 5, 4)  # its layers do not fit into the buffers


# A turn or a reflection of the board that maps the printed symbols onto each other exchanges their
# colours. Together they are a symmetry of the game.


def turned(space: Space, times: int, is_mirrored: bool) -> Space:
    q, r = space.q, space.r
    if is_mirrored:
        q, r = r, q
    for _ in range(times):
        q, r = -r, q + r
    return Space(q, r)


def symmetries() -> list[tuple[npt.NDArray[np.int64], list[int]]]:
    """For each symmetry, where it takes the spaces and the colours."""
    found = []
    for is_mirrored in (False, True):
        for times in range(6):
            there = np.array([SPACE_NUMBER[turned(s, times, is_mirrored)] for s in SPACES])
            printed = dict(zip(PRINTED_AT.tolist(), PRINTED_COLOUR.tolist(), strict=True))
            colours = {colour: printed[int(there[at])] for at, colour in printed.items()}
            found.append((there, [colours[k] for k in range(COLOUR_COUNT)]))
    return found


def kind_after(tile: int, colours: list[int]) -> int:
    x, y = (SYMBOLS[colours[k]] for k in (int(FIRST[tile]), int(SECOND[tile])))
    return TILE_NUMBER[CANONICAL[x + y]]


def move_after(move: int, there: npt.NDArray[np.int64], colours: list[int]) -> int:
    tile, edge = move >> 10, (move >> 1) & 511
    a, b = int(EDGE_A[edge]), int(EDGE_B[edge])
    if move & 1:
        a, b = b, a
    a, b = int(there[a]), int(there[b])
    kind = kind_after(tile, colours)
    is_turned = (a > b) != (int(FIRST[kind]) != colours[int(FIRST[tile])])
    return kind * 1024 + EDGE_NUMBER[min(a, b), max(a, b)] * 2 + int(is_turned)


def deal_both(states: States, colours: list[int], seed: int) -> None:
    """Fill the rack of the seat in two states with tiles that correspond to each other."""
    rng = np.random.default_rng(seed)
    st, other = states[0], states[1]
    size = 1 if st["players"] == 1 else RACK_SIZE
    while st["held"][st["seat"]] < size:
        at = rng.integers(st["bagged"])
        for state, tile in ((st, st["bag"][at]), (other, kind_after(int(st["bag"][at]), colours))):
            place = int(np.flatnonzero(state["bag"][: state["bagged"]] == tile)[0])
            state["racks"][state["seat"], state["held"][state["seat"]]] = tile
            state["held"][state["seat"]] += 1
            state["bagged"] -= 1
            state["bag"][place] = state["bag"][state["bagged"]]


def end_turn(state: Any) -> None:
    state["seat"] = (state["seat"] + 1) % state["players"]
    state["due"], state["phase"], state["shown"] = 1, PLACING, 0


def set_pegs(states: States, colours: list[int], seed: int) -> None:
    """Different pegs for every colour, for equal ones are ordered by their numbers."""
    rng = np.random.default_rng(seed)
    for side in range(int(states[0]["sides"])):
        pegs = 2 * rng.permutation(COLOUR_COUNT) - 5
        if states[0]["mode"] != DUEL:
            pegs += 5 + side
        elif side:
            pegs = -states[0]["pegs"][0, :COLOUR_COUNT]
        states[0]["pegs"][side, :COLOUR_COUNT] = pegs
        states[1]["pegs"][side, colours] = pegs


def inputs_of(state: Any) -> Floats:
    workspace = new_workspace()
    fill_inputs(state, workspace[0])
    inputs: Floats = workspace[0]["x"].copy()
    return inputs


@pytest.mark.parametrize(("mode", "players"), [("classic", 2), ("classic", 3), ("duel", 2)])
def test_the_inputs_do_not_depend_on_how_the_board_lies(mode: str, players: int) -> None:
    plain, colour, kind = input_counts(int(new_state(mode, players)[0]["sides"]))
    end = plain + COLOUR_COUNT * colour
    last = end + len(TILE_NAMES) * (KIND_WEIGHTS + kind)
    for number, (there, colours) in enumerate(symmetries()):
        states = np.zeros(2, STATE)
        states[0] = states[1] = new_state(mode, players)[0]
        rng, buffer = seeded(number), np.zeros(MAX_MOVES, np.int32)
        for seat in range(players):
            states["seat"] = seat
            deal_both(states, colours, seat)
        states["seat"], states["phase"] = 0, PLACING
        for turn in range(20):
            move = random_move(states[0], rng, buffer)
            decide(states[0], move)
            decide(states[1], move_after(move, there, colours))
            seen = states.copy()
            set_pegs(seen, colours, turn)
            mine, theirs = inputs_of(seen[0]), inputs_of(seen[1])
            assert theirs[:plain] == pytest.approx(mine[:plain], abs=1e-4)
            by_colour = theirs[plain:end].reshape(COLOUR_COUNT, colour)[colours]
            assert by_colour.ravel() == pytest.approx(mine[plain:end], abs=1e-4)
            kinds = [kind_after(tile, colours) for tile in range(len(TILE_NAMES))]
            by_kind = theirs[end:last].reshape(len(TILE_NAMES), -1)[kinds]
            assert by_kind.ravel() == pytest.approx(mine[end:last], abs=1e-4)
            deal_both(states, colours, turn)
            for state in states:
                end_turn(state)


def test_all_symmetries_are_there() -> None:
    found = symmetries()
    assert len({tuple(there) for there, _ in found}) == 12
    for there, colours in found:
        assert sorted(there) == list(range(OUTSIDE))
        assert tuple(colours) in permutations(range(COLOUR_COUNT))
