"""The Dice Challenge."""

import pytest

from ingenious.record.notation import parse_move
from ingenious.rules import Result, game
from ingenious.rules.dice import resolutions
from ingenious.rules.events import Ended, Matched, PegMoved, Rolled, TurnBegan, WildScored
from ingenious.rules.moves import Chance, MatchDie, Outcome, Reroll, Resolve, Turn, WildScore
from testkit.positions import after, broken_rule, events_of, legal, play


@pytest.mark.rules("H1", "H2")
@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 3), (4, 2)])
def test_all_dice_are_rolled_before_the_first_turn(players: int, each: int) -> None:
    rules = game("dice", players)
    awaited = rules.awaits(rules.new())
    assert awaited == Chance("deal", "H2", None, players * each, "ROYGBP", repeats=True)
    state = rules.apply(
        rules.new(), Outcome(tuple("RGBYOPRG"[: players * each] + "R")[: players * each])
    )
    assert [len(dice) for dice in state.dice] == [each] * players
    assert rules.awaits(state) == Chance("roll", "H3", 0, each, "ROYGBP", repeats=True)


@pytest.mark.rules("H2")
def test_without_the_opening_roll_there_is_nothing_to_match() -> None:
    rules = game("dice", 2, options={"opening_roll": False})
    assert rules.options == {"opening_roll": False}
    assert game("dice", 2).options == {}
    state = rules.apply(rules.new(), Outcome(tuple("RRGB")))
    state = rules.apply(state, parse_move("use 0 1 2 3"))
    assert state.pegs[0] == (0,) * 6
    # The first player's dice are on the table now.
    state = rules.apply(state, Outcome(tuple("RRGB")))
    state = rules.apply(state, parse_move("use 0 1 2 3"))
    assert state.pegs[1] == (3, 0, 0, 1, 1, 0)


ROLLED = "game: dice 3\nphase: {phase}\nrolls: {rolls}\ndice 0: RGG\ndice 1: RRG\ndice 2: RYB\n"
PRINTED = ROLLED.format(phase="choose", rolls=1)


@pytest.mark.rules("H3")
def test_at_most_three_rolls_and_the_last_counts() -> None:
    rules, state = play(PRINTED, "reroll")
    assert rules.awaits(state) == Chance("roll", "H3", 0, 3, "ROYGBP", repeats=True)
    assert rules.legal(state) == ()
    state = after(PRINTED, "reroll", "[B B B]", "reroll", "[O P Y]")
    assert (state.dice[0], state.rolls) == ("OPY", 3)
    assert broken_rule(PRINTED, "reroll", "[B B B]", "reroll", "[O P Y]", "reroll") == "H3"
    assert Reroll() in legal(PRINTED, "reroll", "[B B B]")
    assert Reroll() not in legal(PRINTED, "reroll", "[B B B]", "reroll", "[O P Y]")
    rules, state = play(PRINTED, "reroll", "[B B B]", "reroll", "[O P Y]")
    assert rules.awaits(state) == Turn(0, "use", "H3")
    assert broken_rule(PRINTED, "reroll", "[B B]") == "H3"  # all of them
    assert broken_rule(PRINTED, "reroll", "[B B RG]") == "H1"
    assert events_of(PRINTED, "reroll", "[B B B]") == (Rolled(0, "BBB", 2),)


@pytest.mark.rules("H3")
@pytest.mark.parametrize("move", ["draw", "[R G B]"])
def test_illegal_moves_after_a_roll(move: str) -> None:
    rules, state = play(PRINTED)
    assert rules.awaits(state) == Turn(0, "roll-or-use", "H3")
    assert broken_rule(PRINTED, move) == "H3"


@pytest.mark.rules("H4")
def test_the_printed_example_of_scoring() -> None:
    """Three red points, and either two green ones or a single wild one."""
    assert after(PRINTED, "use 0 1 2").pegs[0] == (3, 0, 0, 2, 0, 0)
    assert after(PRINTED, "use 0 1+2=O").pegs[0] == (3, 1, 0, 0, 0, 0)
    events = events_of(PRINTED, "use 0 1+2=O")
    assert Matched(0, "R", ((1, 0), (1, 1), (2, 0))) in events
    assert WildScored(0, (1, 2), "O", 1) in events


@pytest.mark.rules("H4", "F2")
def test_the_order_of_the_dice_can_matter() -> None:
    position = PRINTED + "pegs 0: 1 3 3 3 3 0"
    # Three red ones: one more is allowed only when no peg is left on 0.
    assert after(position, "use 1+2=P 0").pegs[0] == (4, 3, 3, 3, 3, 1)
    assert after(position, "use 0 1+2=P").pegs[0] == (3, 3, 3, 3, 3, 1)
    assert PegMoved(0, "R", 1, 3, 1, "F2", "P") in events_of(position, "use 0 1+2=P")


def plain_resolutions(roll: str) -> set[tuple[tuple[str, int, str], ...]]:
    """Every order of every split, counted by symbols: by brute force over all permutations."""
    if not roll:
        return {()}
    found = set()
    for symbol in set(roll):
        for size in range(1, roll.count(symbol) + 1):
            rest = roll.replace(symbol, "", size)
            for chosen in "ROYGBP" if size > 1 else symbol:
                found |= {((symbol, size, chosen), *later) for later in plain_resolutions(rest)}
    return found


@pytest.mark.rules("H4")
@pytest.mark.parametrize(
    ("roll", "ways"),
    [("RRRR", 73), ("RGBY", 24), ("RRGG", 114), ("RRG", 15), ("RR", 7), ("GRGG", 52)],
)
def test_every_split_in_every_order_is_a_decision(roll: str, ways: int) -> None:
    """Of four equal dice: 4, 3+1, 2+2, 2+1+1 or 1+1+1+1."""
    listed = resolutions(roll)
    assert len(listed) == len(set(listed)) == ways
    by_symbol = {
        tuple(
            (roll[use.die], 1, roll[use.die])
            if isinstance(use, MatchDie)
            else (roll[use.dice[0]], len(use.dice), use.symbol)
            for use in way.uses
        )
        for way in listed
    }
    assert by_symbol == plain_resolutions(roll)


@pytest.mark.rules("H4")
@pytest.mark.parametrize(
    "move",
    [
        "use 0 1",  # a die left out
        "use 0 1 2 2",  # a die used twice
        "use 0 1 3",  # no such die
        "use 0+1=R 2",  # not equal
        "use 0 1+1=R 2",
        "use",
    ],
)
def test_every_die_is_used_once_and_wild_scores_take_equal_dice(move: str) -> None:
    assert broken_rule(PRINTED, move) == "H4"


@pytest.mark.rules("H4")
@pytest.mark.parametrize(
    "use", [WildScore((0,), "R"), WildScore((1, 2), "X"), WildScore((1, 7), "R"), MatchDie(-1)]
)
def test_invalid_uses_of_dice(use: WildScore | MatchDie) -> None:
    rules, state = play(PRINTED)
    with pytest.raises(ValueError, match=r"wild score|exactly once"):
        rules.apply(state, Resolve((MatchDie(0), MatchDie(1), use)))


@pytest.mark.rules("H4")
def test_the_same_dice_may_be_named_in_any_order() -> None:
    assert after(PRINTED, "use 2+1=O 0") == after(PRINTED, "use 1+2=O 0")


@pytest.mark.rules("H5", "F3")
def test_a_bonus_turn_is_a_whole_turn_with_fresh_rolls() -> None:
    position = PRINTED + "pegs 0: 8 4 4 9 4 4"
    _rules, state = play(position, "use 0 1 2")
    assert state.pegs[0] == (10, 4, 4, 10, 4, 4)
    assert (state.phase, state.seat, state.rolls, state.due) == ("roll", 0, 0, 2)
    assert events_of(position, "use 0 1 2")[-1] == TurnBegan(0, bonus=True)
    state = after(position, "use 0 1 2", "[O O O]", "use 0 1 2", "[O O O]", "use 0 1 2")
    assert state.seat == 1
    assert state.dice[0] == "OOO"  # the last roll stays on the table for the others
    assert state.due == 1


@pytest.mark.rules("F4", "A3")
def test_the_dice_are_used_to_the_end_before_the_win() -> None:
    position = PRINTED + "pegs 0: 6 7 7 7 7 7"
    rules, state = play(position, "use 0 1 2")
    assert rules.result(state) == Result("won", ((9, 7, 7, 9, 7, 7), (0,) * 6, (0,) * 6), (1, 2, 2))
    assert events_of(position, "use 0 1 2")[-1] == Ended("won", "F4")


@pytest.mark.rules("A5")
def test_resigning() -> None:
    assert broken_rule(PRINTED, "resign 0") == "A5"
    position = "game: dice 2\nphase: roll\ndice 0: RGGB\ndice 1: RRGB"
    rules, state = play(position, "resign 1")
    assert rules.ranks(state) == (1, 2)
