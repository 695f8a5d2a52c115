"""Reasons in the Tile Challenge."""

from collections.abc import Iterator
from fractions import Fraction

from ...rules import (
    TileChallenge,
    TileState,
)
from ...rules.moves import (
    Free,
    Score,
)
from ...rules.symbols import ORDER
from ..policies import CLOSENESS
from .context import (
    COLOURS,
    MoveContext,
    number_of,
    so_often,
    tell_bonus,
    tell_ending,
    tell_losses,
    tell_scores,
)
from .parts import GoesOut, HasNoRisk, HopesFor, Part, Risks, part


def of_score(scene: MoveContext) -> Iterator[Part | None]:
    """The parts of a reason to score."""
    yield tell_ending(scene)
    yield tell_scores(scene)
    yield tell_bonus(scene)
    if isinstance(scene.decision, Free):
        yield part("a free score carries no risk", HasNoRisk())
    elif scene.before.pool:
        yield _next(scene.before, "would ", "bust")
    yield tell_losses(scene)


def of_draw(scene: MoveContext) -> Iterator[Part | None]:
    """The parts of a reason to draw on."""
    state: TileState = scene.before
    yield _next(state, "", "busts")
    if state.drawn:
        at_stake = sum(MoveContext.of(scene.game, state, Score(), scene.names).gains.values())
        bonus = " and a bonus turn" if state.due > 1 else ""
        text = f"{number_of(at_stake, 'point')}{bonus} at stake"
        yield part(text, Risks(at_stake, bonus=state.due > 1))
    yield _hoped_for(scene)


def bust_chance(state: TileState) -> Fraction:
    """The chance that the next tile drawn busts the seat (I5); 0 when none can be drawn."""
    safe = set(state.centre) - set(state.drawn)
    return Fraction(sum(tile not in safe for tile in state.pool), len(state.pool) or 1)


def _next(state: TileState, would: str, busts: str) -> Part:
    """What the next tile may do to the turn."""
    out = bust_chance(state)
    share = out if out in (0, 1) else out.limit_denominator(6)
    said = GoesOut(share.numerator, share.denominator, is_sure=out in (0, 1))
    return part(f"the next tile {would}{_out(state, busts)}", said)


def _out(state: TileState, busts: str) -> str:
    """How often the next tile ends the turn, in words."""
    out = bust_chance(state)
    if out in (0, 1):
        return f"certainly {busts} you" if out else "cannot bust you"
    share = out.limit_denominator(6)
    if share.denominator == 1:
        return f"{'nearly always' if share else 'hardly ever'} {busts} you"
    return f"{busts} you {so_often(share, 'time')}"


def _hoped_for(scene: MoveContext) -> Part | None:
    """The tile that would help most, and what it would bring."""
    state, pegs = scene.before, scene.pegs
    assert isinstance(scene.game, TileChallenge)
    room = [scene.game.target - peg for peg in pegs]
    most, told = 0.0, None
    for symbol in sorted(set(state.centre) - set(state.drawn), key=ORDER.__getitem__):
        peg = pegs[ORDER[symbol]]
        points = min(state.centre.count(symbol) + 1, room[ORDER[symbol]])
        worth = CLOSENESS**peg - CLOSENESS ** (peg + points)
        if symbol in state.pool and worth > most:
            text = f"it can score {points} {COLOURS[symbol]}{scene.remark([symbol])}"
            most, told = worth, part(text, HopesFor(symbol, points, symbol in scene.low))
    return told
