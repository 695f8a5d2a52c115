"""The board, and counting on it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingenious.record.notation import parse_space
from ingenious.record.position import parse_board
from ingenious.rules.board import DIRECTIONS, EMPTY, PRINTED, Board, empty_board, from_cells, layout
from ingenious.rules.events import Counted
from ingenious.rules.moves import Place, Space
from ingenious.rules.symbols import CANONICAL, SYMBOLS, pile
from testkit.cases import cases
from testkit.positions import EMPTY_BOARD, after, broken_rule, events_of

RADII = (5, 6, 7)


@pytest.mark.rules("A1")
def test_six_symbols_have_one_order_everywhere() -> None:
    assert SYMBOLS == "ROYGBP"
    assert CANONICAL["PR"] == "RP"
    assert pile(["PP", "GB", "RO"]) == ("RO", "GB", "PP")


@pytest.mark.rules("B1")
@pytest.mark.parametrize(("radius", "spaces"), [(5, 91), (6, 127), (7, 169)])
def test_a_board_is_a_hexagon(radius: int, spaces: int) -> None:
    here = layout(radius)
    assert len(here.spaces) == spaces
    assert all(max(abs(q), abs(r), abs(q + r)) <= radius for q, r in here.spaces)
    assert Space(radius, 0) in here.index
    assert Space(radius, 1) not in here.index


@pytest.mark.rules("B2")
@pytest.mark.parametrize("radius", RADII)
def test_printed_symbols_are_on_the_corners_of_the_white_area(radius: int) -> None:
    board = empty_board(radius)
    found = {
        space: cell
        for space, cell in zip(board.layout.spaces, board.cells, strict=True)
        if cell != EMPTY
    }
    names = {"C8": "R", "C13": "G", "H13": "B", "M8": "O", "M3": "Y", "H3": "P"}
    assert found == PRINTED == {parse_space(name): symbol for name, symbol in names.items()}


def test_a_drawn_board_is_the_board() -> None:
    assert parse_board(EMPTY_BOARD.splitlines()[1:]) == empty_board(5)


@pytest.mark.rules("B8", "B2")
def test_the_four_placements_of_the_2023_rulebook() -> None:
    """Placed one by one beside the printed blue star."""
    board, counts = empty_board(7), []
    for place in (
        Place("RB", (parse_space("F13"), parse_space("G13"))),
        Place("RB", (parse_space("G12"), parse_space("H12"))),
        Place("BB", (parse_space("G14"), parse_space("H14"))),
        Place("RB", (parse_space("E14"), parse_space("F14"))),
    ):
        counts.append(board.gain_of(place))
        board = board.place(place)
    # The upper blue star of the double has one to its left and one to its lower left.
    assert counts == [(0, 1), (1, 2), (2, 2), (2, 4)]


GREEN_GAP = """
game: classic 2
phase: place
rack 0: GG
board:
     R . . . . G
    . . . . . . .
   . . . . . . . .
  . . . . . . . . .
 . . . . G G G . . .
P . . . G . . G . . B
 . . . . G G R . . .
  . . . . G G . . .
   . . . P . G . .
    . . . . . . .
     Y . . . . O
"""


@pytest.mark.rules("B8")
def test_the_fifth_placement_a_double_in_a_gap() -> None:
    """Left: four neighbours and a line of three; right: three and a line of two."""
    counted = [event for event in events_of(GREEN_GAP, "GG H8-H9") if isinstance(event, Counted)]
    assert [(event.rays, event.points) for event in counted] == [
        ((0, 3, 1, 1, 1, 1), 7),
        ((1, 0, 2, 0, 1, 1), 5),
    ]
    assert after(GREEN_GAP, "GG H8-H9").standing.pegs[0] == (0, 0, 0, 12, 0, 0)


@pytest.mark.rules("B8")
def test_the_other_half_never_counts() -> None:
    state = after("game: classic 2\nphase: place\nrack 0: RR\nboard:" + EMPTY_BOARD, "RR H8-H9")
    assert state.standing.pegs[0] == (0,) * 6


ON_EMPTY = "game: classic 2\nphase: place\nturns: 2\nrack 0: RG\nboard:" + EMPTY_BOARD


@pytest.mark.rules("B6")
@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("RG C8-C9", "B6"),  # taken by a printed symbol
        ("RG H8-H10", "B6"),  # not adjacent
        ("RG H8-H8", "B6"),
        ("RG B8-C9", "B6"),  # outside the white area
        ("RB H8-H9", "B5"),  # not on the rack
        ("keep", "B6"),
        ("[RG]", "B6"),
    ],
)
def test_illegal_placements(move: str, rule: str) -> None:
    assert broken_rule(ON_EMPTY, move) == rule


@pytest.mark.rules("B6")
def test_a_tile_need_not_touch_anything() -> None:
    state = after(ON_EMPTY, "GR H8-H9")
    board = state.board
    assert board.cells[board.layout.index[parse_space("H8")]] == "G"
    assert board.cells[board.layout.index[parse_space("H9")]] == "R"


# A second, deliberately simple way to count: follow the lines, without a table.


def plain_count(cells: dict[Space, str], symbol: str, space: Space, partner: Space) -> int:
    total = 0
    for q, r in DIRECTIONS:
        at = Space(space.q + q, space.r + r)
        if at == partner:
            continue
        while cells.get(at) == symbol:
            total += 1
            at = Space(at.q + q, at.r + r)
    return total


@pytest.mark.rules("B8")
@pytest.mark.parametrize("radius", RADII)
@given(
    seed=st.integers(0, 2**32),
    fill=st.sampled_from((0.2, 0.5, 0.8)),
    colours=st.sampled_from(("RG", SYMBOLS)),
)
@settings(max_examples=cases(12))
def test_gains_agree_with_walking_the_lines(
    radius: int, seed: int, fill: float, colours: str
) -> None:
    here, rng = layout(radius), Random(seed)
    drawn = "".join(rng.choice(colours) if rng.random() < fill else EMPTY for _ in here.spaces)
    board = from_cells(radius, drawn)
    _check(board, rng)


@pytest.mark.no_cover
@pytest.mark.rules("B8", "B15")
@pytest.mark.parametrize("radius", RADII)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=cases(12))
def test_gains_stay_right_while_tiles_are_placed(radius: int, seed: int) -> None:
    rng, board = Random(seed), empty_board(radius)
    colours = rng.choice(("RG", "ROY", SYMBOLS))
    while board.open:
        edge = rng.choice(open_edges(board))
        tile = rng.choice(colours) + rng.choice(colours)
        board = board.place(Place(tile, edge))
    assert board == from_cells(radius, board.cells)
    board = empty_board(radius)
    for number in range(12):
        edge = rng.choice(open_edges(board))
        board = board.place(Place(rng.choice(colours) + rng.choice(colours), edge))
        if number % 4 == 3:
            _check(board, rng)


def open_edges(board: Board) -> list[tuple[Space, Space]]:
    return [edge for number, edge in enumerate(board.layout.edges) if board.open >> number & 1]


def _check(board: Board, rng: Random) -> None:
    cells = dict(zip(board.layout.spaces, board.cells, strict=True))
    spots = open_edges(board)
    for a, b in rng.sample(spots, min(4, len(spots))):
        for x in SYMBOLS:
            for y in SYMBOLS:
                counted = plain_count(cells, x, a, b), plain_count(cells, y, b, a)
                assert board.gain_of(Place(x + y, (a, b))) == counted
                assert board.gain(x, a) == counted[0] == sum(board.rays(x, a))
    taken = [number for number, cell in enumerate(board.cells) if cell != EMPTY]
    assert not any(board.gains[6 * number + colour] for number in taken for colour in range(6))
