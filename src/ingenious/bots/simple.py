"""A simple player for each level, which needs no compiled code, until its bot is loaded."""

from ..rules import AnyGame, BoardGame
from .baselines import REFERENCES
from .players import ReferencePlayer


def simple_player(game: AnyGame, level: int) -> ReferencePlayer:
    """A player that looks one move ahead, about as strong as levels 1 to 3."""
    name = "greedy"
    if isinstance(game, BoardGame):
        name = "points" if level == 1 else "soft-min" if level == 2 else "denial"
    return ReferencePlayer(name, REFERENCES[name])
