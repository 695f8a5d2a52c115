"""Reasons in the board games."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter

from ...rules import BoardGame, BoardState
from ...rules.board import Board
from ...rules.boardgame import RACK_SIZE
from ...rules.events import TokenTaken
from ...rules.game import lowest
from ...rules.moves import Keep, Place, Swap
from ...rules.scoreboards import TUG_END
from ...rules.symbols import ORDER, SYMBOLS, Pieces, show_any
from ..baselines import GREEDY_STEP_DECAY
from .context import MoveContext, earned, ended, gains_in_order, lost, scored
from .parts import (
    ExchangesFinished,
    GivesUp,
    HasNoLowest,
    Keeps,
    LeavesOpen,
    OpensNothing,
    Pulls,
    ReasonPart,
    SetsUp,
    TakesAway,
    TakesTokens,
)

MIN_POINTS = 2
"""The fewest points for which a place taken away or set up is mentioned."""

Move = MoveContext[BoardState]


def parts_of(move: Move) -> Iterator[ReasonPart | None]:
    """The parts of a reason, the most important first."""
    match move.decision:
        case Place():
            yield from _placement(move)
        case Swap(tiles) if move.game.name == "duel":
            yield _duel_swap(move, tiles)
        case Swap():
            yield HasNoLowest("tiles", lowest(move.pegs))
        case Keep():
            yield _kept(move)
        case _:  # to resign
            yield GivesUp()


def _placement(move: Move) -> Iterator[ReasonPart | None]:
    taken, prepared = _taken_away(move), _set_up(move)
    left = None if prepared and prepared.is_lowest else _left_open(move)
    yield ended(move)
    yield scored(move)
    if move.gains:
        yield earned(move, "tile")
        yield _pulled(move)
        yield _tokens(move)
        yield left
        yield taken
    else:
        yield taken or prepared or left or _nothing_opened(move)
    yield lost(move)
    if move.gains and not taken:
        yield prepared


def _pulled(move: Move) -> Pulls | None:
    """The pegs of a duel that changed sides."""
    if move.game.name != "duel":
        return None
    now = move.game.scores(move.after)[move.seat]
    over = side = middle = ""
    for symbol in move.gains:
        start, end = move.pegs[ORDER[symbol]], now[ORDER[symbol]]
        if start < 0 < end:
            over += symbol
        elif start == 0 < end:
            side += symbol
        elif start < 0 == end:
            middle += symbol
    if over:
        return Pulls(over, "over")
    if side:
        return Pulls(side, "side")
    return Pulls(middle, "middle") if middle else None


def _tokens(move: Move) -> TakesTokens | None:
    taken = [e.symbol for e in move.events if isinstance(e, TokenTaken) and e.from_opponent]
    return TakesTokens("".join(taken)) if taken else None


def _taken_away(move: Move) -> TakesAway | None:
    """The best place for a colour that a rival loses; the most costly one."""
    most, found = 0.0, None
    for rival in move.rivals:
        for symbol, had, left in _best_places(move, rival):
            cost = _lift(move, rival, symbol, left, had)
            if had - left >= MIN_POINTS and cost > most:
                most, found = cost, TakesAway(rival, symbol, had)
    return found


def _set_up(move: Move) -> SetsUp | None:
    """A better place than before for a colour that is still on the rack."""
    rack = "".join(move.after.racks[move.seat]) or SYMBOLS  # in solo any tile may be next
    most, found = 0.0, None
    for symbol, had, now in _best_places(move, move.seat):
        gained = _lift(move, move.seat, symbol, had, now)
        if symbol in rack and now - had >= MIN_POINTS and gained > most:
            most, found = gained, SetsUp(symbol, now, symbol in move.low)
    return found


def _left_open(move: Move) -> LeavesOpen | None:
    """The best place for a lowest colour that the move does not score, if a tile is kept for it."""
    if any(symbol in move.low for symbol in move.gains):
        return None
    rack = "".join(move.after.racks[move.seat])
    places = [
        (now, symbol)
        for symbol, _, now in _best_places(move, move.seat)
        if now and symbol in move.low and symbol in rack
    ]
    if not places:
        return None
    points, symbol = max(places, key=itemgetter(0))
    return LeavesOpen(symbol, points)


def _lift(move: Move, seat: int, symbol: str, less: int, more: int) -> float:
    """The value to a seat of scoring `more` instead of `less`: the lower the peg, the higher."""
    peg = move.game.scores(move.after)[seat][ORDER[symbol]]
    return float(GREEDY_STEP_DECAY ** (peg + less) - GREEDY_STEP_DECAY ** (peg + more))


def _nothing_opened(move: Move) -> OpensNothing | None:
    """A part for a move that scores nothing but also opens nothing for the others."""
    rivals = move.rivals
    places = [place for rival in rivals for place in _best_places(move, rival)]
    if not places or any(now > had for _, had, now in places):
        return None
    return OpensNothing(tuple(rivals))


def _best_places(move: Move, seat: int) -> Iterator[tuple[str, int, int]]:
    """For each colour, the most that a half can score for a seat, before and after the move.

    Both use the score boards after the move, because only points that still count matter.
    """
    game, standing = move.game, move.after.standing
    assert isinstance(game, BoardGame)
    scoring, pegs = game.scoring, game.scores(move.after)[seat]

    def counted(symbol: str, points: int) -> int:
        moved, _ = scoring.score(standing, seat, symbol, points, None)
        return scoring.scores(moved, game.players)[seat][ORDER[symbol]] - pegs[ORDER[symbol]]

    if move.after.ending is None:
        before, after = _best_gains(move.before.board), _best_gains(move.after.board)
        for symbol, had, now in zip(SYMBOLS, before, after, strict=True):
            yield symbol, counted(symbol, had), counted(symbol, now)


@lru_cache(maxsize=16)
def _best_gains(board: Board) -> tuple[int, ...]:
    """The most points of a half in each colour, on spaces where a tile still fits."""
    fitting = [n for n, edges in enumerate(board.layout.edges_at) if edges & board.open]
    return tuple(
        max((board.gains[6 * space + colour] for space in fitting), default=0)
        for colour in range(6)
    )


def _duel_swap(move: Move, tiles: Pieces) -> ExchangesFinished:
    done = [s for s in SYMBOLS if move.pegs[ORDER[s]] == TUG_END and show_any(tiles, s)]
    return ExchangesFinished("".join(done), len(tiles))


def _kept(move: Move) -> Keeps:
    """What the rack could score if it were the next turn."""
    game, state = move.game, replace(move.before, phase="place", due=1)
    tries = {
        (place.tile, state.board.gain_of(place)): place
        for place in game.legal(state)
        if isinstance(place, Place)
    }
    places = [MoveContext.of(game, state, place) for place in tries.values()]
    best = max(places, key=lambda place: sum(place.gains.values()))
    return Keeps("tiles", gains_in_order(best), RACK_SIZE - len(state.racks[move.seat]))
