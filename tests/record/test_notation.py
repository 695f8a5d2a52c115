"""Moves, entries and piles as people write them."""

from random import Random

import pytest

from ingenious import NotationError, parse_move, write_move
from ingenious.record import Entry
from ingenious.record.notation import (
    parse_pile,
    parse_space,
    write_entry_line,
    write_pile,
    write_space,
)
from ingenious.rules import game
from ingenious.rules.board import layout
from ingenious.rules.moves import (
    Discard,
    Draw,
    Free,
    Keep,
    MatchDie,
    Move,
    Outcome,
    Place,
    Play,
    Reroll,
    Resign,
    Resolve,
    Score,
    Space,
    Swap,
    WildScore,
)
from testkit.modes import MODES, moves

H8, H9 = Space(0, 0), Space(1, 0)

WRITTEN: list[tuple[Move, str]] = [
    (Place("RG", (H8, H9)), "RG H8-H9"),
    (Place("GR", (H9, H8)), "GR H9-H8"),
    (Swap(("RG", "YB")), "swap RG YB"),
    (Swap(()), "swap"),
    (Keep(), "keep"),
    (Play("GR"), "play GR"),
    (Discard(("RG", "YB")), "discard RG YB"),
    (Reroll(), "reroll"),
    (Resolve((MatchDie(0), WildScore((1, 2), "Y"))), "use 0 1+2=Y"),
    (Resolve((WildScore((0, 1, 2, 3), "P"),)), "use 0+1+2+3=P"),
    (Draw(), "draw"),
    (Score(), "score"),
    (Free("R"), "free R"),
    (Resign(1), "resign 1"),
    (Outcome(("RG", "YB")), "[RG YB]"),
    (Outcome(("R",)), "[R]"),
    (Outcome(()), "[]"),
]


@pytest.mark.parametrize(("move", "text"), WRITTEN, ids=[text for _, text in WRITTEN])
def test_each_kind_of_move_is_written_and_read(move: Move, text: str) -> None:
    assert write_move(move) == text
    assert parse_move(text) == move


@pytest.mark.parametrize("mode", MODES)
def test_every_move_of_a_game_reads_back_as_it_was(mode: tuple[str, int]) -> None:
    for _, move in moves(game(*mode), Random(5)):
        assert parse_move(write_move(move)) == move


def test_piles_are_read_in_any_order_and_spelling_but_outcomes_keep_theirs() -> None:
    assert parse_move("swap YB GR") == Swap(("RG", "YB"))
    assert parse_move("discard BY GR") == Discard(("RG", "YB"))
    assert parse_move("[BY GR]") == Outcome(("YB", "RG"))


@pytest.mark.parametrize(
    ("text", "space"),
    [
        ("H8", (0, 0)),  # the middle, whatever the size of the board
        ("C8", (0, -5)),
        ("C13", (5, -5)),
        ("H13", (5, 0)),
        ("M8", (0, 5)),
        ("M3", (-5, 5)),
        ("H3", (-5, 0)),
        ("A8", (0, -7)),
        ("A15", (7, -7)),
        ("O1", (-7, 7)),
    ],
)
@pytest.mark.rules("B1")
def test_a_space_is_its_row_and_its_diagonal(text: str, space: tuple[int, int]) -> None:
    assert parse_space(text) == Space(*space)
    assert write_space(Space(*space)) == text


def test_every_space_of_the_largest_board_has_its_own_name() -> None:
    spaces = layout(7).spaces
    names = [write_space(space) for space in spaces]
    assert len(set(names)) == 169
    assert [parse_space(name) for name in names] == list(spaces)


@pytest.mark.parametrize("text", ["", "H", "8", "H0", "H16", "H08", "P1", "h8", "H8 ", "8H", "H-1"])
def test_what_is_no_space(text: str) -> None:
    with pytest.raises(NotationError, match="a space must be a letter A to O and a number 1 to 15"):
        parse_space(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "this is not a move: ''; moves look like 'RG H8-H9'"),
        ("pass", "this is not a move: 'pass'"),
        ("keep it", "this is not a move"),
        ("KEEP", "this is not a move"),
        ("RG H8", "this is not a move"),
        ("RG H8-P1", "this is not a move"),
        ("RX H8-H9", "this is not a move"),
        ("R H8-H9", "this is not a move"),
        ("[RG", "this is not a move"),
        ("play", "this is not a move"),
        ("play R", "this is not a move"),
        ("play RX", "this is not a move"),
        ("free", "this is not a move"),
        ("free RG", "this is not a move"),
        ("free X", "this is not a move"),
        ("resign", "this is not a move"),
        ("resign -1", "this is not a move"),
        ("resign " + "1" * 5000, "this is not a move"),
        ("swap RX", "a piece must be one or two of the letters ROYGBP, not 'RX'"),
        ("discard RGB", "a piece must be one or two of the letters"),
        ("[R,G]", "a piece must be one or two of the letters ROYGBP, not 'R,G'"),
        ("use 0,1", "the use of a die must look like '0' or '1+2=Y', not '0,1'"),
        ("use 1+2", "the use of a die must look like"),
        ("use 1=Y", "the use of a die must look like"),
        ("use 1+2=X", "the use of a die must look like"),
        ("use 10", "the use of a die must look like"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_move(text: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text)
    assert str(caught.value).startswith(says)


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        (Entry(0, Swap(("RG",)), ("OB",)), "0: swap RG [OB]"),
        (Entry(1, None, ("RG",)), "1: [RG]"),
        (Entry(1, None, 2), "1: [2]"),
        (Entry(1, Swap(("RG",)), 6), "1: swap RG [6]"),
        (Entry(2, Place("RG", (H8, H9)), gain=(0, 12)), "2: RG H8-H9 +0+12"),
        (Entry(2, Place("RG", (H8, H9))), "2: RG H8-H9"),
        (Entry(3, Draw(), ("R",)), "3: draw [R]"),
        (Entry(3, Resign(3)), "3: resign 3"),
        (Entry(0), "0:"),
    ],
)
def test_an_entry_is_its_seat_its_decision_and_what_chance_brought(entry: Entry, line: str) -> None:
    assert write_entry_line(entry) == line


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ((), ""),
        (("RG",), "RG"),
        (("RG", "RG", "YB"), "RG2 YB"),
        (("R", "R", "R", "P"), "R3 P"),
        (("RR",) * 12, "RR12"),
    ],
)
def test_a_pile_counts_its_pieces(pieces: tuple[str, ...], text: str) -> None:
    assert write_pile(pieces) == text
    assert parse_pile(text) == pieces


def test_a_pile_of_single_symbols_may_be_a_string() -> None:
    assert write_pile("RRP") == "R2 P"


def test_a_pile_is_read_in_any_order_and_spelling() -> None:
    assert parse_pile("BY2 GR  YB1 RG") == ("RG", "RG", "YB", "YB", "YB")
    assert parse_pile("RG0") == ()


@pytest.mark.parametrize(
    "text", ["RX", "2RG", "RG-1", "RGB", "RG,YB", "RG1000", "x", "RG" + "9" * 99]
)
def test_what_is_no_pile(text: str) -> None:
    with pytest.raises(NotationError, match="a pile must look like 'RG2 YB', without"):
        parse_pile(text)


@pytest.mark.parametrize("space", [Space(0, -8), Space(8, 0), Space(0, 99)])
def test_a_space_of_no_board_has_no_name(space: Space) -> None:
    with pytest.raises(NotationError, match="there is no space"):
        write_space(space)


@pytest.mark.parametrize(("text", "space"), [("RR A1-A2", "A1"), ("RG H15-I15", "I15")])
def test_a_space_on_no_board_is_refused(text: str, space: str) -> None:
    with pytest.raises(NotationError, match=f"there is no space {space} on any board"):
        parse_move(text)
