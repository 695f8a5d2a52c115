"""The abstract class of all games."""

import pytest

from ingenious.rules import BoardState, Game


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
