"""Two simple players for every game: one that plays at random and one that looks one step ahead.

A policy is handed the whole state and is trusted to look only at what its seat knows: its own rack
or hand, and what lies open. Of what the pool holds it uses the numbers, which anyone can count.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from ..rules import (
    AnyGame,
    BoardGame,
    BoardState,
    CardChallenge,
    DiceChallenge,
    DiceState,
    TileChallenge,
    TileState,
)
from ..rules.moves import (
    Chance,
    Decision,
    Discard,
    Draw,
    Free,
    Outcome,
    Play,
    Reroll,
    Resolve,
    Score,
    Swap,
)
from ..rules.scoreboards import TugOfWar
from ..rules.symbols import SYMBOLS

Policy = Callable[[AnyGame, Any, Random], Decision]
T = TypeVar("T")

CLOSENESS = 0.75
"""How much less a peg's step is worth than the same step one place lower."""

KEEP_ROLL = {2: 3, 3: 3, 4: 2}
"""The points from which greed keeps a roll, by the number of players."""


def at_random(game: AnyGame, state: Any, rng: Random) -> Decision:
    """Any legal decision, all equally likely."""
    return _pick(game.legal(state), rng)


def any_outcome(chance: Chance, rng: Random) -> Outcome:
    """Any outcome of chance, as likely as it is; from Python's own generator."""
    if chance.repeats:
        faces = len(chance.source)
        return Outcome(
            tuple([chance.source[int(faces * rng.random())] for _ in range(chance.count)])
        )
    left, pieces = list(chance.source), []
    for _ in range(chance.count):
        left = left or list(chance.renewal)
        pieces.append(left.pop(int(rng.random() * len(left))))
    return Outcome(tuple(pieces))


def greedy(game: AnyGame, state: Any, rng: Random) -> Decision:
    """The decision that brings most at once; equal ones are chosen between at random."""
    match game:
        case BoardGame():
            return _greedy_on_board(game, state, rng)
        case CardChallenge():
            return best_of(game.legal(state), lambda move: _card_value(game, state, move), rng)
        case DiceChallenge():
            return _greedy_dice(game, state, rng)
        case TileChallenge():
            return best_of(game.legal(state), lambda move: _tile_value(game, state, move), rng)
        case _:
            raise TypeError(f"there is no greedy policy for {game.name}")


POLICIES: Mapping[str, Policy] = {"random": at_random, "greedy": greedy}


def _pick(choices: Sequence[T], rng: Random) -> T:
    """One of the choices, from `random()` alone: only that is the same in every Python."""
    return choices[int(rng.random() * len(choices))]


def best_of(choices: Sequence[T], value: Callable[[T], float], rng: Random) -> T:
    """One of the choices of most value; equal ones are chosen between at random."""
    values = [value(choice) for choice in choices]
    best = max(values)
    return _pick([c for c, v in zip(choices, values, strict=True) if v == best], rng)


def _greedy_on_board(game: BoardGame, state: BoardState, rng: Random) -> Decision:
    """Lift the low pegs, with a little for bonuses and points; in the duel pull and take tokens."""
    if state.phase == "swap":
        return next(move for move in game.legal(state) if isinstance(move, Swap))
    # Thousands of placements have few different gains: only the one that is picked is made.
    placements = game.placements(state)
    gains = list(placements.gains(state.board))
    values = {gain: _placement_value(game, state, *gain) for gain in set(gains)}
    best = max(values.values())
    return placements[_pick([n for n, gain in enumerate(gains) if values[gain] == best], rng)]


def _placement_value(
    game: BoardGame, state: BoardState, tile: str, gains: tuple[int, int]
) -> float:
    standing, bonuses = state.standing, 0
    for symbol, points in zip(tile, gains, strict=True):
        standing, ingenious = game.scoring.score(standing, state.seat, symbol, points, None)
        bonuses += ingenious
    before = game.scores(state)[state.seat]
    after = game.scoring.scores(standing, game.players)[state.seat]
    steps = sum(after) - sum(before)
    if isinstance(game.scoring, TugOfWar):
        return steps + 3 * bonuses
    lifted = sum(CLOSENESS**a - CLOSENESS**b for a, b in zip(before, after, strict=True))
    return lifted + 0.3 * bonuses + 0.01 * steps


def _card_value(game: CardChallenge, state: Any, move: Decision) -> float:
    """Points that count; and a hand without a lowest colour is worth discarding."""
    if isinstance(move, Play):
        return _points(game, state, move)
    return float(isinstance(move, Discard))


def _points(game: AnyGame, state: Any, move: Decision) -> int:
    """How far the seat's pegs move in all."""
    after = game.apply(state, move)
    return sum(game.scores(after)[state.seat]) - sum(game.scores(state)[state.seat])


def _greedy_dice(game: DiceChallenge, state: DiceState, rng: Random) -> Decision:
    """The uses that move most; a roll that brings too little is rolled again."""
    legal = game.legal(state)
    uses = [move for move in legal if isinstance(move, Resolve)]
    points = {move: _points(game, state, move) for move in uses}
    if Reroll() in legal and max(points.values()) < KEEP_ROLL[game.players]:
        return Reroll()
    return best_of(uses, lambda move: points[move], rng)


def _tile_value(game: TileChallenge, state: TileState, move: Decision) -> float:
    """What scoring now brings, or on average scoring after one more tile."""
    if isinstance(move, Score | Free):
        return _scored_value(game, state, move)
    drawing = game.apply(state, Draw())
    pool, value = Counter(state.pool), 0.0
    for symbol, number in pool.items():
        after = game.apply(drawing, Outcome((symbol,)))
        if after.drawn:  # else the seat is out
            value += number * _scored_value(game, after, Score())
    return value / len(state.pool)


def _scored_value(game: TileChallenge, state: TileState, move: Score | Free) -> float:
    before = state.pegs[state.seat]
    after = game.apply(state, move).pegs[state.seat]
    value = 0.0
    for colour in range(len(SYMBOLS)):
        steps = after[colour] - before[colour]
        lowest = before[colour] == min(before)
        finished = before[colour] < after[colour] == game.target
        value += steps + (0.5 if steps and lowest else 0) + (2 if finished else 0)
    return value
