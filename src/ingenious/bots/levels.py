"""The five levels of the bots, and the module that plays each game."""

import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
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
        Level(1, "Newcomer", "Takes points, but often in the wrong colour."),
        Level(2, "Casual", "Takes what scores best now, without a thought for others."),
        Level(3, "Club", "Makes the most of its turn, but rarely hinders others."),
        Level(4, "Expert", "Watches every player's chances, but does not look ahead."),
        Level(5, "Master", "Works out what may follow before it decides."),
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


def thinker(game: AnyGame) -> Thinker:
    """The thinker of a game; imported lazily, because it loads compiled code and weights."""
    return _thinker(THINKER_MODULES[game.name])


@cache
def _thinker(name: str) -> Thinker:
    if not _jit().is_prepared(_source_of(name)):
        _jit().announce_compiling(_say_that_it_compiles)  # the import already compiles some of it
    return cast(Thinker, import_module(f".{name}", __package__).think)


def _say_that_it_compiles() -> None:
    log.warning(
        "compiling the bots for this machine, which takes one to five minutes and is only needed "
        "once; `ingenious prepare` does it ahead of time"
    )


def are_compiled() -> bool:
    """Whether the current code of all bots has been compiled on this machine."""
    return all(map(_jit().is_prepared, map(_source_of, set(THINKER_MODULES.values()))))


@contextmanager
def compiling(games: Iterable[str]) -> Iterator[None]:
    """A block that compiles all that the bots of these games call."""
    done = set(games)
    with ExitStack() as stack:
        for name in set(THINKER_MODULES.values()):
            if done >= {game for game, module in THINKER_MODULES.items() if module == name}:
                stack.enter_context(_jit().preparing(_source_of(name)))
        yield


def _source_of(name: str) -> Path:
    return Path(__file__).with_name(f"{name}.py")


def _jit() -> ModuleType:
    """Imported lazily, because it loads numba."""
    return import_module("..kernel.jit", __package__)
