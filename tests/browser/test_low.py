"""Low screens, as a phone is that is held sideways: every game is played there, in its place."""

import pytest

from testkit.browser.chromium import barriers
from testkit.cases import SOAK

from .conftest import Visit
from .misplaced import misplaced
from .tables import opened

LOW = ((844, 390), (667, 375))


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("classic", 4),
        ("team", 4),
        ("solo", 1),
        ("duel", 2),
        ("cards", 4),
        ("dice", 2),
        ("tiles", 4),
        *([("classic", 2), ("cards", 2), ("dice", 4), ("tiles", 2)] if SOAK else []),
    ],
)
def test_every_game_is_played_on_a_low_screen(visit: Visit, game: str, players: int) -> None:
    player = opened(visit, game, players, "touch", start=0)
    number = 0
    for width, height in LOW:
        assert player.wait(number) == "acting"
        assert misplaced(player, width, height) == [], (width, height)
        number = player.decide()
    player.wait(number)
    assert barriers(player.page) == []
    for width, height in ((740, 360), (932, 430), (900, 500), (1280, 500)):
        assert misplaced(player, width, height) == [], (width, height)


def test_the_rack_holds_its_tiles_on_a_narrow_screen(visit: Visit) -> None:
    player = opened(visit, "classic", 4, "touch", start=0)
    player.wait()
    for width, height in ((600, 900), (699, 900), (700, 900), (899, 1200)):
        assert misplaced(player, width, height) == [], (width, height)
