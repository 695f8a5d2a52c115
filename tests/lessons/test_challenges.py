"""Why answers in the Challenges miss their goals, from the events of the decisions."""

import pytest

from ingenious.lessons.challenges import count_reasons, reasons
from ingenious.lessons.goals import Answer, quantity
from ingenious.position import Position
from ingenious.rules.events import Event
from ingenious.rules.moves import Decision

CARDS = """
game: cards 3
phase: play
pegs 0: 3 0 2 1 2 3
hand 0: RO YB GP
faceup 0: RB
faceup 1: RG
faceup 2: OP
"""
DICE = """
game: dice 2
phase: choose
rolls: 2
pegs 0: 6 5 6 4 3 5
dice 0: RPYP
dice 1: RRGO
"""
TILES = """
game: tiles 4
phase: choose
pegs 0: 3 4 2 1 2 3
centre: OOB
drawn: O
"""


def answer(text: str, *moves: str) -> Answer:
    """What comes of a decision and the outcomes after it."""
    before = after = Position.parse(text)
    story: list[Event] = []
    for move in moves:
        story += after.events(after.read(move))
        after = after.play(after.read(move))
    decision = before.read(moves[0])
    assert isinstance(decision, Decision)
    return Answer(before, 0, decision, tuple(story), after)


@pytest.mark.parametrize(
    ("text", "moves", "word", "parts", "rule"),
    [
        (
            CARDS,
            ["play RO"],
            "points",
            [("early", {"colour": "R", "other": "O", "n": 0})],
            "F2",
        ),
        (
            DICE,
            ["use 0 1 2 3"],
            "highest",
            [("stopped", {"colour": "R", "at": 6, "n": 2, "colours": "B"})],
            "F2",
        ),
        (
            CARDS,
            ["play YB"],
            "points",
            [
                ("match.none", {"colour": "Y", "n": 0}),
                ("match", {"colour": "B", "n": 1}),
            ],
            "G3",
        ),
        (CARDS, ["play OR"], "shown", [("left", {"colour": "R", "n": 2})], "G4"),
        (CARDS, ["play GP"], "calls", [("peg", {"colour": "P", "n": 3, "want": 10})], "F3"),
        (DICE, ["use 1+3=B 0 2"], "points", [("dice", {"n": 2, "wild": 1})], "H4"),
        (DICE, ["reroll", "[Y Y Y Y]"], "points", [("reroll", {})], "H3"),
        (TILES, ["score"], "points", [("beyond", {"colour": "O", "at": 5, "n": 2})], "I2"),
        (TILES, ["draw", "[O]"], "score", [("bust.repeated", {"colour": "O"})], "I5"),
        (TILES, ["draw", "[R]"], "score", [("bust.missing", {"colour": "R"})], "I5"),
    ],
)
def test_a_decision_is_explained_from_its_events(
    text: str, moves: list[str], word: str, parts: list[object], rule: str
) -> None:
    found, why = reasons(answer(text, *moves), word, "ROYGBP")
    assert list(found) == parts
    assert why == rule


@pytest.mark.parametrize(
    ("text", "move", "value", "too_many", "name"),
    [
        (CARDS, "play RO", "pegs.red", True, "count.closed"),
        (CARDS, "play RO", "pegs.red", False, "count.further"),
        (CARDS, "play RO", "points", True, "count.cards.less"),
        (DICE, "use 0 1 2 3", "points", False, "count.dice.more"),
        (DICE, "use 0 1+3=R 2", "points", False, "count.dice.set"),
        (DICE, "reroll", "rolled", False, "count.rolled"),
        (TILES, "score", "pegs.orange", True, "rule"),
        (TILES, "score", "returned", True, "count.returned"),
        (TILES, "score", "lowest", True, "count.lowest"),
    ],
)
def test_a_wrong_number_is_explained(
    text: str, move: str, value: str, too_many: bool, name: str
) -> None:
    (part,), _ = count_reasons(answer(text, move), value, too_many)
    assert part[0] == name


@pytest.mark.parametrize(
    ("text", "move", "name", "value"),
    [
        (CARDS, "play RO", "moved.red", 0),
        (CARDS, "play RO", "lost.red", 2),
        (CARDS, "play RO", "shown.red", 2),
        (CARDS, "play RO", "swappable", 0),
        (CARDS, "play GP", "before.swappable", 0),
        (DICE, "reroll", "rolled", 4),
        (DICE, "use 0 1 2 3", "rolled", 0),
        (DICE, "use 0 1 2 3", "shown.red", 2),
        (TILES, "score", "returned.orange", 2),
        (TILES, "score", "shown.orange", 0),
        (TILES, "draw", "before.safe.blue", 1),
        (TILES, "draw", "before.safe.orange", 0),
    ],
)
def test_quantities_of_the_challenges(text: str, move: str, name: str, value: int) -> None:
    assert quantity(name, answer(text, move)) == value
