"""Refuses positions that contradict the rules; there need not be moves that lead to the others."""

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
    Reason,
    TileChallenge,
    TileState,
    cards,
    dice,
    tiles,
)
from ..rules.areas import LAST_COLUMN, blockers, floor, has_won
from ..rules.board import EMPTY, PRINTED, Board
from ..rules.boardgame import BOX
from ..rules.moves import Chance, Turn
from ..rules.scoreboards import TugOfWar
from ..rules.symbols import SYMBOLS, UNKNOWN
from ..rules.words import pluralize
from .tiling import NoTiling, Pick, check_tiles_on, tiles_on
from .unknown import hands_of, stock_of, stock_size, unknown_count, with_right_phase


def check_position(game: AnyGame, state: AnyState) -> None:
    """Raise `NotationError` if the position is impossible, with the reason."""
    check_numbers(game, state)
    if isinstance(state, BoardState):
        _check_tiles(state)
    _check_can_continue(game, state)


def check_numbers(game: AnyGame, state: AnyState) -> None:
    """Raise `NotationError` if pieces, pegs or moves due are impossible in number.

    This is quick. Compiled code relies on it: it would read or write beyond its arrays.
    """
    _check_counts(game, state)
    match state:
        case BoardState():
            assert isinstance(game, BoardGame)
            _check_hands(state, game.rack_size)
            _check_first_turns(game, state)
        case CardState():
            _check_hands(state, cards.HAND_SIZE)
        case DiceState() if state.phase == "choose" and not state.dice[state.seat]:
            raise NotationError(f"seat {state.seat} must have rolled its dice (H3)")
        case TileState() if state.phase == "choose" and len(state.centre) < tiles.CENTRE_SIZE:
            raise NotationError("the centre must have at least three tiles in a turn (I3)")
        case _:
            pass
    if isinstance(state, CardState | DiceState):
        _check_areas(state)
    _check_ending(game, state)


def _check_counts(game: AnyGame, state: AnyState) -> None:
    if state.due < 1 and state.phase in ("place", "bonus", "play", "choose", "roll"):
        raise NotationError(f"'due' must be 1 or more in the phase {state.phase}")
    if state.due > 1 + (most := _bonuses(game, state)):
        raise NotationError(f"'due' can be {1 + most} at most, by the pegs of seat {state.seat}")
    if isinstance(state, DiceState) and state.rolls > dice.MAX_ROLLS:
        raise NotationError(f"a player may roll three times, not {state.rolls} (H3)")
    if isinstance(state, DiceState) and state.phase == "choose" and not state.rolls:
        raise NotationError(f"seat {state.seat} must have rolled before it can choose (H3)")


def _bonuses(game: AnyGame, state: AnyState) -> int:
    """How many bonuses the seat can have earned in this turn: a peg earns one at each stop."""
    match state:
        case BoardState(standing=standing):
            assert isinstance(game, BoardGame)
            if game.players == 1:
                return 0  # C2
            if isinstance(game.scoring, TugOfWar):
                return standing.tokens.count(state.seat)
            stops = game.scoring.stops
        case TileState():
            assert isinstance(game, TileChallenge)
            stops = (game.target,)
        case _:
            stops = (LAST_COLUMN,)
    return sum(peg >= stop for peg in game.scores(state)[state.seat] for stop in stops)


def _check_hands(state: AnyState, size: int) -> None:
    for seat, hand in enumerate(hands_of(state)):
        right = 0 if state.phase == "deal" else size
        if len(hand) > right or (len(hand) < right and seat != state.seat):
            has = "can have at most" if len(hand) > right else "must have"
            pieces = pluralize(right, "piece")
            raise NotationError(f"seat {seat} {has} {pieces}, not {len(hand)}")
        if seat == state.seat and state.phase in ("swap", "discard") and len(hand) == size:
            raise NotationError(f"seat {seat} has played a piece, so it cannot have {size}")
    if UNKNOWN not in stock_of(state) and stock_size(state) < 0:
        raise NotationError(
            f"{pluralize(unknown_count(state), 'piece')} cannot be unknown: the number of pieces "
            f"not seen is {len(stock_of(state))}"
        )


def _check_first_turns(game: BoardGame, state: BoardState) -> None:
    """Refuse a first turn unless each turn before it placed one tile (B7)."""
    placed = (len(state.board.cells) - state.board.cells.count(EMPTY) - len(PRINTED)) // 2
    if game.is_first_turn(state) and placed != state.turns:
        turns = pluralize(state.turns, "turn")
        raise NotationError(f"after {turns}, the board must have as many tiles, not {placed} (B7)")


def _check_areas(state: CardState | DiceState) -> None:
    for seat, pegs in enumerate(state.pegs):
        column = max(pegs)
        if column and (low := blockers(pegs, column)):
            raise NotationError(
                f"seat {seat} cannot have a peg on {column}: before that, {' '.join(low)} must "
                f"reach {floor(column)} (F2)"
            )


def _check_ending(game: AnyGame, state: AnyState) -> None:
    """Refuse an ending that the position does not show, and a position that shows another."""
    given = None if state.ending is None else state.ending.reason
    shown, rule = _ending_shown(game, state)
    if given == shown or (given == "resigned" and shown is None):
        return
    if shown is not None:
        raise NotationError(f"the game is over: its ending must be {shown} ({rule})")
    raise NotationError(f"the ending cannot be {given}: the game could go on (A3)")


def _ending_shown(game: AnyGame, state: AnyState) -> tuple[Reason | None, str]:
    """How the game has ended by its board and pegs, if it has, and by which rule."""
    if isinstance(state, BoardState):
        assert isinstance(game, BoardGame)
        scoring = game.scoring
        if any(scoring.has_won(state.standing, seat) for seat in range(game.players)):
            return "instant-win", scoring.ids.win
        return (None, "") if state.board.open else ("board-full", scoring.ids.full)
    if isinstance(game, TileChallenge):
        return ("won", "I8") if game.target in map(min, state.pegs) else (None, "")
    if any(map(has_won, state.pegs)):
        return "won", "F4"
    if isinstance(state, CardState) and state.idle >= cards.IDLE_PLAYS_EACH * game.players:
        return "stalled", "G8"
    return None, ""


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
        if any(UNKNOWN in hand for hand in hands_of(state)[awaited.seat : awaited.seat + 1]):
            return
        if not game.legal(state):
            raise NotationError(
                f"seat {awaited.seat} has no legal move, but the game is not over ({awaited.rule})"
            )
        if with_right_phase(game, state) != state:
            raise NotationError(f"seat {awaited.seat} cannot {awaited.kind} now ({awaited.rule})")
