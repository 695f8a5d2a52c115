"""A simple player for each level, without compiled code, to use until its bot is loaded."""

from ..rules import AnyGame, BoardGame
from .baselines import BASELINES
from .players import BaselinePlayer


def simple_player(game: AnyGame, level: int) -> BaselinePlayer:
    """A player that looks one move ahead, about as strong as levels 1 to 3."""
    name = "greedy"
    if isinstance(game, BoardGame):
        name = "points" if level == 1 else "soft-min" if level == 2 else "denial"
    return BaselinePlayer(name, BASELINES[name])
