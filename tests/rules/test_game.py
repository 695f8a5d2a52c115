"""The abstract class of all games."""

import pytest

from ingenious.rules import BoardState, Game, IllegalMove, game
from ingenious.rules.moves import Keep


class OnlyOpening(Game[BoardState]):
    """A game in which only `opening` is implemented."""

    def opening(self, start: int) -> BoardState:
        raise AssertionError("never created")


def test_python_refuses_to_create_an_incomplete_game() -> None:
    kind: type = OnlyOpening
    with pytest.raises(TypeError) as refused:
        kind()
    message = str(refused.value).replace("'", "")  # Python 3.12 and newer quote the names
    assert "abstract methods awaits, deal_parts, legal, scores, step" in message


@pytest.mark.parametrize(("name", "count"), [("classic", 12), ("cards", 16), ("dice", 8)])
def test_no_decision_is_possible_before_the_opening_deal(name: str, count: int) -> None:
    rules = game(name, 2)
    with pytest.raises(IllegalMove, match=rf"the opening deal of {count} comes first; 'keep' is"):
        rules.apply(rules.new(0), Keep())
