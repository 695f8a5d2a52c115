"""What is said about a wrong answer: sentences chosen from the events of that very move."""

import pytest

from ingenious.lessons.explaining import Explanation, explain, explain_number
from ingenious.lessons.goals import Answer, parse_goal, quantity
from ingenious.position import Position
from ingenious.rules.moves import Decision

DUEL = """
game: duel 2
phase: place
pegs 0: {pegs}
tokens: {tokens}
rack 0: RG
board:
     R . . . . G
    . . . . . . .
   . . . . . . . .
  . . . . . . . . .
 . . . . . . . . . .
P . Y R R R . . . . B
 . . . . . . . . . .
  . . . . . . . . .
   . . . . . . . .
    . . . . . . .
     Y . . . . O
"""
TEAM = """
game: team 4
phase: place
pegs 0: 0 0 0 0 0 {peg}
rack 0: PP
board:
       . . . . . . . .
      . . . . . . . . .
     . . R . . . . G . .
    . . . . . . . . . . .
   . . . . . . . . . . . .
  . . . . . . . . . . . . .
 . . . . . . . . . . . . . .
. . P P P . . . . . . . B . .
 . . . . . . P P . . . . . .
  . . . . . . . . . . . . .
   . . . . . . . . . . . .
    . . . . . . . . . . .
     . . Y . . . . O . .
      . . . . . . . . .
       . . . . . . . .
"""


def duel(pegs: str = "0 0 0 0 0 0", tokens: str = "- - - - - -") -> Position:
    return Position.parse(DUEL.format(pegs=pegs, tokens=tokens))


def team(peg: int) -> Position:
    return Position.parse(TEAM.format(peg=peg))


def answered(position: Position, move: str) -> Answer:
    decision = position.read(move)
    assert isinstance(decision, Decision)
    return Answer(
        position, position.state.seat, decision, position.events(decision), position.play(decision)
    )


def explained(answer: Answer, goal: str) -> Explanation:
    found = explain(answer, parse_goal(goal), (), (answer,))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("pegs", "goal", "part", "rule"),
    [
        ("-5 0 0 0 0 0", "side == 2", ("side.other", {"colour": "R", "n": 2}), "E4"),
        ("-3 0 0 0 0 0", "side == 2", ("side.zero", {"colour": "R"}), "E4"),
        ("-2 0 0 0 0 0", "side == 2", ("side.one", {"colour": "R"}), "E4"),
        ("2 0 0 0 0 0", "side == 2", ("side.own", {"colour": "R"}), "E4"),
        ("0 0 0 0 0 0", "side.green == 1", ("side.nothing", {}), "E1"),
        (
            "2 0 0 0 0 0",
            "tokens.red",
            ("reaches", {"colour": "R", "n": 5, "stop": 9, "gains": "R3"}),
            "E2",
        ),
        ("-3 0 0 0 0 0", "tokens.red", ("side.zero", {"colour": "R"}), "E4"),
        ("0 0 0 0 0 0", "tokens.green", ("still", {"colour": "G"}), "E2"),
        ("9 0 0 0 0 0", "tokens", ("nothing", {"stop": 9}), "E2"),
    ],
)
def test_how_far_a_peg_of_the_duel_was_pulled(
    pegs: str, goal: str, part: tuple[str, object], rule: str
) -> None:
    found = explained(answered(duel(pegs), "RG H9-G10"), goal)
    assert (found.text, found.rule) == ((part,), rule)


def test_a_token_that_the_player_has_brings_no_bonus() -> None:
    answer = answered(duel("6 0 0 0 0 0", "0 - - - - -"), "RG H9-G10")
    part = ("token", {"colour": "R"})
    assert explained(answer, "tokens.red").text == (part,)
    assert explain_number(answer, "calls", 1).text == (part,)


def test_how_a_bonus_is_counted() -> None:
    answer = answered(duel("6 0 0 0 0 0"), "RG H9-G10")
    assert quantity("calls", answer) == 1
    assert explain_number(answer, "calls", 2).text == (("count.bonus", {}),)


def test_where_a_peg_of_the_duel_ends() -> None:
    across = answered(duel("-2 0 0 0 0 0"), "RG H9-G10")
    assert quantity("pegs.red", across) == 1
    part = ("pull.across", {"colour": "R", "n": 3, "start": 2})
    assert explain_number(across, "pegs.red", 2).text == (part,)
    own = answered(duel("2 0 0 0 0 0"), "RG H9-G10")
    part = ("pull.own", {"colour": "R", "n": 3, "start": 2})
    assert explain_number(own, "pegs.red", 4).text == (part,)


def test_pegs_on_a_side_and_swapped_tiles_are_counted() -> None:
    text = DUEL.format(pegs="9 -2 0 1 0 0", tokens="0 - - - - -")
    swap = text.replace("phase: place", "phase: swap").replace("rack 0: RG", "rack 0: RG RB YP")
    answer = answered(Position.parse(swap), "swap RG RB")
    assert [quantity(name, answer) for name in ("swapped", "side", "side.1")] == [2, 2, 1]
    assert explain_number(answer, "swapped", 3).text == (("rule", {"rule": "E3"}),)


def test_the_order_of_the_halves_is_explained_only_if_it_matters() -> None:
    # The upper half scores 3, the lower one 2.
    better, worse = answered(team(16), "PP I6-H6"), answered(team(16), "PP H6-I6")
    assert [quantity("pegs.purple", one) for one in (better, worse)] == [21, 20]
    found = explained(worse, "pegs.purple >= 21")
    assert found.text == (("order", {"n": 3, "lost": 1, "stop": 18}),)
    assert found.rule == "D3"
    assert explained(better, "pegs.purple >= 22").text[0][0] != "order"
    assert explained(answered(team(17), "PP H6-I6"), "pegs.purple >= 30").text[0][0] == "order"


def test_a_lap_ends_at_18() -> None:
    answer = answered(team(16), "PP H6-I6")
    part, values = explain_number(answer, "pegs.purple", 20).text[0]
    assert (part, values["start"], values["stop"]) == ("lap.stop", 16, 18)
    further = answered(team(18), "PP H6-I6")
    assert explain_number(further, "pegs.purple", 20).text[0][0] == "lap.on"


def test_a_place_that_is_closed_is_explained() -> None:
    answer = answered(duel(), "GR H9-G10")
    best = quantity("before.open.red", answer)
    assert explained(answer, f"open.red > {best}").text[0][0] == "closed"
    assert explained(answer, "open.red == 0").text[0][0] == "open"


@pytest.mark.parametrize(
    ("goal", "title"),
    [
        ("tokens.red", ("peg", {"colour": "R", "n": 5, "want": 9})),
        ("side == 2", ("notquite", {})),
        ("open.red <= 0", ("free", {})),
        ("scored == 2", ("half", {"colour": "R"})),
        ("points.red >= 4", ("short", {"colour": "R", "n": 3, "want": 4})),
    ],
)
def test_the_title_says_what_is_missing(goal: str, title: tuple[str, object]) -> None:
    assert explained(answered(duel("2 0 0 0 0 0"), "RG H9-G10"), goal).title == title
