"""Every game can be played on low screens, such as a phone in landscape orientation."""

import pytest

from testkit.browser.chromium import axe_violations
from testkit.cases import SOAK

from .conftest import Visit
from .table_layout import layout_problems
from .tables import play_bots

LOW_SCREENS = ((844, 390), (667, 375))


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
def test_every_game_fits_a_low_screen(visit: Visit, game: str, players: int) -> None:
    player = play_bots(visit, game, players, "touch", start=0)
    number = 0
    for width, height in LOW_SCREENS:
        assert player.wait(number) == "acting"
        assert layout_problems(player, width, height) == [], (width, height)
        number = player.decide()
    player.wait(number)
    if SOAK or game not in ("team", "solo", "duel"):  # whose tables are like that of `classic`
        assert axe_violations(player.page) == []
    for width, height in ((740, 360), (932, 430), (900, 500), (1280, 500)):
        assert layout_problems(player, width, height) == [], (width, height)


def test_the_tiles_stay_on_the_rack_on_a_narrow_screen(visit: Visit) -> None:
    player = play_bots(visit, "classic", 4, "touch", start=0)
    player.wait()
    for width, height in ((600, 900), (699, 900), (700, 900), (899, 1200)):
        assert layout_problems(player, width, height) == [], (width, height)
