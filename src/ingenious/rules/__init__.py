"""What the rulebooks say: seven games as pure functions on frozen states.

Nothing here knows of files, clocks, sockets or random numbers. A game is a fold over its moves:
a state waits for a seat's decision, or for a stated outcome of chance, or the game is over.
"""

from collections.abc import Mapping
from typing import Any

from .boardgame import BoardGame, BoardState
from .cards import CardChallenge, CardState
from .dice import DiceChallenge, DiceState
from .errors import IllegalMove
from .game import Ending, Game, Pegs, Reason, Result
from .scoreboards import PegBoards, TugOfWar
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

DOUBLE_LENGTH = (18, 36)  # D2
RADIUS = {1: 5, 2: 5, 3: 6, 4: 7}  # B1, by the number of players

AnyState = BoardState | CardState | DiceState | TileState


class UnknownGame(ValueError):
    """No such game, or not for so many players, or not in this edition or with these options."""


def game(
    name: str,
    players: int | None = None,
    edition: str | None = None,
    options: Mapping[str, bool] | None = None,
) -> Game[Any]:
    """The rules of a game. Without a number of players the smallest it can have."""
    if name not in PLAYERS:
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(PLAYERS)}")
    counts, editions = PLAYERS[name], EDITIONS[name]
    players = counts[0] if players is None else players
    if players not in counts:
        raise UnknownGame(f"{name} is for {_either(counts)} players, not {players}")
    edition = editions[0] if edition is None else edition
    if edition not in editions:
        raise UnknownGame(f"{name} has edition {_either(editions)}, not {edition!r}")
    match name:
        case "classic" | "solo" | "team" | "duel":
            return _board_game(name, players, edition)
        case "cards":
            return CardChallenge(players)
        case "dice":
            return DiceChallenge(players, (options or {}).get("opening_roll", True))
        case _:
            return TileChallenge(players)


def _board_game(name: str, players: int, edition: str) -> BoardGame:
    scoring: PegBoards | TugOfWar
    match name:
        case "solo":
            scoring = PegBoards(1, DOUBLE_LENGTH)
        case "team":
            scoring = PegBoards(2, DOUBLE_LENGTH)  # D1: seats 0 and 2 against 1 and 3
        case "duel":
            scoring = TugOfWar()
        case _:
            scoring = PegBoards(players)
    rack_size = 1 if name == "solo" else 6
    return BoardGame(name, edition, players, RADIUS[players], scoring, rack_size)


def _either(choices: tuple[object, ...]) -> str:
    return " or ".join(map(str, choices))


__all__ = [
    "EDITIONS",
    "PLAYERS",
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
