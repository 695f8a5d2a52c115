"""The five levels of the bots, and the module that plays each game."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import cast

from ..rules import AnyGame
from .question import Thinker

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Level:
    """A level that a player can choose."""

    number: int
    name: str
    sentence: str


LEVELS: Mapping[int, Level] = {
    level.number: level
    for level in (
        Level(1, "Newcomer", "Knows the rules and likes points, but often misses the best move."),
        Level(2, "Casual", "Takes what scores best now, without a thought for later."),
        Level(3, "Club", "Plays sensibly and seldom errs; a match for regular players."),
        Level(4, "Expert", "Considers what a move leaves to everyone; most people lose to it."),
        Level(5, "Master", "Works out what may follow before it decides: the strongest."),
    )
}
"""The levels by their numbers."""

THINKER_MODULES: Mapping[str, str] = {
    "classic": "board",
    "solo": "board",
    "team": "board",
    "duel": "board",
    "cards": "cards",
    "dice": "dice",
    "tiles": "tiles",
}
"""For each game, the module of this package whose `think` plays it."""


KERNEL_MODULES: Mapping[str, str] = {
    "board": "board.search",
    "cards": "cards.search",
    "dice": "dice.turn",
    "tiles": "tiles.play",
}
"""The compiled module that a thinker calls."""


def thinker(game: AnyGame) -> Thinker:
    """The thinker of a game; imported lazily, because it loads compiled code and weights."""
    return _thinker(THINKER_MODULES[game.name])


@cache
def _thinker(name: str) -> Thinker:
    if not _is_compiled(name):  # before the import, which already compiles some of it
        log.warning(
            "compiling the bots for this machine, which takes about a minute and is only needed "
            "once; `ingenious prepare` does it ahead of time"
        )
    return cast(Thinker, import_module(f".{name}", __package__).think)


def are_compiled() -> bool:
    """Whether the current code of all bots has been compiled on this machine."""
    return all(map(_is_compiled, KERNEL_MODULES))


def _is_compiled(name: str) -> bool:
    """Whether the functions that a thinker calls have been compiled, without importing them."""
    compiled = import_module("..kernel.jit", __package__)
    kernel = ModuleType(KERNEL_MODULES[name])
    path = compiled.PACKAGE.joinpath("kernel", *KERNEL_MODULES[name].split("."))
    kernel.__file__ = str(path.with_suffix(".py"))
    return bool(compiled.is_cached(kernel))
