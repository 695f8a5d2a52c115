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
    to_json,
    verify,
)
from .record.notation import parse_move, write_move
from .record.position import parse_position, write_position
from .rules import EDITIONS, PLAYERS, Game, IllegalMove, Result, UnknownGame, game

__version__ = "0.1.0"

__all__ = [
    "EDITIONS",
    "PLAYERS",
    "Dealer",
    "Game",
    "IllegalMove",
    "MatchRecord",
    "NotationError",
    "Record",
    "RecordError",
    "Recorder",
    "Result",
    "UnknownGame",
    "game",
    "match_of",
    "parse",
    "parse_move",
    "parse_position",
    "redact",
    "replay",
    "to_json",
    "verify",
    "write_move",
    "write_position",
]
