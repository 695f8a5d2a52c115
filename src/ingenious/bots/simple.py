"""A simple player for each level that needs nothing compiled, until the real one can answer."""

from typing import Any

from ..rules import BoardGame, Game
from .players import ReferencePlayer
from .references import REFERENCES


def simple_player(game: Game[Any], level: int) -> ReferencePlayer:
    """A player of one move's depth, about as strong as the levels 1 to 3."""
    name = "greedy"
    if isinstance(game, BoardGame):
        name = "points" if level == 1 else "soft-min" if level == 2 else "denial"
    return ReferencePlayer(name, REFERENCES[name])
