"""Reasons in the Tile Challenge."""

from collections.abc import Iterator
from fractions import Fraction

from ...rules import TileChallenge, TileState
from ...rules.moves import Draw, Free, Score
from ...rules.symbols import ORDER
from ..baselines import GREEDY_STEP_DECAY
from .context import MoveContext, earned, ended, lost, scored
from .parts import GivesUp, GoesOut, HasNoRisk, HopesFor, ReasonPart, Risks


def parts_of(move: MoveContext[TileState]) -> Iterator[ReasonPart | None]:
    """The parts of a reason, the most important first."""
    match move.decision:
        case Score() | Free():
            yield ended(move)
            yield scored(move)
            yield earned(move, "turn")
            if isinstance(move.decision, Free):
                yield HasNoRisk()
            elif move.before.pool and move.after.ending is None:
                yield _bust(move.before)
            yield lost(move)
        case Draw():
            yield _bust(move.before)
            if move.before.drawn:
                gains = MoveContext.of(move.game, move.before, Score()).gains
                yield Risks(sum(gains.values()), bonus=move.before.due > 1)
            yield _hoped_for(move)
        case _:  # to resign
            yield GivesUp()


def bust_chance(state: TileState) -> Fraction:
    """The chance that the next tile drawn busts the seat (I5); 0 if none can be drawn."""
    safe = set(state.centre) - set(state.drawn)
    return Fraction(sum(tile not in safe for tile in state.pool), len(state.pool) or 1)


def _bust(state: TileState) -> GoesOut:
    chance = bust_chance(state)
    share = chance.limit_denominator(6)
    return GoesOut(share.numerator, share.denominator, is_sure=chance in (0, 1))


def _hoped_for(move: MoveContext[TileState]) -> HopesFor | None:
    """The tile that would help most, and what it would score."""
    state, pegs = move.before, move.pegs
    assert isinstance(move.game, TileChallenge)
    best, found = 0.0, None
    for symbol in sorted(set(state.centre) - set(state.drawn), key=ORDER.__getitem__):
        peg = pegs[ORDER[symbol]]
        points = min(state.centre.count(symbol) + 1, move.game.target - peg)
        value = GREEDY_STEP_DECAY**peg - GREEDY_STEP_DECAY ** (peg + points)
        if symbol in state.pool and value > best:
            best, found = value, HopesFor(symbol, points, symbol in move.low)
    return found
