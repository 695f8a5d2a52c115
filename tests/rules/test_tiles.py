"""The Tile Challenge."""

import pytest

from ingenious.rules import Result, game
from ingenious.rules.events import (
    CalledIngenious,
    CentreRefilled,
    Ended,
    PegMoved,
    TilesScored,
    TurnBegan,
    WentOut,
)
from ingenious.rules.moves import Chance, Draw, Free, Outcome, Score, Turn
from ingenious.rules.tiles import BOX
from testkit.positions import after, broken_rule, events_of, legal, play


@pytest.mark.rules("I1")
def test_three_of_126_tiles_go_to_the_centre() -> None:
    rules = game("tiles", 2)
    assert (len(BOX), BOX.count("G")) == (126, 21)
    assert rules.awaits(rules.new(1)) == Chance("deal", "I1", None, 3, BOX)
    state = rules.apply(rules.new(1), Outcome(("B", "R", "B")))
    assert (state.centre, len(state.pool)) == ("RBB", 123)
    assert rules.awaits(state) == Turn(1, "draw-or-free", "I4")
    with pytest.raises(ValueError, match="a tile must show one of"):
        rules.apply(rules.new(), Outcome(("RG", "R", "B")))


# The printed example: a yellow sun is drawn, then a green disk; both lie in the centre.
PRINTED = "game: tiles 3\nphase: choose\ncentre: YGB\n"


@pytest.mark.rules("I5", "I6")
def test_the_printed_example() -> None:
    """Yellow and green go up by two; the blue star stays in the centre."""
    rules, state = play(PRINTED, "draw")
    assert rules.awaits(state) == Chance("draw", "I5", 0, 1, state.pool)
    assert legal(PRINTED, "draw", "[Y]") == {Score(), Draw()}
    state = after(PRINTED, "draw", "[Y]", "draw", "[G]", "score")
    assert state.pegs[0] == (0, 0, 2, 2, 0, 0)
    assert (state.centre, state.drawn, state.seat) == ("B", "", 1)
    assert len(state.pool) == 126 - 3 - 2
    events = events_of(PRINTED, "draw", "[Y]", "draw", "[G]", "score")
    assert events[0] == TilesScored(0, "YG", "YYGG", "")
    assert events[-1] == TurnBegan(1)


@pytest.mark.rules("I5")
@pytest.mark.parametrize(
    ("drawn", "repeated", "centre"), [("Y", True, "YYYGB"), ("R", False, "RYYGB")]
)
def test_a_player_is_out_when_a_tile_repeats_or_is_not_in_the_centre(
    drawn: str, repeated: bool, centre: str
) -> None:
    moves = ("draw", "[Y]", "draw", f"[{drawn}]")
    state = after(PRINTED, *moves)
    assert (state.seat, state.centre, state.drawn) == (1, centre, "")
    assert state.pegs[0] == (0,) * 6
    assert WentOut(0, drawn, repeated, "Y" + drawn, 0) in events_of(PRINTED, *moves)


@pytest.mark.rules("I3")
def test_a_turn_begins_by_drawing_the_centre_up_to_three() -> None:
    moves = ("draw", "[Y]", "draw", "[G]", "score")
    rules, state = play(PRINTED, *moves)
    assert rules.awaits(state) == Chance("refill", "I3", 1, 2, state.pool)
    assert rules.legal(state) == ()
    assert broken_rule(PRINTED, *moves, "[R]") == "I3"
    assert after(PRINTED, *moves, "[R P]").centre == "RBP"
    assert events_of(PRINTED, *moves, "[R P]") == (CentreRefilled(1, "RP"),)


@pytest.mark.rules("I4")
def test_first_a_free_score_or_a_draw() -> None:
    assert legal(PRINTED) == {Free("Y"), Free("G"), Free("B"), Draw()}
    assert broken_rule(PRINTED, "score") == "I4"
    assert broken_rule(PRINTED, "draw", "[Y]", "free G") == "I4"  # never both
    assert broken_rule(PRINTED, "keep") == "I4"
    assert broken_rule(PRINTED, "[R]") == "I4"


@pytest.mark.rules("I2")
@pytest.mark.parametrize(("players", "target"), [(2, 7), (3, 7), (4, 5)])
def test_pegs_stop_at_the_target(players: int, target: int) -> None:
    position = (
        f"game: tiles {players}\nphase: choose\ncentre: YYYGB\npegs 0: 0 0 {target - 1} 0 0 0"
    )
    assert after(position, "draw", "[Y]", "score").pegs[0][2] == target


@pytest.mark.rules("I2")
def test_areas_do_not_apply() -> None:
    position = "game: tiles 2\nphase: choose\ncentre: YYYYG\n"
    assert after(position, "free Y").pegs[0] == (0, 0, 4, 0, 0, 0)


@pytest.mark.rules("I6")
def test_a_tile_beyond_the_target_goes_back_to_the_pool() -> None:
    position = "game: tiles 2\nphase: choose\ncentre: YYYG\npegs 0: 0 0 5 0 0 0"
    state = after(position, "draw", "[Y]", "score")
    assert state.pool.count("Y") == 21 - 4 + 2
    events = events_of(position, "draw", "[Y]", "score")
    assert TilesScored(0, "YYY", "YY", "YY") in events
    assert PegMoved(0, "Y", 5, 7, 2, "I2") in events


@pytest.mark.rules("I7")
def test_a_free_score_takes_one_of_the_lowest_symbols() -> None:
    position = "game: tiles 2\nphase: choose\ncentre: YYGGB\npegs 0: 1 1 0 0 1 1"
    assert {Free("Y"), Free("G"), Draw()} == legal(position)
    state = after(position, "free G")
    assert state.pegs[0] == (1, 1, 0, 2, 1, 1)
    assert (state.centre, state.seat, state.phase) == ("YYB", 1, "choose")
    assert broken_rule(position, "free B") == "I7"  # not among the lowest
    position = position.replace("pegs 0: 1 1 0 0 1 1", "pegs 0: 0 1 1 1 1 1")
    assert broken_rule(position, "free R") == "I7"  # not in the centre
    assert legal(position) == {Draw()}


@pytest.mark.rules("I8", "I3")
def test_a_peg_on_the_target_earns_a_bonus_turn() -> None:
    position = "game: tiles 2\nphase: choose\ncentre: YYGG\npegs 0: 1 1 5 5 1 1"
    moves = ("draw", "[Y]", "draw", "[G]", "score")
    state = after(position, *moves)
    assert (state.seat, state.due, state.phase) == (0, 2, "refill")
    assert events_of(position, *moves).count(CalledIngenious(0, "Y", "I8")) == 1
    assert events_of(position, *moves)[-1] == TurnBegan(0, bonus=True)
    state = after(position, *moves, "[R O P]", "free R")
    assert (state.seat, state.due) == (0, 1)


@pytest.mark.rules("I5", "I8")
def test_going_out_loses_the_bonus_turns_still_owed() -> None:
    position = "game: tiles 2\nphase: choose\ndue: 3\ncentre: YYGG\npegs 0: 1 1 7 7 1 1"
    state = after(position, "draw", "[R]")
    assert (state.seat, state.due) == (1, 1)
    assert WentOut(0, "R", False, "R", 2) in events_of(position, "draw", "[R]")


@pytest.mark.rules("I8", "A3", "A4")
def test_all_six_on_the_target_win() -> None:
    position = (
        "game: tiles 4\nphase: choose\ncentre: YYGG\npegs 0: 5 5 4 5 5 5\npegs 2: 3 3 3 3 3 3"
    )
    rules, state = play(position, "free Y")
    assert rules.result(state) == Result(
        "won", ((5,) * 6, (0,) * 6, (3,) * 6, (0,) * 6), (1, 3, 2, 3)
    )
    assert events_of(position, "free Y")[-1] == Ended("won", "I8")
    assert state.due == 0


@pytest.mark.rules("I9")
def test_with_an_empty_pool_a_player_must_score() -> None:
    position = "game: tiles 2\nphase: choose\npool:\ncentre: YYGG\npegs 0: 1 1 0 0 1 1"
    assert legal(position) == {Free("Y"), Free("G")}
    assert broken_rule(position, "draw") == "I9"
    drawn = position + "\ndrawn: Y"
    assert legal(drawn) == {Score()}
    assert broken_rule(drawn, "draw") == "I9"


@pytest.mark.rules("I1")
def test_only_what_is_in_the_pool_can_be_drawn() -> None:
    assert broken_rule("game: tiles 2\nphase: draw\npool: R\ncentre: YYG", "[G]") == "I1"


@pytest.mark.rules("A5")
def test_resigning() -> None:
    assert broken_rule(PRINTED, "resign 0") == "A5"
    rules, state = play(PRINTED.replace("tiles 3", "tiles 2"), "resign 0")
    assert rules.ranks(state) == (2, 1)
