"""`ingenious prepare`: compiles the bots in advance."""

from tests.cli.conftest import Command


def test_it_says_what_is_ready(ingenious: Command) -> None:
    result = ingenious("prepare", "solo")
    assert result.status == 0
    assert "ready: solo" in result.err


def test_an_unknown_game_is_refused(ingenious: Command) -> None:
    result = ingenious("prepare", "chess")
    assert result.status == 2
    assert "unknown game: chess; the games are classic" in result.err
