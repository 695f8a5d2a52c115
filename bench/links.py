"""The links: which bots meet to measure how strong they are, and how often."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from .measured import GroupResult
from .resumable import read
from .series import Bot, Series
from .sources import RESULTS, working_tree
from .tile_games import play_tiles

Status = Literal["missing", "stale", "unfinished", "complete"]


@dataclass(frozen=True, slots=True)
class Link:
    """A series: a bot, its opponent, the number of games, and the share that it should win."""

    game: str
    players: int
    bot: str
    other: str
    games: int
    aim: str = ""

    @property
    def mode(self) -> str:
        """The game and its number of players."""
        return f"{self.game}-{self.players}"

    @property
    def name(self) -> str:
        """The name of its result file."""
        return "-".join(filter(None, (self.mode, self.bot, self.other)))

    @property
    def file(self) -> Path:
        """Its result file."""
        return RESULTS / f"{self.name}.json"

    @property
    def is_compiled(self) -> bool:
        """Whether its games are played in compiled code.

        Luck decides most games of the Tile Challenge: it takes thousands to tell two levels apart.
        """
        return self.game == "tiles" and self.bot.isdecimal() and self.other.isdecimal()

    @property
    def play(self) -> Callable[[int], GroupResult] | None:
        """How a group is played; None if the arena plays."""
        if not self.is_compiled:
            return None
        return partial(play_tiles, self.players, int(self.bot), int(self.other))

    def series(self) -> Series:
        """The series between its bots as they are now, without games."""
        version = working_tree()
        bots = [
            Bot(name, name, version.fingerprint(name, self.mode), version.commit)
            for name in (self.bot, self.other)
            if name
        ]
        return Series(self.game, self.players, tuple(bots))

    def status(self, games: int | None = None) -> Status:
        """Whether it has this number of games (or its own), by the bots as they are now."""
        stored = read(self.file)
        if not stored:
            return "missing"
        series = self.series()
        if not series.is_of(stored):
            return "stale"
        number = series.groups_for(games or self.games) - len(stored["scores"].split())
        return "unfinished" if number > 0 else "complete"


BOARD_MODES = (
    ("classic", 2, 200),
    ("classic", 3, 150),
    ("classic", 4, 160),
    ("team", 4, 100),
    ("duel", 2, 200),
)
"""The board games with opponents, and the number of games between levels 5 and 4."""

LINKS = [
    *(
        Link(game, players, "5", "4", games, "70–90 %" if players == 2 else "")
        for game, players, games in BOARD_MODES
    ),
    *(
        Link(game, players, str(level), str(level - 1), 300, "70–90 %" if players == 2 else "")
        for game, players, _ in BOARD_MODES
        for level in (4, 3, 2)
    ),
    Link("solo", 1, "5", "", 200, "21"),
    *(Link("solo", 1, str(level), "", 200) for level in (4, 3, 2, 1)),
    *(
        Link(game, players, str(level), str(level - 1), games)
        for game, games in (("cards", 480), ("dice", 1000), ("tiles", 4000))
        for players in (2, 3, 4)
        for level in (5, 4, 3, 2)
    ),
    Link("classic", 2, "1", "points", 300),
    Link("classic", 2, "1", "soft-min", 300),
    Link("classic", 2, "soft-min", "points", 600),
    Link("classic", 2, "denial", "soft-min", 600),
    Link("classic", 2, "3", "denial", 400),
    Link("classic", 2, "5", "denial", 100, "97 %"),
    Link("classic", 2, "5", "lexicographic", 60, "98 %"),
    Link("classic", 3, "5", "greedy", 60, "90 %"),
    Link("classic", 4, "5", "greedy", 60, "78 %"),
    Link("team", 4, "5", "greedy", 40, "94 %"),
    Link("duel", 2, "5", "greedy", 60, "88 %"),
    Link("cards", 2, "5", "greedy", 120, "90 %"),
    Link("cards", 3, "5", "greedy", 120, "64 %"),
    Link("cards", 4, "5", "greedy", 120, "43 %"),
    Link("dice", 2, "5", "greedy", 120, "79 %"),
    Link("dice", 3, "5", "greedy", 120, "58 %"),
    Link("dice", 4, "5", "greedy", 120, "50 %"),
    Link("tiles", 2, "5", "greedy", 600, "66 %"),
    Link("tiles", 3, "5", "greedy", 600, "40 %"),
    Link("tiles", 4, "5", "greedy", 600, "29 %"),
]


def chosen_links(names: list[str]) -> list[Link]:
    """The links with these names, modes or games; all without names. Raises `ValueError`."""
    known = {name for link in LINKS for name in (link.name, link.mode, link.game)}
    if unknown := set(names) - known:
        raise ValueError(f"there is no link, mode or game {', '.join(sorted(unknown))}")
    return [link for link in LINKS if not names or {link.name, link.mode, link.game} & set(names)]
