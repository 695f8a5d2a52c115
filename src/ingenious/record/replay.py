"""Replaying: a record is a fold of its log over the rules."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..rules import AnyGame, AnyState, BoardState, IllegalMove
from ..rules.moves import Chance, Decision, Keep, Move, Outcome, Place, Reroll, Resign, Turn
from .dealer import Dealer
from .errors import RecordError
from .model import Entry, Record, join_deal, seen

IMPLIED_DECISIONS: Mapping[str, Decision] = {
    "swap": Keep(),
    "discard": Keep(),
    "roll-or-use": Reroll(),
    "use": Reroll(),  # one roll too many: the rules will say so
}
"""Decisions that the log never contains: the outcome that follows shows them."""


class Step(NamedTuple):
    """One move of a record: its entry (None for the deal), and the states before and after it."""

    entry: int | None
    before: AnyState
    move: Move
    after: AnyState


def moves_of(entry: Entry, awaited: Turn | Chance | None) -> tuple[Move, ...]:
    """The moves of an entry when this is awaited: one move, or a decision and its outcome.

    Raises `IllegalMove` if the game is over, or if it is the turn of another seat.
    """
    if awaited is None:
        raise IllegalMove("A3", "the game was over before this entry")
    if entry.seat != awaited.seat and not isinstance(entry.decision, Resign):
        raise IllegalMove("A2", f"it is seat {awaited.seat}'s turn, not seat {entry.seat}'s")
    if entry.outcome is None:
        return () if entry.decision is None else (entry.decision,)
    outcome = Outcome(seen(entry.outcome))
    decision = entry.decision
    if decision is None and isinstance(awaited, Turn):
        decision = IMPLIED_DECISIONS.get(awaited.kind)
    return (outcome,) if decision is None else (decision, outcome)


def replay(record: Record) -> Iterator[AnyState]:
    """The states of a complete record: after the deal, then after every entry of its log.

    Raises `RecordError` at the entry that breaks a rule; the result is not checked.
    """
    for state, _ in _fold(record):
        yield state


def steps(record: Record) -> Iterator[Step]:
    """The moves of a complete record one by one.

    Raises `RecordError` at the entry that breaks a rule; the result is not checked.
    """
    for _, made in _fold(record):
        yield from made


def _fold(record: Record) -> Iterator[tuple[AnyState, list[Step]]]:
    """The states after the deal and after every entry, each with the steps that led to it."""
    if not isinstance(record, Record):
        raise TypeError("a match must be replayed game by game: see its `games`")
    if record.view != "whole":
        raise RecordError(
            "this record is redacted to what "
            + ("a spectator" if record.view == "spectator" else f"seat {record.view}")
            + " knows; only a complete record can be replayed and checked"
        )
    game = record.game
    draws = _DrawChecker(record)
    state: AnyState = game.new(record.start)
    made = list[Step]()
    if game.deal_parts:
        deal = Outcome(join_deal(game, record.deal))
        try:
            made.append(Step(None, state, deal, game.apply(state, deal)))
        except IllegalMove as error:
            raise RecordError(f"deal: {error.message}", rule=error.rule) from None
        draws.check(state, deal)
        state = made[-1].after
    yield state, made
    for number, entry in enumerate(record.log):
        try:
            made = _apply_entry(game, state, number, entry, draws)
        except (IllegalMove, RecordError) as error:
            raise RecordError(error.message, number, error.rule) from None
        state = made[-1].after
        yield state, made


def _apply_entry(
    game: AnyGame, state: AnyState, number: int, entry: Entry, draws: "_DrawChecker"
) -> list[Step]:
    """The steps of an entry, one or two."""
    made = []
    for move in moves_of(entry, game.awaits(state)):
        after = game.apply(state, move)
        if isinstance(move, Outcome):
            draws.check(state, move)
        if entry.gain is not None and isinstance(move, Place) and isinstance(state, BoardState):
            _check_gain(state.board.gain_of(move), entry.gain)
        made.append(Step(number, state, move, after))
        state = after
    return made


def _check_gain(counted: tuple[int, int], written: tuple[int, int]) -> None:
    if counted != written:
        raise RecordError(f"gain should be {list(counted)}, not {list(written)}", rule="B8")


class _DrawChecker:
    """Compares outcomes with those of the dealer's seed, if it is known."""

    def __init__(self, record: Record) -> None:
        self._game = record.game
        self._number = 0
        self._dealer: Dealer | None = None
        dealer = record.dealer
        if dealer is None or dealer.seed is None:
            return
        self._dealer = Dealer(dealer.seed)
        if self._dealer.commit != dealer.commit:
            raise RecordError("dealer.commit should be the SHA-256 of dealer.seed")
        if dealer.drew_start and (start := self._dealer.start(self._game.players)) != record.start:
            raise RecordError(f"start should be {start}, drawn from dealer.seed", rule="A2")

    def check(self, state: AnyState, outcome: Outcome) -> None:
        """Refuse an outcome, legal in this state, that does not follow from the seed."""
        if self._dealer is None:
            return
        self._number += 1
        awaited = self._game.awaits(state)
        assert isinstance(awaited, Chance), "the rules took the outcome"
        due = self._dealer.outcome(self._number, awaited)
        if due != outcome:
            raise RecordError(
                f"outcome {self._number} of dealer.seed is {' '.join(due.pieces)}, "
                f"not {' '.join(outcome.pieces)}"
            )
