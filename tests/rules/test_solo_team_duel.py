"""The variants on the board: solo, team and duel."""

from itertools import pairwise
from random import Random

import pytest

from ingenious.record.notation import parse_move
from ingenious.rules import Result, game
from ingenious.rules.events import (
    BonusLapsed,
    CalledIngenious,
    Ended,
    PegMoved,
    Shown,
    TokenTaken,
)
from ingenious.rules.game import rank
from ingenious.rules.moves import Chance, Keep, Outcome, Place, Swap, Turn
from ingenious.rules.scoreboards import PegBoards, TugOfWar
from testkit.modes import moves
from testkit.positions import (
    EMPTY_BOARD,
    LAST_SPACES,
    WHOLE_BOARD,
    after,
    broken_rule,
    events_of,
    legal,
    play,
)

# A tile YG on H9-H8 scores 4 in yellow and 2 in green.
LAP = """
board:
     R . . . . G
    . . . . . . .
   . . . . . . . .
  . . . . . . . . .
 . . . . . . . . . .
P . . G G . . . . . B
 . . . . . . Y . . .
  . . . . . . Y . .
   . . . . . . Y .
    . . . . . . Y
     Y . . . . O
"""
SOLO = "game: solo 1\nphase: place\nturns: 5\n"


@pytest.mark.rules("C1")
def test_solo_draws_one_tile_places_it_and_draws_the_next() -> None:
    rules = game("solo")
    state = rules.new()
    assert rules.awaits(state) == Chance("draw", "C1", 0, 1, state.bag)
    state = rules.apply(state, Outcome(("RG",)))
    assert state.racks == (("RG",),)
    assert all(len(before.racks[0]) <= 1 for before, _ in moves(rules, Random(1)))
    kinds = [type(move) for _, move in moves(rules, Random(1))]
    assert set(kinds) == {Place, Outcome}
    assert all(a is not b for a, b in pairwise(kinds))


@pytest.mark.rules("C1", "B7")
def test_the_first_solo_tile_touches_a_printed_symbol() -> None:
    position = "game: solo 1\nphase: place\nturns: 0\nrack 0: RG\nboard:" + EMPTY_BOARD
    assert broken_rule(position, "RG H8-H9") == "B7"
    assert after(position, "RG H4-H5").phase == "refill"


@pytest.mark.rules("C1")
def test_solo_has_no_swap() -> None:
    # The rack is empty, so nothing shows the lowest colour; still there is no choice.
    position = SOLO + "rack 0: YG\npegs 0: 0 9 9 9 9 9" + LAP
    assert after(position, "YG H9-H8").phase == "refill"
    assert broken_rule(position, "YG H9-H8", "swap YG") == "C1"


@pytest.mark.rules("C2", "D2", "D3")
def test_the_printed_example_of_the_double_length_board_alone() -> None:
    """Two green points and four yellow ones move both pegs to 18; three yellow ones are lost."""
    position = SOLO + "rack 0: YG\npegs 0: 9 9 17 16 9 9" + LAP
    state = after(position, "YG H9-H8")
    assert state.standing.pegs == ((9, 9, 18, 18, 9, 9),)
    assert (state.phase, state.due) == ("refill", 0)  # no bonus placements alone
    assert PegMoved(0, "Y", 17, 18, 3, "D3") in events_of(position, "YG H9-H8")
    assert CalledIngenious(0, "Y", "C2") in events_of(position, "YG H9-H8")


@pytest.mark.rules("D2", "D3", "D4")
def test_the_printed_example_in_a_team_owes_two_bonus_placements() -> None:
    board = WHOLE_BOARD.replace(". . P . . . . . . . . . B", ". . P . . G G . . Y Y Y B")
    board = board.replace(" . . . . . . . . . . . . . .", " . . . . . . . . Y . . . . .", 2)
    board = board.replace(" . . . . . . . . Y . . . . .", " . . . . . . . . . . . . . .", 1)
    position = "game: team 4\nphase: place\nrack 0: YG OO PP\npegs 0: 9 9 17 16 9 9\nboard:" + board
    state = after(position, "YG H9-H8")
    assert state.standing.pegs[0] == (9, 9, 18, 18, 9, 9)
    assert (state.phase, state.due) == ("bonus", 2)


@pytest.mark.rules("D3")
@pytest.mark.parametrize(
    ("peg", "points", "end"),
    [(16, 2, 18), (16, 5, 18), (18, 5, 23), (17, 0, 17), (34, 5, 36), (36, 1, 36), (0, 40, 18)],
)
def test_one_scoring_never_carries_a_peg_across_18(peg: int, points: int, end: int) -> None:
    board = PegBoards(1, (18, 36))
    standing = board.new()
    standing = type(standing)(((peg, 0, 0, 0, 0, 0),))
    assert board.score(standing, 0, "R", points, None)[0].pegs[0][0] == end


DOUBLE = """
game: solo 1
phase: place
rack 0: RR
pegs 0: 16 0 0 0 0 0
board:
     R . . . . G
    . . . . . . .
   . . . . . . . .
  . . . . . . . . .
 . . . . . . . . . .
P . . R R . . R R R B
 . . . . . . R . . .
  . . . . . . R . .
   . . . . . . G .
    . . . . . . .
     Y . . . . O
"""


@pytest.mark.rules("D3", "B9")
def test_for_a_double_the_order_of_the_halves_can_matter() -> None:
    """Halves worth 2 and 5 with the peg on 16: 2 first ends on 23, 5 first on 20."""
    assert after(DOUBLE, "RR H8-H9").standing.pegs[0][0] == 23
    assert after(DOUBLE, "RR H9-H8").standing.pegs[0][0] == 20
    choices = legal(DOUBLE)
    assert {parse_move("RR H8-H9"), parse_move("RR H9-H8")} <= choices
    assert parse_move("RR E6-E7") in choices  # scores nothing, so the order is irrelevant
    assert parse_move("RR E7-E6") not in choices
    listed = play(DOUBLE)[0].legal(play(DOUBLE)[1])
    assert [listed[number] for number in range(len(listed))] == list(listed)


@pytest.mark.rules("C3", "B15")
def test_solo_ends_with_the_board_full_and_its_lowest_peg() -> None:
    position = (
        "game: solo 1\nphase: place\nrack 0: OB\npegs 0: 20 21 22 23 24 25\nboard:" + LAST_SPACES
    )
    rules, state = play(position, "OB D7-D8")
    assert events_of(position, "OB D7-D8")[-1] == Ended("board-full", "C3")
    result = rules.result(state)
    assert result is not None
    assert (result.reason, result.ranks) == ("board-full", (1,))
    assert min(result.scores[0]) == 20


@pytest.mark.rules("C3")
def test_solo_is_won_with_six_pegs_on_36() -> None:
    rules, state = play(SOLO + "rack 0: YG\npegs 0: 36 36 33 34 36 36" + LAP, "YG H9-H8")
    assert rules.result(state) == Result("instant-win", ((36,) * 6,), (1,))


@pytest.mark.rules("A5", "C1")
def test_a_solo_player_cannot_resign() -> None:
    assert broken_rule(SOLO + "rack 0: YG" + LAP, "resign 0") == "A5"


TEAM = "game: team 4\nphase: place\nboard:" + WHOLE_BOARD


@pytest.mark.rules("D1")
def test_a_team_shares_one_score_board_and_has_two_racks() -> None:
    rules = game("team")
    assert rules.sides == ((0, 2), (1, 3))
    state = rules.apply(rules.new(), Outcome(rules.new().bag[::5]))
    assert len(state.racks) == 4
    assert len(state.standing.pegs) == 2
    position = TEAM.replace(". . P . .", ". . P P .") + "seat: 2\nrack 2: PO\npegs 0: 1 1 1 1 1 1"
    assert rules.scores(after(position, "PO H5-H6")) == ((1, 1, 1, 1, 1, 3), (0,) * 6) * 2


@pytest.mark.rules("D4")
def test_a_peg_on_36_earns_a_bonus_too() -> None:
    position = TEAM.replace(". . P . .", ". . P P .") + "rack 0: PO OO\npegs 0: 1 1 1 1 1 34"
    state = after(position, "PO H5-H6")
    assert (state.phase, state.due, state.standing.pegs[0][5]) == ("bonus", 1, 36)
    assert CalledIngenious(0, "P", "D4") in events_of(position, "PO H5-H6")


@pytest.mark.rules("B12", "B13", "D4")
def test_an_empty_rack_in_a_team_lets_bonuses_lapse() -> None:
    position = TEAM.replace(". . P . .", ". . P P .") + "rack 0: PO\npegs 0: 1 1 1 1 1 16"
    rules, state = play(position, "PO H5-H6")
    awaited = rules.awaits(state)
    assert isinstance(awaited, Chance)
    assert (state.phase, awaited.count) == ("refill", 6)
    assert BonusLapsed(0, 1) in events_of(position, "PO H5-H6")


@pytest.mark.rules("D5")
def test_a_team_swaps_by_its_shared_board() -> None:
    # Seat 2 has placed nothing yet, but its team's lowest colour is purple alone.
    position = TEAM + "seat: 2\nrack 2: RO YG\npegs 0: 5 5 5 5 5 0"
    rules, state = play(position, "RO H8-H9")
    assert rules.awaits(state) == Turn(2, "swap", "D5")
    assert broken_rule(position, "RO H8-H9", "swap RO") == "D5"
    assert events_of(position, "RO H8-H9", "swap YG") == (Shown(2, ("YG",), "D5"),)
    assert after(position.replace("pegs 0", "pegs 1"), "RO H8-H9").phase == "refill"


@pytest.mark.rules("D6", "A4")
def test_teams_are_ranked_together() -> None:
    rules, state = play(TEAM + "rack 0: RO\npegs 0: 3 3 3 3 3 3\npegs 1: 9 9 9 9 9 2")
    assert rules.ranks(state) == (1, 3, 1, 3)


@pytest.mark.rules("D6")
def test_a_team_wins_with_all_pegs_on_36() -> None:
    position = TEAM.replace(". . P . .", ". . P P .") + "rack 0: PO\npegs 0: 36 36 36 36 36 35"
    rules, state = play(position, "PO H5-H6")
    result = rules.result(state)
    assert result is not None
    assert (result.reason, result.ranks) == ("instant-win", (1, 3, 1, 3))
    assert events_of(position, "PO H5-H6")[-1] == Ended("instant-win", "D6")


@pytest.mark.rules("A5", "D1")
def test_a_team_resigns_as_a_whole() -> None:
    rules, state = play(TEAM + "rack 0: RO", "resign 3")
    assert rules.ranks(state) == (1, 3, 1, 3)


DUEL = "game: duel 2\nphase: place\nboard:" + EMPTY_BOARD
PULL = DUEL.replace("P . . . . . . . . . B", "P . . R R . . G G G B")


@pytest.mark.rules("E1")
@pytest.mark.parametrize(("seat", "pegs"), [(0, (2, 0, 0, 3, 0, 0)), (1, (-2, 0, 0, -3, 0, 0))])
def test_points_pull_a_peg_towards_the_scorer(seat: int, pegs: object) -> None:
    position = PULL + f"seat: {seat}\nrack {seat}: RG"
    rules, state = play(position, "RG H8-H9")
    assert state.standing.pegs == (pegs,)
    assert rules.scores(state)[seat] == (2, 0, 0, 3, 0, 0)
    assert rules.scores(state)[1 - seat] == (-2, 0, 0, -3, 0, 0)


@pytest.mark.rules("E1")
def test_the_middle_is_a_space_and_beyond_9_nothing_moves() -> None:
    state = after(PULL + "rack 0: RG OO\npegs 0: -1 0 0 8 0 0", "RG H8-H9")
    assert state.standing.pegs[0][:4] == (1, 0, 0, 9)
    events = events_of(PULL + "rack 0: RG OO\npegs 0: -1 0 0 8 0 0", "RG H8-H9")
    assert PegMoved(0, "G", 8, 9, 2, "E1") in events


@pytest.mark.rules("E2")
@pytest.mark.parametrize(
    ("tokens", "due", "from_opponent"), [("- - - - - -", 1, False), ("- - - 1 - -", 1, True)]
)
def test_a_peg_on_9_takes_its_token_and_owes_a_bonus(
    tokens: str, due: int, from_opponent: bool
) -> None:
    position = PULL + f"rack 0: RG OO YY\npegs 0: 0 0 0 7 0 0\ntokens: {tokens}"
    state = after(position, "RG H8-H9")
    assert (state.phase, state.due) == ("bonus", due)
    assert state.standing.tokens[3] == 0
    taken = TokenTaken(0, "G", from_opponent)
    assert events_of(position, "RG H8-H9")[-2:] == (CalledIngenious(0, "G", "E2"), taken)
    assert broken_rule(position, "RG H8-H9", "keep") == "B11"  # it is mandatory


@pytest.mark.rules("E2")
def test_the_holder_of_a_token_earns_nothing_more_in_its_colour() -> None:
    position = PULL + "rack 0: RG RO\npegs 0: 0 0 0 7 0 0\ntokens: - - - 0 - -"
    state = after(position, "RG H8-H9")
    assert state.due == 0
    assert state.standing.pegs[0][3] == 9
    assert state.standing.tokens == (None, None, None, 0, None, None)


EXCHANGE = PULL + "rack 0: RO GB RG YY BP\npegs 0: 9 0 0 -9 9 0\ntokens: 0 - - 1 0 -"


@pytest.mark.rules("E3")
def test_all_tiles_of_finished_colours_may_be_exchanged() -> None:
    # Red and blue are on seat 0's 9; green is on the opponent's.
    rules, state = play(EXCHANGE, "YY E8-E9")
    assert rules.awaits(state) == Turn(0, "swap", "E3")
    assert rules.legal(state) == (Swap(("RO", "RG", "GB", "BP")), Keep())
    assert broken_rule(EXCHANGE, "YY E8-E9", "swap RO RG") == "E3"
    swap = events_of(EXCHANGE, "YY E8-E9", "swap RO RG GB BP")
    assert swap == (Shown(0, ("RO", "RG", "GB", "BP"), "E3"),)
    state = after(EXCHANGE, "YY E8-E9", "swap RO RG GB BP", "[OO OO OO OO YP YP]")
    assert state.racks[0] == ("OO", "OO", "OO", "OO", "YP", "YP")
    assert {"RO", "RG", "GB", "BP"} <= set(state.bag)


@pytest.mark.rules("E3")
def test_a_duel_keeps_the_other_tiles_and_draws_up_to_six() -> None:
    position = EXCHANGE.replace("RO GB RG YY BP", "RO YY OO OP")
    rules, state = play(position, "YY E8-E9", "swap RO")
    awaited = rules.awaits(state)
    assert isinstance(awaited, Chance)
    assert (awaited.count, state.racks[0]) == (4, ("OO", "OP"))


@pytest.mark.rules("E3")
@pytest.mark.parametrize("rack", ["YY OO OP", "YY"])
def test_a_rack_without_finished_colours_cannot_be_swapped(rack: str) -> None:
    position = EXCHANGE.replace("RO GB RG YY BP", rack)
    assert after(position, "YY E8-E9").phase == "refill"
    assert broken_rule(position, "YY E8-E9", "swap") == "E3"


@pytest.mark.rules("E3", "B13")
def test_the_duel_has_no_swap_of_a_whole_rack() -> None:
    # No tile shows any lowest colour, and still there is no choice.
    assert after(PULL + "rack 0: RG OO\npegs 0: 5 5 0 5 0 0", "RG H8-H9").phase == "refill"


@pytest.mark.rules("E4")
@pytest.mark.parametrize(
    ("pegs", "ranks"),
    [
        ((2, 0, -3, 4, -2, 0), (1, 2)),  # the printed ending: 2 and 2, then 4 beats 3
        ((1, 1, -9, 0, 0, 0), (1, 2)),  # more pegs
        ((1, -1, 0, 0, 0, 0), (1, 1)),  # a draw
        ((0, 0, 0, 0, 0, 0), (1, 1)),
        ((-1, -9, 3, 3, 0, 0), (1, 2)),  # the lowest first
    ],
)
def test_the_duel_is_ranked_by_pegs_on_each_side(pegs: tuple[int, ...], ranks: object) -> None:
    board = TugOfWar()
    assert rank(board.ranked_by(type(board.new())((pegs,)), 2)) == ranks


@pytest.mark.rules("E4", "B15")
def test_the_duel_ends_with_the_board_full() -> None:
    position = "game: duel 2\nphase: place\nrack 0: OB\npegs 0: 0 0 0 0 -3 0\nboard:" + LAST_SPACES
    rules, state = play(position, "OB D7-D8")
    result = rules.result(state)
    assert result is not None
    assert result.reason == "board-full"
    assert events_of(position, "OB D7-D8")[-1] == Ended("board-full", "E4")
    assert result.scores[1] == tuple(-peg for peg in result.scores[0])


@pytest.mark.rules("E5", "A3")
@pytest.mark.parametrize("seat", [0, 1])
def test_all_six_pegs_on_one_side_win_at_once(seat: int) -> None:
    sign = "" if seat == 0 else "-"
    pegs = f"pegs 0: {sign}1 {sign}9 {sign}1 0 {sign}2 {sign}9"
    position = PULL + f"seat: {seat}\nrack {seat}: RG OO\n{pegs}"
    rules, state = play(position, "RG H8-H9")
    result = rules.result(state)
    assert result is not None
    assert (result.reason, result.ranks[seat], state.due) == ("instant-win", 1, 0)
    assert events_of(position, "RG H8-H9")[-1] == Ended("instant-win", "E5")


@pytest.mark.rules("B9")
def test_the_order_of_halves_never_matters_in_the_duel() -> None:
    moves = legal(PULL + "rack 0: RR\npegs 0: 7 0 0 0 0 0")
    assert parse_move("RR H8-H9") in moves
    assert parse_move("RR H9-H8") not in moves
