"""What the rulebooks say: seven games as pure functions on frozen states.

Nothing here uses files, clocks, sockets or random numbers. A game is a fold over its moves: a state
waits for a seat's decision, or for an outcome of chance, or the game is over.
"""

from collections.abc import Mapping
from typing import Literal, overload

from .board import RADIUS
from .boardgame import RACK_SIZE, BoardGame, BoardState
from .cards import CardChallenge, CardState
from .dice import DiceChallenge, DiceState
from .errors import IllegalMove
from .game import AnyGame, Ending, Game, Pegs, Reason, Result
from .scoreboards import DOUBLE_LENGTH, PegBoards, RuleIds, TugOfWar
from .tiles import TileChallenge, TileState

PLAYERS = {
    "classic": (2, 3, 4),
    "solo": (1,),
    "team": (4,),
    "duel": (2,),
    "cards": (2, 3, 4),
    "dice": (2, 3, 4),
    "tiles": (2, 3, 4),
}
"""The games by name, with the numbers of players each can have."""

EDITIONS = {
    "classic": ("2023", "2004"),
    "solo": ("2023", "2004"),
    "team": ("2023", "2004"),
    "duel": ("2023",),
    "cards": ("2010",),
    "dice": ("2010",),
    "tiles": ("2010",),
}
"""The editions of each game, the usual one first (B17)."""


AnyState = BoardState | CardState | DiceState | TileState


class UnknownGame(ValueError):
    """There is no such game, or not for this number of players, this edition or these options."""


Options = Mapping[str, bool]


@overload
def game(
    name: Literal["classic", "solo", "team", "duel"],
    players: int | None = None,
    edition: str | None = None,
    options: Options | None = None,
) -> BoardGame: ...
@overload
def game(
    name: Literal["cards"],
    players: int | None = None,
    edition: str | None = None,
    options: Options | None = None,
) -> CardChallenge: ...
@overload
def game(
    name: Literal["dice"],
    players: int | None = None,
    edition: str | None = None,
    options: Options | None = None,
) -> DiceChallenge: ...
@overload
def game(
    name: Literal["tiles"],
    players: int | None = None,
    edition: str | None = None,
    options: Options | None = None,
) -> TileChallenge: ...
@overload
def game(
    name: str,
    players: int | None = None,
    edition: str | None = None,
    options: Options | None = None,
) -> AnyGame: ...
def game(
    name: str,
    players: int | None = None,
    edition: str | None = None,
    options: Options | None = None,
) -> AnyGame:
    """The rules of a game; by default for the fewest players it can have."""
    if name not in PLAYERS:
        raise UnknownGame(f"unknown game {name!r}; the games are {', '.join(PLAYERS)}")
    counts, editions = PLAYERS[name], EDITIONS[name]
    players = counts[0] if players is None else players
    if players not in counts:
        number = f"{_either(counts)} player{'s' if counts != (1,) else ''}"
        raise UnknownGame(f"{name} is for {number}, not {players!r}")
    edition = editions[0] if edition is None else edition
    if edition not in editions:
        known = _either(tuple(map(repr, editions)))
        raise UnknownGame(f"the edition of {name} must be {known}, not {edition!r}")
    if unknown := set(options or {}) - {"opening_roll" if name == "dice" else ""}:
        raise UnknownGame(f"{name} has no option {', '.join(sorted(unknown))}")
    match name:
        case "cards":
            return CardChallenge(players)
        case "dice":
            return DiceChallenge(players, (options or {}).get("opening_roll", True))
        case "tiles":
            return TileChallenge(players)
        case _:
            return _board_game(name, players, edition)


def _board_game(name: str, players: int, edition: str) -> BoardGame:
    scoring: PegBoards | TugOfWar
    match name:
        case "solo":
            scoring = PegBoards(1, DOUBLE_LENGTH, RuleIds("C2", "C1", "C3", "C3"))
        case "team":
            # D1: seats 0 and 2 against 1 and 3
            scoring = PegBoards(2, DOUBLE_LENGTH, RuleIds("D4", "D5", "D6", "D6"))
        case "duel":
            scoring = TugOfWar()
        case _:
            scoring = PegBoards(players)
    rack_size = 1 if name == "solo" else RACK_SIZE
    return BoardGame(name, edition, players, RADIUS[players], scoring, rack_size)


def _either(choices: tuple[object, ...]) -> str:
    *others, last = map(str, choices)
    return f"{', '.join(others)} or {last}" if others else last


__all__ = [
    "EDITIONS",
    "PLAYERS",
    "AnyGame",
    "AnyState",
    "BoardGame",
    "BoardState",
    "CardChallenge",
    "CardState",
    "DiceChallenge",
    "DiceState",
    "Ending",
    "Game",
    "IllegalMove",
    "Pegs",
    "Reason",
    "Result",
    "TileChallenge",
    "TileState",
    "UnknownGame",
    "game",
]
