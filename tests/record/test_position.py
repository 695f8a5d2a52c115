"""Positions as text: what is written reads back, and what is left out is as usual."""

from random import Random
from typing import Any

import pytest

from ingenious import NotationError, parse_position, write_position
from ingenious.record import Dealer
from ingenious.record.position import parse_board, write_board
from ingenious.rules import BoardState, CardState, DiceState, Ending, TileState, game
from ingenious.rules.board import empty_board
from ingenious.rules.moves import Chance, Resign
from testkit.modes import MODES, moves

BOARD = """
     R . . . . G
    . . . . . . .
   . . . . . . . .
  . . . . . . . . .
 . . . . . . . . . .
P . . . . R G . . . B
 . . . . . . . . . .
  . . . . . . . . .
   . . . . . . . .
    . . . . . . .
     Y . . . . O
"""

DUEL = f"""\
game: duel 2 2023
phase: bonus
seat: 1
due: 2
turns: 14
pegs 0: 0 -9 9 3 0 -1
tokens: - 1 0 - - -
rack 0: RG2 YB GG2 BP
rack 1: OO YY PP
aside: RR3
bag: RO RP2
board:{BOARD}"""

CARDS = """\
game: cards 2 2010
phase: over
seat: 1
due: 0
idle: 3
pegs 0: 7 7 7 8 9 10
pegs 1: 0 0 0 3 0 1
hand 0: RO2 GB
hand 1: BP
faceup 0: YG RO
faceup 1: BP GP
deck: RY3 OP
discards: OG
ending: won
"""

DICE = """\
game: dice 3 2010 no-opening-roll
phase: choose
seat: 2
due: 1
rolls: 3
pegs 0: 0 0 0 0 0 0
pegs 1: 1 2 3 0 0 0
pegs 2: 0 0 0 0 0 10
dice 0: RRG
dice 1:
dice 2: POR
"""

TILES = """\
game: tiles 2 2010
phase: over
seat: 0
due: 3
pegs 0: 7 7 7 0 0 0
pegs 1: 0 1 2 3 4 5
centre: ROP
drawn: PO
pool: R2 G21
ending: resigned 1
"""


@pytest.mark.parametrize("text", [DUEL, CARDS, DICE, TILES], ids=lambda text: text[6:10])
def test_a_position_is_written_like_this(text: str) -> None:
    assert write_position(*parse_position(text)) == text


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", MODES)
def test_every_position_of_a_game_reads_back_as_it_was(mode: tuple[str, int]) -> None:
    rules = game(*mode)
    state: Any = rules.new(0)
    for before, move in moves(rules, Random(6)):
        assert parse_position(write_position(rules, before)) == (rules, before)
        state = rules.apply(before, move)
    assert state.phase == "over"
    assert parse_position(write_position(rules, state)) == (rules, state)


@pytest.mark.parametrize("mode", [mode for mode in MODES if len(game(*mode).sides) == 2])
def test_the_position_after_a_resignation_reads_back_as_it_was(mode: tuple[str, int]) -> None:
    rules = game(*mode)
    state = rules.new(0)
    if isinstance(deal := rules.awaits(state), Chance) and deal.kind == "deal":
        state = rules.apply(state, Dealer(bytes(32)).outcome(1, deal))
    state = rules.apply(state, Resign(1))
    assert parse_position(write_position(rules, state)) == (rules, state)


def test_the_edition_and_the_option_are_part_of_the_game() -> None:
    for rules in (game("classic", 3, "2004"), game("dice", 2, options={"opening_roll": False})):
        assert parse_position(write_position(rules, rules.new(1))) == (rules, rules.new(1))


def test_a_board_game_with_lines_left_out() -> None:
    rules, state = parse_position(f"game: classic 2\nphase: place\nboard:{BOARD}")
    assert rules == game("classic", 2, "2023")
    assert isinstance(state, BoardState)
    assert state.racks == ((), ())
    assert state.bag == rules.new(0).bag
    assert state.standing == rules.new(0).standing
    assert (state.seat, state.due, state.turns, state.aside) == (0, 1, 2, ())
    assert state.ending is None


def test_what_is_on_no_rack_is_in_the_bag() -> None:
    text = f"game: classic 2\nphase: place\nrack 1: RR5 OB\nboard:{BOARD}"
    _, state = parse_position(text)
    assert isinstance(state, BoardState)
    assert "RR" not in state.bag
    assert state.bag.count("OB") == 5
    assert len(state.bag) == 114


def test_challenges_with_lines_left_out() -> None:
    faceup = "faceup 0: BY\nfaceup 1: RO\nfaceup 2: RO\n"
    _, cards = parse_position("game: cards 3\nphase: play\nhand 2: GR4\n" + faceup)
    assert isinstance(cards, CardState)
    assert cards.hands == ((), (), ("RG",) * 4)
    assert cards.faceup == (("YB",), ("RO",), ("RO",))
    assert (len(cards.deck), cards.discards, cards.idle) == (53, (), 0)
    _, dice = parse_position("game: dice 2\nphase: roll\n")
    assert dice == DiceState(("", ""), ((0,) * 6,) * 2, 0, 0, 1, "roll")
    _, tiles = parse_position("game: tiles 4\nphase: choose\ncentre: PRO\n")
    assert isinstance(tiles, TileState)
    assert (tiles.centre, len(tiles.pool)) == ("ROP", 123)


def test_blank_lines_mean_nothing() -> None:
    text = DUEL.replace("\n", "\n\n") + "  \n"
    assert parse_position(text) == parse_position(DUEL)


def test_the_card_nearer_the_centre_stays_first() -> None:
    _, state = parse_position("game: cards 2\nphase: play\nfaceup 0: YB RG\nfaceup 1: GB2\n")
    assert isinstance(state, CardState)
    assert state.faceup == (("YB", "RG"), ("GB", "GB"))


def test_an_ending_may_name_who_resigned() -> None:
    _, state = parse_position("game: dice 2\nphase: over\nending: resigned 1\n")
    assert state.ending == Ending("resigned", 1)


@pytest.mark.rules("A5")
@pytest.mark.parametrize(
    ("game", "ending"),
    [
        ("dice 2", "resigned"),
        ("dice 2", "won 1"),
        ("dice 3", "resigned 1"),
    ],
)
def test_an_ending_that_no_game_can_have(game: str, ending: str) -> None:
    with pytest.raises(NotationError, match=r"\(A5\)$"):
        parse_position(f"game: {game}\nphase: over\nending: {ending}\n")


@pytest.mark.parametrize("radius", [5, 6, 7])
def test_a_board_reads_back_as_it_was(radius: int) -> None:
    board = empty_board(radius)
    rows = write_board(board)
    assert len(rows) == 2 * radius + 1
    assert parse_board(rows) == board
    assert parse_board([row.replace(" ", "") for row in rows]) == board


@pytest.mark.parametrize("rows", [0, 1, 9, 10, 12, 14, 17])
def test_a_board_has_11_13_or_15_rows(rows: int) -> None:
    with pytest.raises(NotationError, match=f"a board must have 11, 13 or 15 rows, not {rows}"):
        parse_board(["."] * rows)


TOUCHED = """
     R R . . G G
    . . . . . . .
   . . . . . . . .
  . . . . . . . . .
 . . . . . . . . . .
P P . . . R G . . B B
 . . . . . . . . . .
  . . . . . . . . .
   . . . . . . . .
    . . . . . . .
     Y Y . . O O
"""
"""Every printed symbol has a tile beside it."""


@pytest.mark.rules("B7")
@pytest.mark.parametrize("turns", [0, 1])
def test_a_first_turn_needs_a_printed_symbol_that_no_tile_touches(turns: int) -> None:
    text = f"game: classic 2\nphase: place\nturns: {turns}\nrack 0: RG6\nboard:"
    with pytest.raises(NotationError, match=r"seat 0 has no legal move on its first turn.*\(B7\)"):
        parse_position(text + TOUCHED)
    parse_position(text + BOARD)
    parse_position(text.replace(f"turns: {turns}", "turns: 2") + TOUCHED)


@pytest.mark.rules("B15")
def test_a_tile_cannot_be_due_on_a_full_board() -> None:
    full = BOARD.replace(".", "R")
    with pytest.raises(NotationError, match=r"no two adjacent spaces are empty.*\(B15\)"):
        parse_position(f"game: classic 2\nphase: place\nrack 0: RG6\nboard:{full}")


PLACING = f"game: classic 2\nphase: place\nboard:{BOARD}"
PLAYING = "game: cards 2\nphase: play\n"
ROLLING = "game: dice 2\nphase: roll\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the position needs a line 'game: …'"),
        ("game:", "'game:' needs a name, players and an edition, not ''"),
        ("game: dice", "'game:' needs a name, players and an edition, not 'dice'"),
        ("game: dice two", "'game:' needs a name, players and an edition"),
        ("game: dice 2 2010 3", "'game:' needs a name, players and an edition"),
        ("game: dice 2 2010 no-roll", "'game:' needs a name, players and an edition"),
        ("game: dice " + "2" * 5000, "'game:' needs a name, players and an edition"),
        ("game: chess 2", "unknown game 'chess'"),
        ("game: dice 5", "dice is for 2, 3 or 4 players, not 5"),
        ("game: duel 2 2004", "the edition of duel must be '2023', not '2004'"),
        ("game: dice 2", "the position needs a line 'phase: …'"),
        (
            "game: dice 2\nphase: swap",
            "the phase must be one of deal, roll, choose, over, not 'swap'",
        ),
        ("game: cards 2\nphase: roll", "the phase must be one of deal, play, discard, draw, over"),
        ("game: tiles 2\nphase: roll", "the phase must be one of deal, refill, choose, draw, over"),
        (ROLLING + "nonsense", "a line must look like 'name: value', not 'nonsense'"),
        (ROLLING + "seat: 0\nseat: 1", "'seat' appears twice"),
        (ROLLING + f"board:\nboard:{BOARD}", "'board' appears twice"),
        (ROLLING + "rack 0: RG", "a position of this game cannot have a line 'rack 0: …'"),
        (ROLLING + f"board:{BOARD}", "a position of this game cannot have a line 'board: …'"),
        (PLACING + "drawn: R", "a position of this game cannot have a line 'drawn: …'"),
        (ROLLING + "seat: 2", "there is no seat 2"),
        (ROLLING + "seat: -1", "'seat' must be a number, not '-1'"),
        (ROLLING + "due: many", "'due' must be a number, not 'many'"),
        (ROLLING + "rolls: 10000", "'rolls' must be a number, not '10000'"),
        (ROLLING + "dice 0: RX", "'dice 0' must be letters of ROYGBP, not 'RX'"),
        (
            ROLLING + "pegs 0: 1 2 3",
            "pegs must be six numbers up to 10 in the order ROYGBP, not 1 2 3",
        ),
        (ROLLING + "pegs 0: 1 2 3 4 5 x", "pegs must be six numbers"),
        (ROLLING + "pegs 0: 1 2 3 4 5 -6", "pegs must be six numbers"),
        (ROLLING + "pegs 0: 1 2 3 4 5 600", "pegs must be six numbers"),
        (DUEL.replace("-9", "--9"), "pegs must be six numbers"),
        (DUEL.replace("- 1 0", "- 2 0"), "tokens must be six of '-', '0', '1'"),
        (DUEL.replace("- 1 0", "1 0"), "tokens must be six of '-', '0', '1'"),
        (
            ROLLING + "ending: over",
            "the ending must be one of board-full, instant-win, won, stalled",
        ),
        (ROLLING + "ending: resigned 2", "the ending must be one of"),
        (PLACING + "rack 0: RG XX", "a pile must look like 'RG2 YB', without 'XX'"),
        (
            PLACING + "rack 0: RG7",
            "there are more pieces than the box contains: there is no RG left in the box",
        ),
        (
            PLACING + "rack 0: R",
            "there are more pieces than the box contains: there is no R left in the box",
        ),
        (PLACING + "rack 0: RG4\nbag: RG3", "there are more pieces than the box contains"),
        (
            PLAYING + "hand 0: RR",
            "there are more pieces than the box contains: there is no RR left in the box",
        ),
        (
            PLAYING + "hand 0: RG\nfaceup 1: RG\ndiscards: RG3",
            "there are more pieces than the box contains",
        ),
        (
            "game: tiles 2\nphase: choose\ncentre: " + "R" * 22,
            "there are more pieces than the box contains",
        ),
        ("game: classic 2\nphase: place", "a board must have 11, 13 or 15 rows, not 0"),
        (
            PLACING.replace("P . .", "P . X"),
            "row 6 of the board has 11 spaces, each one of ROYGBP.",
        ),
        (PLACING.replace("P . .", "P . . ."), "row 6 of the board has 11 spaces"),
        (PLACING.replace("classic 2", "classic 3"), "the board must have 13 rows in this game"),
        (PLACING.replace("P . .", ". . ."), "the six printed symbols must be on their own"),
        (PLACING + "pegs 0: 1 2 3 4 5 19", "pegs must be six numbers up to 18"),
        (
            PLACING.replace("place", "over"),
            "a position must have an ending if the game is over, and only then",
        ),
        (
            ROLLING + "ending: won",
            "a position must have an ending if the game is over, and only then",
        ),
        (ROLLING + "dice 0: RGB", "each player must have 4 dice"),
        (
            PLACING.replace("place", "refill") + "rack 0: RG6",
            "seat 0 holds too many pieces for a draw to come next",
        ),
        (PLAYING + "faceup 0: RG", "each seat must have 2 cards face up"),
    ],
    ids=lambda text: text[-30:],
)
def test_what_is_no_position(text: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert str(caught.value).startswith(says)
