"""Positions in which some pieces are not known.

An unknown piece of a rack or a hand is `?`. The bag or the deck then contains *every* piece that
has not been seen, including those on the unknown racks, because each of them is equally likely to
be anywhere. If even that is not known, the bag itself consists of `?`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from ..rules import AnyGame, AnyState, BoardGame, BoardState, CardState
from ..rules.boardgame import BOX
from ..rules.errors import IllegalMove
from ..rules.events import Story
from ..rules.game import lowest, with_item
from ..rules.moves import Chance, Discard, Keep, Move, Outcome, Place, Play, Swap
from ..rules.symbols import CANONICAL, UNKNOWN, Pieces, pile, show_any, take
from ..rules.words import pluralize
from .tiling import Pick, tiles_on

HiddenState: TypeAlias = BoardState | CardState
"""A state of a game in which players hide their pieces."""


def hands_of(state: AnyState) -> tuple[Pieces, ...]:
    """The racks or hands of all seats; none in games without."""
    match state:
        case BoardState():
            return state.racks
        case CardState():
            return state.hands
        case _:
            return ()


def stock_of(state: AnyState) -> Pieces:
    """The bag or the deck; in games without hidden pieces, nothing."""
    match state:
        case BoardState():
            return state.bag
        case CardState():
            return state.deck
        case _:
            return ()


def unknown_count(state: AnyState) -> int:
    """How many pieces of racks and hands are unknown."""
    return sum(hand.count(UNKNOWN) for hand in hands_of(state))


def is_known(state: AnyState) -> bool:
    """Whether every piece is known."""
    return not unknown_count(state) and UNKNOWN not in stock_of(state)


def stock_size(state: AnyState) -> int:
    """How many pieces are really in the bag or the deck."""
    stock = stock_of(state)
    return len(stock) if UNKNOWN in stock else len(stock) - unknown_count(state)


def hide(game: AnyGame, state: AnyState, seats: Sequence[int]) -> AnyState:
    """The state without the racks or hands of these seats.

    Whether such a seat may swap or discard depends on what it has, so that is hidden too.
    """
    hands, stock = hands_of(state), stock_of(state)
    hidden = [piece for seat in seats for piece in hands[seat] if piece != UNKNOWN]
    if UNKNOWN not in stock:
        stock = pile([*stock, *hidden])
    hands = tuple(
        (UNKNOWN,) * len(hand) if seat in seats else hand for seat, hand in enumerate(hands)
    )
    hidden_state = _with(state, hands, stock)
    if state.seat in seats and hands[state.seat]:
        return with_right_phase(game, hidden_state)
    return hidden_state


def with_right_phase(game: AnyGame, state: AnyState) -> AnyState:
    """The state, in which the seat may swap or discard exactly if its pieces allow it."""
    if isinstance(state, CardState) and state.phase in ("discard", "draw"):
        hand, pegs = state.hands[state.seat], state.pegs[state.seat]
        can_discard = bool(hand) and not show_any(hand, lowest(pegs))
        return replace(state, phase="discard" if can_discard else "draw")
    if isinstance(state, BoardState) and state.phase in ("swap", "refill"):
        assert isinstance(game, BoardGame)
        return _after_placing(game, state)
    return state


def _after_placing(game: BoardGame, state: BoardState) -> BoardState:
    """The state after the placements of a turn: the seat may swap if its tiles allow it."""
    seat = state.seat
    can_swap = not state.aside and game.scoring.tiles_to_swap(
        state.standing, seat, state.racks[seat]
    )
    return replace(state, phase="swap" if can_swap else "refill")


def fill(game: AnyGame, state: AnyState, pick: Pick) -> AnyState:
    """The state with every unknown piece dealt at random from those that have not been seen.

    Raises `NoTiling` if the tiles on a board cannot be found of which only the symbols are known.
    """
    if is_known(state):
        return state
    hands, unseen = hands_of(state), list(stock_of(state))
    if UNKNOWN in unseen:
        assert isinstance(state, BoardState), "only a bag can be unknown"
        unseen = _unseen_tiles(state, pick)
    filled = []
    for hand in hands:
        known = [piece for piece in hand if piece != UNKNOWN]
        dealt = [unseen.pop(pick(len(unseen))) for _ in range(len(hand) - len(known))]
        filled.append(pile(known + dealt))
    complete = _with(state, tuple(filled), tuple(unseen))
    if UNKNOWN in hands[state.seat]:
        return with_right_phase(game, complete)
    return complete


def play(game: AnyGame, state: AnyState, move: Move, story: Story = None) -> AnyState:
    """The state after a move, of which the unknown pieces stay unknown; raises `IllegalMove`.

    A piece that a player shows, by placing it for instance, becomes known. An outcome may contain
    unknown pieces.
    """
    if not isinstance(state, BoardState | CardState):
        return _advance(game, state, move, story)
    if isinstance(move, Outcome):
        return _play_outcome(game, state, move, story)
    shown = _shown_by(move)
    if UNKNOWN in shown:
        raise _refused(game, state, "a player shows pieces, so they cannot be unknown")
    if shown and UNKNOWN in hands_of(state)[state.seat]:
        state = _reveal(game, state, shown)
        if isinstance(state, BoardState) and state.phase == "refill" and isinstance(move, Swap):
            assert isinstance(game, BoardGame)
            state = _after_placing(game, state)  # only now it shows that it could (E3)
    return _advance(game, state, move, story)


def _advance(game: AnyGame, state: AnyState, move: Move, story: Story) -> AnyState:
    after: AnyState = game.advance(state, move, story)
    return after


def _shown_by(move: Move) -> Pieces:
    """The pieces that a decision shows, canonically spelled."""
    match move:
        case Place(spelled) | Play(spelled):
            return (CANONICAL.get(spelled, spelled),)
        case Swap(pieces) | Discard(pieces):
            return pieces
        case _:
            return ()


def _reveal(game: AnyGame, state: HiddenState, shown: Pieces) -> HiddenState:
    """The state in which the seat to move has these pieces, if they can be its unknown ones."""
    hands, stock = hands_of(state), stock_of(state)
    hand = hands[state.seat]
    missing = (Counter(shown) - Counter(hand)).elements()
    known = [piece for piece in hand if piece != UNKNOWN]
    blank = len(hand) - len(known)
    for piece in missing:
        if not blank:
            return state  # the rules say that the seat does not have it
        if piece not in (stock if UNKNOWN not in stock else _unseen_of_box(state)):
            raise _refused(game, state, f"there is no {piece} among the pieces not seen yet")
        if UNKNOWN not in stock:
            stock = take(stock, (piece,), "B3", "the pieces not seen yet")
        known.append(piece)
        blank -= 1
    revealed = pile([*known, *blank * [UNKNOWN]])
    return _with_hidden(state, with_item(hands, state.seat, revealed), stock)


def _play_outcome(game: AnyGame, state: HiddenState, move: Outcome, story: Story) -> AnyState:
    if state.phase in ("swap", "discard") and UNKNOWN in hands_of(state)[state.seat]:
        # Whether the seat could swap or discard is not known: the draw shows that it did not.
        state = game.apply(state, Keep())
    awaited = game.awaits(state)
    if not isinstance(awaited, Chance) or (is_known(state) and UNKNOWN not in move.pieces):
        return _advance(game, state, move, story)
    left = stock_size(state)
    if isinstance(state, CardState) and awaited.kind == "draw" and len(move.pieces) >= left:
        return _play_renewal(game, state, move, left, story)
    if len(move.pieces) > left:
        raise IllegalMove(
            awaited.rule, f"only {pluralize(left, 'piece')} left, not {awaited.count}"
        )
    return _advance(game, _with_drawable(state, move.pieces), move, story)


def _with_drawable(state: HiddenState, pieces: Pieces) -> HiddenState:
    """The state with a bag or deck from which these pieces can be drawn, unknown ones too."""
    stock, blank = stock_of(state), pieces.count(UNKNOWN)
    if UNKNOWN in stock:
        known = [piece for piece in pieces if piece != UNKNOWN]
        stock = pile([*known, *(len(stock) - len(known)) * [UNKNOWN]])
    else:
        stock = (*stock, *blank * [UNKNOWN])
    return _with_hidden(state, hands_of(state), stock)


def _play_renewal(
    game: AnyGame, state: CardState, move: Outcome, left: int, story: Story
) -> CardState:
    """A draw that empties the deck: what is still unseen then is in the unknown hands (G7)."""
    first, rest = move.pieces[:left], move.pieces[left:]
    unseen = take(state.deck, [card for card in first if card != UNKNOWN], "G7", "the deck")
    blank = rest.count(UNKNOWN) * (UNKNOWN,)
    before = replace(state, deck=first, discards=(*state.discards, *blank))
    after: CardState = game.advance(before, move, story)
    return replace(after, deck=pile([*after.deck, *unseen]))


def _unseen_of_box(state: HiddenState) -> Counter[str]:
    """The pieces of the box that are on no known rack and not put aside; some may be placed."""
    known = Counter(piece for hand in hands_of(state) for piece in hand if piece != UNKNOWN)
    if isinstance(state, BoardState):
        known.update(state.aside)
    return Counter(BOX) - known


def _refused(game: AnyGame, state: AnyState, message: str) -> IllegalMove:
    awaited = game.awaits(state)
    return IllegalMove("A3" if awaited is None else awaited.rule, message)


def _unseen_tiles(state: BoardState, pick: Pick) -> list[str]:
    """The tiles that are neither on the board nor on a known rack, one possibility at random."""
    unseen = _unseen_of_box(state)
    unseen -= tiles_on(state.board, unseen, pick)
    return list(pile(unseen.elements()))


def _with(state: AnyState, hands: tuple[Pieces, ...], stock: Pieces) -> AnyState:
    return _with_hidden(state, hands, stock) if isinstance(state, HiddenState) else state


def _with_hidden(state: HiddenState, hands: tuple[Pieces, ...], stock: Pieces) -> HiddenState:
    if isinstance(state, BoardState):
        return replace(state, racks=hands, bag=stock)
    return replace(state, hands=hands, deck=stock)
