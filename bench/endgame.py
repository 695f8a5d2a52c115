"""Are playouts to the end of the game stronger? `python -m bench.endgame [POSITIONS [EDGES]]`.

Two-player games are played by level 4 until at most EDGES open edges are left. From there, level 5
with playouts to the end of the game plays level 5 with its usual playouts, which end with the net's
evaluation. Each position is played twice, with the seats exchanged and the same hidden racks.
"""

import math
import sys
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import Pool
from random import Random

from ingenious.bots import Budget, Question
from ingenious.bots.baselines import random_outcome
from ingenious.bots.board import SEARCHES, _by_net, think
from ingenious.rules import BoardGame, BoardState, game
from ingenious.rules.moves import Chance, Decision

ALL_TURNS = 40
OWN = SEARCHES["classic", 2][5]

Choose = Callable[[BoardState, Random], Decision]


def to_the_end(state: BoardState, rng: Random) -> Decision:
    """The choice of level 5 with playouts to the end of the game."""
    return _by_net(_GAME, state, replace(OWN, turns=ALL_TURNS), Budget(), rng)[0].decision


def as_ever(state: BoardState, rng: Random) -> Decision:
    """The choice of level 5 as it is."""
    return _by_net(_GAME, state, OWN, Budget(), rng)[0].decision


def expert(state: BoardState, rng: Random) -> Decision:
    """The choice of level 4."""
    return think(Question(_GAME, state, state.seat, 4, Budget(), rng.getrandbits(60)))[0].decision


def play_on(
    state: BoardState, seats: tuple[Choose, Choose], luck: Random, edges: int
) -> BoardState:
    """Play until the end, or until few enough edges are open for a new placement."""
    rng = Random(luck.random())
    while (awaited := _GAME.awaits(state)) is not None:
        if isinstance(awaited, Chance):
            state = _GAME.apply(state, random_outcome(awaited, luck))
            continue
        if state.phase == "place" and state.board.open.bit_count() <= edges:
            return state
        state = _GAME.apply(state, seats[awaited.seat](state, rng))
    return state


def meet(number: int, edges: int) -> float | None:
    """What the playing out wins of two games from one position; None if the game was over."""
    state = play_on(_GAME.new(number % 2), (expert, expert), Random(number), edges)
    if _GAME.awaits(state) is None:
        return None
    won = 0.0
    for seat in (0, 1):
        seats = (to_the_end, as_ever) if seat == 0 else (as_ever, to_the_end)
        ranks = _GAME.ranks(play_on(state, seats, Random(number), -1))
        won += 0.5 if ranks[0] == ranks[1] else float(ranks[seat] == 1)
    return won / 2


def _meet(arguments: tuple[int, int]) -> float | None:
    return meet(*arguments)


def main(positions: int = 200, edges: int = 30) -> None:
    """Play from all positions, and print the result."""
    with Pool() as pool:
        met = pool.map(_meet, [(number, edges) for number in range(positions)], chunksize=4)
    won = [share for share in met if share is not None]
    mean = sum(won) / len(won)
    spread = math.sqrt(sum((share - mean) ** 2 for share in won) / len(won) / len(won))
    print(
        f"played out from {edges} open edges: {100 * mean:.1f} ± {196 * spread:.1f} % "
        f"of {2 * len(won)} games"
    )


_GAME = game("classic", 2)
assert isinstance(_GAME, BoardGame)

if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
