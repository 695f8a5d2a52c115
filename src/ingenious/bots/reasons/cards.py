"""Reasons in the Card Challenge."""

from collections.abc import Iterator
from dataclasses import replace

from ...rules import CardState
from ...rules.cards import HAND_SIZE
from ...rules.events import FaceUpReplaced
from ...rules.game import lowest
from ...rules.moves import Discard, Keep, Play
from ...rules.symbols import show_any
from .context import MoveContext, earned, ended, few_lowest, gains_in_order, lost, scored
from .parts import Clears, GivesUp, HasNoLowest, Keeps, ReasonPart, ShowsLowest


def parts_of(move: MoveContext[CardState]) -> Iterator[ReasonPart | None]:
    """The parts of a reason, the most important first."""
    match move.decision:
        case Play(card):
            yield ended(move)
            yield scored(move)
            if not move.gains:
                yield _shown(move, card)
            yield earned(move, "card")
            yield lost(move)
            yield _cleared(move)
        case Discard():
            yield HasNoLowest("cards", lowest(move.pegs))
        case Keep():
            yield _kept(move)
        case _:  # to resign
            yield GivesUp()


def _shown(move: MoveContext[CardState], card: str) -> ShowsLowest | None:
    """The lowest colours that the card brings to the table."""
    low = "".join([symbol for symbol in card if symbol in move.low])
    return ShowsLowest(low) if low else None


def _cleared(move: MoveContext[CardState]) -> Clears | None:
    """A colour that left the table while a rival needs it."""
    gone = next(event.discarded for event in move.events if isinstance(event, FaceUpReplaced))
    table = [card for cards in move.after.faceup for card in cards]
    for rival in move.rivals:
        low = few_lowest(move.after.pegs[rival])
        for symbol in gone:
            if symbol in low and not show_any(table, symbol):
                return Clears(symbol, rival)
    return None


def _kept(move: MoveContext[CardState]) -> Keeps:
    """What the hand could score if it were the next turn."""
    state = replace(move.before, phase="play", due=1)
    plays = [MoveContext.of(move.game, state, play) for play in move.game.legal(state)]
    best = max(plays, key=lambda play: sum(play.gains.values()))
    draws = HAND_SIZE - len(move.before.hands[move.seat])
    return Keeps("cards", gains_in_order(best), draws)
