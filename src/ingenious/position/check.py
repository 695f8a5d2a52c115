"""Refuses positions that no game can reach."""

from collections import Counter
from collections.abc import Callable
from itertools import count

from ..record.errors import NotationError
from ..rules import (
    AnyGame,
    AnyState,
    BoardGame,
    BoardState,
    CardState,
    DiceState,
    TileState,
    cards,
    tiles,
)
from ..rules.board import PRINTED, Board
from ..rules.boardgame import BOX
from ..rules.moves import Chance, Turn
from ..rules.symbols import SYMBOLS, UNKNOWN
from ..rules.words import pluralize
from .tiling import NoTiling, Pick, check_tiles_on, tiles_on
from .unknown import hands_of, stock_of, stock_size, unknown_count


def check_position(game: AnyGame, state: AnyState) -> None:
    """Raise `NotationError` if the position is impossible, with the reason."""
    _check_counts(game, state)
    match state:
        case BoardState():
            assert isinstance(game, BoardGame)
            _check_hands(state, game.rack_size)
            _check_tiles(state)
        case CardState():
            _check_hands(state, cards.HAND_SIZE)
        case DiceState() if state.phase == "choose" and not state.dice[state.seat]:
            raise NotationError(f"seat {state.seat} must have rolled its dice (H3)")
        case TileState() if state.phase == "choose" and len(state.centre) < tiles.CENTRE_SIZE:
            raise NotationError("the centre must have at least three tiles in a turn (I3)")
        case _:
            pass
    _check_can_continue(game, state)


def _check_counts(game: AnyGame, state: AnyState) -> None:
    if state.due < 1 and state.phase in ("place", "bonus", "play", "choose", "roll"):
        raise NotationError(f"'due' must be 1 or more in the phase {state.phase}")
    if isinstance(state, DiceState) and state.rolls > 3:
        raise NotationError(f"a player may roll three times, not {state.rolls} (H3)")
    if isinstance(state, DiceState) and state.phase == "choose" and not state.rolls:
        raise NotationError(f"seat {state.seat} must have rolled before it can choose (H3)")
    if isinstance(state, CardState) and state.idle >= cards.IDLE_PLAYS_EACH * game.players:
        raise NotationError(f"the game is over after {state.idle} plays without a point (G8)")


def _check_hands(state: AnyState, size: int) -> None:
    for seat, hand in enumerate(hands_of(state)):
        if len(hand) > size:
            most = pluralize(size, "piece")
            raise NotationError(f"seat {seat} can have at most {most}, not {len(hand)}")
        if seat == state.seat and state.phase in ("swap", "discard") and len(hand) == size:
            raise NotationError(f"seat {seat} has played a piece, so it cannot have {size}")
    if UNKNOWN not in stock_of(state) and stock_size(state) < 0:
        raise NotationError(
            f"{pluralize(unknown_count(state), 'piece')} cannot be unknown: the number of pieces "
            f"not seen is {len(stock_of(state))}"
        )


def _check_tiles(state: BoardState) -> None:
    """Refuse a board that the remaining tiles cannot form (B3)."""
    known = Counter(tile for rack in state.racks for tile in rack if tile != UNKNOWN)
    known.update(state.aside)
    search: Callable[[Board, Counter[str], Pick], object] = tiles_on
    if UNKNOWN not in state.bag:
        known.update(state.bag)
        placed = Counter("".join((Counter(BOX) - known).elements()))
        covered = Counter(state.board.cells)
        covered.subtract(PRINTED.values())
        for symbol in SYMBOLS:
            if covered[symbol] != placed[symbol]:
                spaces = pluralize(placed[symbol], "space")
                raise NotationError(
                    f"{symbol} must be on {spaces} of the board, besides the "
                    f"printed one, not on {covered[symbol]}: the other tiles are elsewhere"
                )
        search = check_tiles_on
    try:
        search(state.board, Counter(BOX) - known, _varied_pick())
    except NoTiling as error:
        raise NotationError(str(error)) from None


def _varied_pick() -> Pick:
    """Numbers that look random and are always the same, so that a position is judged the same."""
    numbers = count(1)
    return lambda below: (next(numbers) * 2654435761 >> 7) % below


def _check_can_continue(game: AnyGame, state: AnyState) -> None:
    awaited = game.awaits(state)
    if isinstance(awaited, Chance):
        available = len(awaited.source) + len(awaited.renewal) - unknown_count(state)
        if not awaited.repeats and awaited.count > available:
            raise NotationError(
                f"a {awaited.kind} of {awaited.count} must come next, but the number of pieces "
                f"left is {available}"
            )
    elif isinstance(awaited, Turn):
        hand = hands_of(state)[awaited.seat : awaited.seat + 1]
        if UNKNOWN not in "".join("".join(pieces) for pieces in hand) and not game.legal(state):
            raise NotationError(
                f"seat {awaited.seat} has no legal move, but the game is not over ({awaited.rule})"
            )
