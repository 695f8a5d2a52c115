"""Reiner Knizia's Ingenious and Ingenious Challenges: seven games, exactly.

The rules are pure functions on frozen states (`game`), chance comes from a dealer (`Dealer`), and
a game is kept as a record (`Recorder`, `parse`, `verify`, `redact`).
"""

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
from .record.position import parse_position, write_position
from .rules import EDITIONS, PLAYERS, Game, IllegalMove, Result, UnknownGame, game
from .rules.moves import (
    Chance,
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

__version__ = "0.2.0"

__all__ = [
    "EDITIONS",
    "PLAYERS",
    "Chance",
    "Dealer",
    "Discard",
    "Draw",
    "Free",
    "Game",
    "IllegalMove",
    "Keep",
    "MatchDie",
    "MatchRecord",
    "NotationError",
    "Outcome",
    "Place",
    "Play",
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
    "WildScore",
    "game",
    "match_of",
    "parse",
    "parse_move",
    "parse_position",
    "redact",
    "replay",
    "steps",
    "to_json",
    "verify",
    "write_move",
    "write_position",
]
