"""Ingenious for two to four players."""

import pickle
from collections import Counter
from typing import Any

import pytest

from ingenious.record.notation import parse_move
from ingenious.rules import EDITIONS, BoardGame, IllegalMove, Result, UnknownGame, game
from ingenious.rules.boardgame import BOX
from ingenious.rules.events import (
    CalledIngenious,
    Drew,
    Ended,
    PegMoved,
    Placed,
    PutBack,
    Resigned,
    Shown,
    TurnBegan,
)
from ingenious.rules.game import from_lowest, rank
from ingenious.rules.moves import Chance, Keep, Outcome, Place, Swap, Turn
from ingenious.rules.placements import Placements
from testkit.positions import EMPTY_BOARD, LAST_SPACES, after, broken_rule, events_of, legal, play

TWO = "game: classic 2\nphase: place\nboard:" + EMPTY_BOARD


@pytest.mark.rules("B3")
def test_the_box_has_120_tiles() -> None:
    counts = Counter(BOX)
    assert len(BOX) == 120
    assert counts["RG"] == 6
    assert counts["RR"] == 5
    assert len(counts) == 21


@pytest.mark.rules("B1", "B4")
@pytest.mark.parametrize(("players", "radius"), [(2, 5), (3, 6), (4, 7)])
def test_the_opening(players: int, radius: int) -> None:
    rules = game("classic", players)
    state = rules.new(start=1)
    awaited = rules.awaits(state)
    assert awaited == Chance("deal", "B4", None, 6 * players, BOX)
    state = rules.apply(state, Outcome(BOX[: 6 * players]))
    assert state.board.layout.radius == radius
    assert [len(rack) for rack in state.racks] == [6] * players
    assert rules.scores(state) == ((0,) * 6,) * players
    assert len(state.bag) == 120 - 6 * players
    assert rules.awaits(state) == Turn(1, "place", "B6")


@pytest.mark.rules("A2")
def test_seats_play_clockwise_from_the_start() -> None:
    rules, seats = game("classic", 3), []
    state = rules.apply(rules.new(start=2), Outcome(BOX[20:38]))
    for _ in range(4):
        seats.append(state.seat)
        state = rules.apply(state, rules.legal(state)[0])
        if state.phase == "swap":
            state = rules.apply(state, Keep())
        state = rules.apply(state, Outcome(state.bag[:1]))
    assert seats == [2, 0, 1, 2]


@pytest.mark.rules("B5", "B14")
def test_a_turn_is_place_score_refill() -> None:
    rules, state = play(TWO + "rack 0: RG OY YY GG BB PP", "RG H8-H9")
    assert state.phase == "refill"
    assert rules.awaits(state) == Chance("draw", "B14", 0, 1, state.bag)
    assert rules.legal(state) == ()
    state = rules.apply(state, parse_move("[RR]"))
    assert (state.seat, state.phase) == (1, "place")
    assert state.racks[0] == ("RR", "OY", "YY", "GG", "BB", "PP")
    assert state.bag.count("RR") == 4


@pytest.mark.rules("B14")
@pytest.mark.parametrize("draw", ["[]", "[RR OO]"])
def test_a_refill_brings_the_rack_to_six(draw: str) -> None:
    assert broken_rule(TWO + "rack 0: RG OY YY GG BB PP", "RG H8-H9", draw) == "B14"


@pytest.mark.rules("B3")
def test_only_what_is_left_can_be_drawn() -> None:
    bag = "bag: RO2 OO\n"
    assert broken_rule(TWO + bag + "rack 0: RG OY YY GG BB PP", "RG H8-H9", "[YB]") == "B3"
    assert (
        broken_rule("game: classic 2\nphase: deal\nboard:" + EMPTY_BOARD, f"[{'RR ' * 12}]") == "B3"
    )


FIRST_TURN = """
game: classic 2
phase: place
seat: 1
turns: 1
rack 1: RG OO
board:
     R B . . . G
    . P . . . . .
   . . . . . . . .
  . . . . . . . . .
 . . . . . . . . . .
P . . . . . . . . . B
 . . . . . . . . . .
  . . . . . . . . .
   . . . . . . . .
    . . . . . . .
     Y . . . . O
"""


@pytest.mark.rules("B7")
def test_a_first_tile_touches_a_printed_symbol_that_no_tile_touches() -> None:
    assert broken_rule(FIRST_TURN, "RG H8-H9") == "B7"  # touches nothing
    assert broken_rule(FIRST_TURN, "RG D7-E6") == "B7"  # touches red, which a tile touches already
    assert after(FIRST_TURN, "RG D13-E13").phase == "refill"  # touches green with one end
    places = {move for move in legal(FIRST_TURN) if isinstance(move, Place)}
    assert parse_move("RG H5-H4") in places
    assert parse_move("RG H5-H6") not in places
    # Nine pairs of spaces touch each of the five corners that are left; RG goes there two ways.
    assert len(places) == 5 * 9 * (2 + 1)


@pytest.mark.rules("B7")
def test_from_the_second_turn_on_a_tile_goes_anywhere() -> None:
    assert after(FIRST_TURN.replace("turns: 1", "turns: 2"), "RG H8-H9").turns == 3


@pytest.mark.rules("B9")
@pytest.mark.parametrize("order", ["RG H8-H9", "GR H9-H8"])
def test_which_half_is_scored_first_makes_no_difference(order: str) -> None:
    position = TWO.replace("P . . . . . . . . . B", "P . . R R . . G G G B")
    state = after(position + "rack 0: RG\npegs 0: 17 0 0 16 0 0", order)
    assert state.standing.pegs[0] == (18, 0, 0, 18, 0, 0)
    assert state.due == 0  # two are owed, and lapse with an empty rack
    moves = legal(position + "rack 0: GG\npegs 0: 17 0 0 16 0 0")
    assert parse_move("GG H8-H9") in moves
    assert parse_move("GG H9-H8") not in moves


NEAR_18 = TWO.replace("P . . . . . . . . . B", "P . . R R . . G G G B")


@pytest.mark.rules("B10")
def test_a_peg_stops_at_18() -> None:
    events = events_of(NEAR_18 + "rack 0: RG OO\npegs 0: 17 0 0 18 0 0", "RG H8-H9")
    assert PegMoved(0, "R", 17, 18, 1, "B10") in events
    assert PegMoved(0, "G", 18, 18, 3, "B10") in events


@pytest.mark.rules("B11")
def test_each_peg_that_reaches_18_earns_a_bonus_placement() -> None:
    position = NEAR_18 + "rack 0: RG OO YY BB PP BP\npegs 0: 16 0 0 15 0 0"
    rules, state = play(position, "RG H8-H9")
    assert (state.phase, state.seat, state.due) == ("bonus", 0, 2)
    assert broken_rule(position, "RG H8-H9", "[RR]") == "B11"  # no refill before it
    assert broken_rule(position, "RG H8-H9", "keep") == "B11"  # and no declining
    placed = events_of(position, "RG H8-H9", "OO I8-I9")[0]
    assert isinstance(placed, Placed)
    assert placed.bonus
    rules, state = play(position, "RG H8-H9", "OO I8-I9", "YY J8-J9")
    awaited = rules.awaits(state)
    assert isinstance(awaited, Chance)
    assert awaited.count == 3


@pytest.mark.rules("B11")
def test_a_peg_that_already_stood_on_18_earns_nothing_more() -> None:
    position = NEAR_18 + "rack 0: RG OO\npegs 0: 18 0 0 15 0 0"
    assert after(position, "RG H8-H9").due == 1
    assert events_of(position, "RG H8-H9").count(CalledIngenious(0, "G", "B11")) == 1
    assert CalledIngenious(0, "R", "B11") not in events_of(position, "RG H8-H9")


@pytest.mark.rules("B11")
def test_a_bonus_placement_can_earn_another() -> None:
    position = NEAR_18 + "rack 0: RR GG OO YY BB PP\npegs 0: 16 0 0 16 0 0"
    state = after(position, "RR H8-I8")
    assert (state.due, state.phase) == (1, "bonus")
    assert after(position, "RR H8-I8", "GG H9-I9").due == 1


@pytest.mark.rules("B12", "B13")
def test_with_an_empty_rack_bonuses_lapse_and_the_rack_is_just_refilled() -> None:
    rules, state = play(NEAR_18 + "rack 0: RG\npegs 0: 16 0 0 15 0 0", "RG H8-H9")
    awaited = rules.awaits(state)
    assert (state.phase, state.due) == ("refill", 0)
    assert isinstance(awaited, Chance)
    assert awaited.count == 6


SWAP = NEAR_18 + "rack 0: RG YY GG\npegs 0: 3 0 9 9 9 0"


@pytest.mark.rules("B13")
def test_a_rack_without_any_lowest_colour_may_be_swapped() -> None:
    position = SWAP  # the lowest are orange and purple
    rules, state = play(position, "RG H8-H9")
    assert rules.awaits(state) == Turn(0, "swap", "B13")
    assert rules.legal(state) == (Swap(("YY", "GG")), Keep())
    kept = after(position, "RG H8-H9", "keep")
    assert kept.phase == "refill"
    assert events_of(position, "RG H8-H9", "keep") == ()  # because the rack stays hidden
    assert events_of(position, "RG H8-H9", "swap YY GG") == (Shown(0, ("YY", "GG"), "B13"),)
    assert broken_rule(position, "RG H8-H9", "swap YY") == "B13"  # the whole rack, or nothing
    assert broken_rule(position, "RG H8-H9", "[RR]") == "B13"


@pytest.mark.rules("B13")
def test_the_old_tiles_go_back_only_after_the_new_ones_are_drawn() -> None:
    position = SWAP + "\nbag: RR5 OO5"
    swapped = after(position, "RG H8-H9", "swap YY GG")
    assert swapped.racks[0] == ()
    assert "YY" not in swapped.bag
    assert broken_rule(position, "RG H8-H9", "swap YY GG", "[YY RR RR RR RR RR]") == "B3"
    state = after(position, "RG H8-H9", "swap YY GG", "[RR RR RR RR RR OO]")
    assert state.racks[0] == ("RR", "RR", "RR", "RR", "RR", "OO")
    assert state.bag == ("OO", "OO", "OO", "OO", "YY", "GG")
    assert (state.seat, state.phase, state.aside) == (1, "place", ())  # once, and the turn is over
    events = events_of(position, "RG H8-H9", "swap YY GG", "[RR RR RR RR RR OO]")
    assert events == (Drew(0, 6), PutBack(0, ("YY", "GG")), TurnBegan(1))
    assert after(position, "RG H8-H9", "swap GG YY") == swapped  # in any order


@pytest.mark.rules("B13")
def test_one_tile_with_one_tied_colour_forbids_the_swap() -> None:
    state = after(NEAR_18 + "rack 0: RG YY GP\npegs 0: 3 0 9 9 9 0", "RG H8-H9")
    assert state.phase == "refill"
    position = NEAR_18 + "rack 0: RG YY GP\npegs 0: 3 0 9 9 9 0"
    assert broken_rule(position, "RG H8-H9", "swap YY GP") == "B13"


@pytest.mark.rules("B15")
def test_the_game_ends_when_no_two_adjacent_spaces_are_empty() -> None:
    position = (
        "game: classic 2\nphase: place\nrack 0: OB RR\npegs 0: 3 4 5 6 7 8\nboard:" + LAST_SPACES
    )
    rules, state = play(position, "OB D7-D8")
    assert state.phase == "over"
    assert rules.awaits(state) is None
    assert rules.legal(state) == ()
    result = rules.result(state)
    assert isinstance(result, Result)
    assert (result.reason, result.ranks) == ("board-full", (1, 2))
    assert broken_rule(position, "OB D7-D8", "[RR]") == "A3"
    assert broken_rule(position, "OB D7-D8", "RR D7-D8") == "A3"
    assert broken_rule(position, "OB D7-D8", "resign 0") == "A3"
    assert events_of(position, "OB D7-D8")[-1] == Ended("board-full", "B15")


@pytest.mark.rules("B15", "B12")
def test_the_board_fills_in_the_middle_of_bonus_placements() -> None:
    position = (
        "game: classic 2\nphase: place\nrack 0: RO YY\npegs 0: 17 0 0 0 0 0\nboard:" + LAST_SPACES
    )
    state = after(position, "RO D7-D8")
    assert state.standing.pegs[0][0] == 18
    assert (state.phase, state.due) == ("over", 0)


@pytest.mark.rules("B16", "A3")
def test_six_pegs_on_18_win_at_once() -> None:
    position = (
        "game: classic 2\nphase: place\nrack 0: RO YY\npegs 0: 17 18 18 18 18 18\n"
        "pegs 1: 18 18 18 18 18 17\nboard:"
    )
    rules, state = play(position + LAST_SPACES, "RO D7-D8")
    result = rules.result(state)
    assert result is not None
    # It takes precedence over the full board and the bonus of the same placement.
    assert (result.reason, result.ranks, state.due) == ("instant-win", (1, 2), 0)
    assert events_of(position + LAST_SPACES, "RO D7-D8")[-1] == Ended("instant-win", "B16")


@pytest.mark.rules("A4")
@pytest.mark.parametrize(
    ("pegs", "ranks"),
    [
        # the 2004 rulebook: 10 beats 9; 9 with 12 and 14 beats 9 with 12 and 13
        ([(10, 11, 12, 18, 18, 13), (9, 14, 12, 18, 15, 16), (13, 12, 9, 18, 15, 16)], (1, 2, 3)),
        # the 2023 rulebook: one peg on 12 beats two; 7 is last
        (
            [
                (10, 13, 14, 15, 16, 18),
                (14, 12, 18, 18, 9, 13),
                (12, 18, 12, 18, 18, 9),
                (18, 18, 18, 7, 18, 18),
            ],
            (1, 2, 3, 4),
        ),
        ([(5, 6, 7, 8, 9, 10), (10, 9, 8, 7, 6, 5), (4, 18, 18, 18, 18, 18)], (1, 1, 3)),
    ],
)
def test_ranking_is_from_the_lowest_peg_up(pegs: list[tuple[int, ...]], ranks: object) -> None:
    assert rank(from_lowest(pegs)) == ranks


@pytest.mark.rules("A5")
def test_resigning_ends_the_game_and_leaves_the_pegs() -> None:
    position = TWO + "rack 0: RG\nseat: 0\npegs 0: 9 9 9 9 9 9"
    rules, state = play(position, "resign 1")  # out of turn
    assert rules.result(state) == Result("resigned", ((9,) * 6, (0,) * 6), (1, 2))
    rules, state = play(position, "RG H8-H9", "resign 0")  # while a draw is awaited
    assert rules.ranks(state) == (2, 1)
    assert rules.ranks(after(position)) == (1, 2)  # the ranks before
    assert broken_rule(position, "resign 2") == "A5"
    assert events_of(position, "resign 1") == (Resigned(1), Ended("resigned", "A5"))


@pytest.mark.rules("A5")
def test_three_players_cannot_resign() -> None:
    rules = game("classic", 3)
    state = rules.apply(rules.new(), Outcome(BOX[:18]))
    with pytest.raises(ValueError, match="a player can only resign in a game between two sides"):
        rules.apply(state, parse_move("resign 0"))


@pytest.mark.rules("B17")
def test_editions() -> None:
    assert {
        name: editions for name, editions in EDITIONS.items() if "2004" in editions
    } == dict.fromkeys(("classic", "solo", "team"), ("2023", "2004"))
    assert game("classic", 2, "2004").edition == "2004"
    with pytest.raises(UnknownGame, match="the edition of duel must be '2023', not '2004'"):
        game("duel", 2, "2004")
    number: Any = 2004
    with pytest.raises(UnknownGame, match="must be '2023' or '2004', not 2004"):
        game("classic", 2, number)
    text: Any = "2"
    with pytest.raises(UnknownGame, match="2, 3 or 4 players, not '2'"):
        game("classic", text)


@pytest.mark.parametrize(
    ("name", "players", "words"),
    [
        ("chess", 2, "the games are classic, solo"),
        ("solo", 2, "for 1 player, not 2"),
        ("dice", 5, "2, 3 or 4 players"),
    ],
)
def test_games_that_do_not_exist(name: str, players: int, words: str) -> None:
    with pytest.raises(UnknownGame, match=words):
        game(name, players)


def test_placements_are_a_sequence() -> None:
    rules, state = play(TWO + "rack 0: RG GG\nturns: 2")
    placements = rules.legal(state)
    listed = list(placements)
    assert len(listed) == len(placements) == len(set(listed))
    assert [placements[i] for i in range(len(placements))] == listed
    assert placements[-1] == listed[-1]
    assert placements[3:5] == tuple(listed[3:5])
    with pytest.raises(IndexError):
        placements[len(listed)]


@pytest.mark.rules("B8", "B15")
def test_placements_know_their_gains_without_being_created() -> None:
    rules, state = play(TWO + "rack 0: RG GG\nturns: 2")
    turned = tuple(Place("GG", at) for at in state.board.layout.edges[40:42])
    assert isinstance(rules, BoardGame)
    for placements in (
        rules.placements(state),
        Placements(state.racks[0], state.board.layout, state.board.open, turned),
    ):
        told = [(place.tile, state.board.gain_of(place)) for place in placements]
        groups = placements.gains(state.board)
        assert [(tile, gain) for tile, gains in groups for gain in gains] == told
        assert len({gains for _, gains in told}) > 1


def test_a_draw_reports_only_its_size() -> None:
    events = events_of(TWO + "rack 0: RG OY YY GG BB PP", "RG H8-H9", "[RR]")
    assert events[0] == Drew(0, 1)


def test_invalid_arguments_are_refused() -> None:
    rules = game("classic", 2)
    with pytest.raises(UnknownGame, match="classic has no option opening_roll"):
        game("classic", 2, options={"opening_roll": False})
    with pytest.raises(ValueError, match="from 0 to 1, not 2"):
        rules.new(start=2)
    with pytest.raises(IllegalMove, match="no XX left in the bag"):
        rules.apply(rules.new(), Outcome(("XX",) * 12))
    with pytest.raises(IllegalMove, match="before the opening deal"):
        rules.apply(rules.new(), parse_move("resign 0"))


def test_states_and_errors_can_be_pickled() -> None:
    state = after(SWAP, "RG H8-H9")
    assert pickle.loads(pickle.dumps(state)) == state
    assert len(repr(state.board)) < 150
    error = pickle.loads(pickle.dumps(IllegalMove("B6", "no")))
    assert (error.rule, str(error)) == ("B6", "no (B6)")


def test_the_repr_of_placements_shows_their_number() -> None:
    rules, state = play(TWO + "rack 0: GG")
    assert repr(rules.legal(state)) == f"<{len(rules.legal(state))} placements>"
