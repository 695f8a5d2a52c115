"""The players of the board games against which others are measured, each one move deep.

They stand on one scale of strength: `points` takes the most points now, needed or not,
`lexicographic` the best score board sorted from the lowest peg up, `soft-min` weighs every peg by
how low it stands, and `denial` also takes the others' best places away.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from ..rules import AnyGame, BoardGame, BoardState
from ..rules.game import Pegs
from ..rules.moves import Decision, Swap
from ..rules.scoreboards import TugOfWar
from ..rules.symbols import SYMBOLS
from .policies import POLICIES, Policy, best_of

CLOSENESS = 0.85
"""How much less a peg's step is worth than the same step one place lower."""

Gains = tuple[int, int]
Value = Callable[[BoardGame, BoardState, str, Gains], Any]


def after(game: BoardGame, state: BoardState, tile: str, gains: Gains) -> tuple[Pegs, Pegs]:
    """The seat's pegs before and after a tile's halves have scored these gains."""
    standing = state.standing
    for symbol, points in zip(tile, gains, strict=True):
        standing, _ = game.scoring.score(standing, state.seat, symbol, points, None)
    scores = game.scoring.scores(standing, game.players)
    return game.scores(state)[state.seat], scores[state.seat]


def points_of(_game: BoardGame, _state: BoardState, _tile: str, gains: Gains) -> int:
    """The points counted, also those that a peg at its end loses."""
    return sum(gains)


def sorted_board(game: BoardGame, state: BoardState, tile: str, gains: Gains) -> list[int]:
    """The score board from the lowest peg up."""
    return sorted(after(game, state, tile, gains)[1])


def lifted(game: BoardGame, state: BoardState, tile: str, gains: Gains) -> float:
    """How much lower pegs are lifted, a step counting the more the lower it is."""
    before, then = after(game, state, tile, gains)
    return _worth(then) - _worth(before)


def _worth(pegs: Pegs) -> float:
    return sum(-(CLOSENESS**peg) for peg in pegs)


def _checked(game: AnyGame) -> BoardGame:
    if not isinstance(game, BoardGame):
        raise ValueError(f"this reference bot only plays the board games, not {game.name}")
    return game


def _player(value: Value) -> Policy:
    """A player that takes the placement of most value, and swaps whenever it may."""

    def policy(game: AnyGame, state: Any, rng: Random) -> Decision:
        game = _checked(game)
        if state.phase == "swap":
            return next(move for move in game.legal(state) if isinstance(move, Swap))
        known = dict[tuple[str, Gains], Any]()
        board = state.board

        def judge(place: Any) -> Any:
            key = place.tile, board.gain_of(place)
            if key not in known:
                known[key] = value(game, state, *key)
            return known[key]

        return best_of(game.placements(state), judge, rng)

    return policy


def denial(game: AnyGame, state: Any, rng: Random) -> Decision:
    """Soft-min, and what a rival loses when their single best place of a colour is taken."""
    game = _checked(game)
    if state.phase == "swap":
        return next(move for move in game.legal(state) if isinstance(move, Swap))
    denied = _denied(game, state)
    board = state.board

    def judge(place: Any) -> float:
        value = lifted(game, state, place.tile, board.gain_of(place))
        return value + sum(denied.get(space, 0.0) for space in place.at)

    return best_of(game.placements(state), judge, rng)


def _denied(game: BoardGame, state: BoardState) -> Mapping[Any, float]:
    """What the rivals lose on average, by the space that is taken from them."""
    board, rivals = state.board, _rivals(game, state.seat)
    if not rivals:
        return {}
    spaces = {space for n, edge in enumerate(board.layout.edges) if board.open >> n & 1
              for space in edge}  # fmt: skip
    denied = dict[Any, float]()
    for colour, symbol in enumerate(SYMBOLS):
        best, second, where = 0, 0, None
        for space in sorted(spaces):
            points = board.gain(symbol, space)
            if points > best:
                best, second, where = points, best, space
            elif points > second:
                second = points
        if where is not None and best > second:
            lost = [
                _gain(game, pegs[colour], best) - _gain(game, pegs[colour], second)
                for pegs in (game.scores(state)[seat] for seat in rivals)
            ]
            denied[where] = denied.get(where, 0.0) + 0.9 * sum(lost) / len(lost)
    return denied


def _rivals(game: BoardGame, seat: int) -> list[int]:
    """A seat of every other side."""
    return [side[0] for side in game.sides if seat not in side]


def _gain(game: BoardGame, peg: int, points: int) -> float:
    top = 9 if isinstance(game.scoring, TugOfWar) else game.scoring.stops[-1]
    return float(CLOSENESS**peg - CLOSENESS ** min(peg + points, top))


REFERENCES: Mapping[str, Policy] = {
    **POLICIES,
    "points": _player(points_of),
    "lexicographic": _player(sorted_board),
    "soft-min": _player(lifted),
    "denial": denial,
}
"""Every player of one move's depth, by its name."""


def plays(name: str, game: AnyGame) -> bool:
    """Whether a reference knows a game."""
    return name in POLICIES or isinstance(game, BoardGame)
