"""Reiner Knizia's Ingenious and Ingenious Challenges: seven games, exactly.

The rules are pure functions on frozen states (`game`), chance comes from a dealer (`Dealer`), and
a game is kept as a record (`Recorder`, `parse`, `verify`, `redact`).
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .record import (
    Dealer,
    MatchRecord,
    NotationError,
    Record,
    Recorder,
    RecordError,
    match_of,
    parse,
    redact,
    replay,
    steps,
    to_json,
    verify,
)
from .record.notation import parse_move, write_move
from .rules import EDITIONS, PLAYERS, Game, IllegalMove, Result, UnknownGame, game
from .rules.moves import (
    Chance,
    Decision,
    Discard,
    Draw,
    Free,
    Keep,
    MatchDie,
    Outcome,
    Place,
    Play,
    Reroll,
    Resign,
    Resolve,
    Score,
    Space,
    Swap,
    Turn,
    WildScore,
)

if TYPE_CHECKING:
    from .bots.hints import analyse
    from .bots.question import Budget
    from .files import read
    from .position import LegalMoves, Line, Position, UnknownPieces
    from .record.position import parse_position, write_position

__version__ = "0.2.0"

__all__ = [
    "EDITIONS",
    "PLAYERS",
    "Budget",
    "Chance",
    "Dealer",
    "Decision",
    "Discard",
    "Draw",
    "Free",
    "Game",
    "IllegalMove",
    "Keep",
    "LegalMoves",
    "Line",
    "MatchDie",
    "MatchRecord",
    "NotationError",
    "Outcome",
    "Place",
    "Play",
    "Position",
    "Record",
    "RecordError",
    "Recorder",
    "Reroll",
    "Resign",
    "Resolve",
    "Result",
    "Score",
    "Space",
    "Swap",
    "Turn",
    "UnknownGame",
    "UnknownPieces",
    "WildScore",
    "analyse",
    "game",
    "match_of",
    "parse",
    "parse_move",
    "parse_position",
    "read",
    "redact",
    "replay",
    "steps",
    "to_json",
    "verify",
    "write_move",
    "write_position",
]

_LOADED_LATER = {
    "analyse": "bots.hints",
    "Budget": "bots.question",
    "LegalMoves": "position",
    "Line": "position",
    "Position": "position",
    "UnknownPieces": "position",
    "parse_position": "record.position",
    "read": "files",
    "write_position": "record.position",
}
"""Names that are imported when they are first used, so that `import ingenious` stays quick."""


def __getattr__(name: str) -> object:
    if name not in _LOADED_LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_LOADED_LATER[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING", "import_module"})
