"""The searches that `bench.tuning` compares."""

import pytest

from bench import pipe_bot
from bench.tuning import changed, described
from ingenious.bots.board import SEARCHES, Search


def test_a_change_leaves_the_other_settings() -> None:
    own = SEARCHES["duel", 2][5]
    other = changed(own, ["turns=3", "width=6"])
    assert (other.turns, other.width) == (3, 6)
    assert (other.candidates, other.kept, other.playouts) == (
        own.candidates,
        own.kept,
        own.playouts,
    )


@pytest.mark.parametrize("change", ["turn=3", "turns", "turns=", "turns=deep", "noise=1"])
def test_what_is_not_a_setting_is_refused(change: str) -> None:
    with pytest.raises(ValueError, match="is not a setting with a number; the settings are"):
        changed(SEARCHES["duel", 2][5], [change])


@pytest.mark.parametrize("change", ["candidates=300", "width=300", "width=0", "kept=0"])
def test_a_search_that_the_kernel_has_no_room_for_is_refused(change: str) -> None:
    with pytest.raises(ValueError, match="must be from 1 to 160"):
        changed(SEARCHES["duel", 2][5], [change])


def test_the_program_understands_a_described_search(monkeypatch: pytest.MonkeyPatch) -> None:
    own = SEARCHES["duel", 2]
    monkeypatch.setitem(SEARCHES, ("duel", 2), dict(own))
    other = Search(candidates=50, kept=6, playouts=70, width=3, turns=2)
    pipe_bot.use_search("duel", 2, 5, described(other))
    assert SEARCHES["duel", 2][5] == other
