"""Hints: the best decisions of a seat, what to expect of them, and why."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import floor
from typing import Literal

from ..position import Position
from ..record import Entry, Record, replay
from ..record.notation import write_move
from ..rules import AnyGame, AnyState
from ..rules.moves import Decision, Free, Place, Play, Resolve, Score
from ..rules.symbols import CANONICAL
from ..rules.words import checked_names, seat_names
from .engine_protocol import write_answer
from .players import (
    NotAsked,
    check_asked,
    checked_level,
    evaluate,
    pick_from,
    question,
    seed_of,
    seed_of_text,
)
from .question import Budget, Evaluation, Question, checked_budget
from .reasons import reason
from .reasons.context import MoveContext
from .reasons.parts import ReasonPart

Measure = Literal["chance", "lowest", "points"]
"""The value by which hints are compared."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A good decision: what to expect of it, as far as the level knows, and why.

    `chance` is the chance to win, ties shared; `lowest` the expected lowest peg at the end;
    `points` is what the decision scores at once, or None if it scores nothing by itself. All hints
    of a position have the same `measure`, and are sorted by it; None if no value is known.
    """

    entry: Entry
    decision: Decision
    chance: float | None
    lowest: float | None
    reason: str
    said: tuple[ReasonPart, ...] = ()  # the parts of the reason, for other languages
    points: int | None = None
    measure: Measure | None = None

    @property
    def move(self) -> str:
        """The decision as text, such as `RG H8-H9`."""
        return write_move(self.decision)

    @property
    def value(self) -> float | None:
        """The value that the hint is sorted by and shown with."""
        return _value(self, self.measure)


def hints(
    record: Record,
    seat: int | None = None,
    *,
    level: int = 5,
    budget: Budget | None = None,
    count: int = 3,
    seed: int | None = None,
) -> list[Hint]:
    """The best few decisions of a seat, best first; fewer if there are no more ideas.

    Without a seat, for the one that has to decide. Of a complete record, only what the seat knows
    is used. Raises `NotAsked` if there is nothing to decide.
    """
    seat = _deciding(record) if seat is None else seat
    seed = seed_of(record, seat) if seed is None else seed
    asked = question(record, seat, level, checked_budget(budget), seed)
    return _hints(asked, record.seats, count)


def analyse(
    position: Position,
    *,
    level: int = 5,
    budget: Budget | None = None,
    count: int = 5,
    seed: int | None = None,
    seats: Sequence[str] | None = None,
) -> list[Hint]:
    """The best few decisions of the seat to move, best first, with chances and reasons.

    Only what that seat knows is used; what is unknown is dealt at random. A `budget` such as
    `Budget(seconds=0.5)` limits the search. The same position gets the same answer, unless `seed`
    or the time differs. Raises `NotAsked` if there is nothing to decide, `UnknownPieces` if the
    seat's own pieces are not known, and `NotationError` if you made a position yourself in which
    the numbers of pieces are impossible.
    """
    awaited = check_asked(position.awaits)
    rules = position.rules
    names = seat_names(rules.players) if seats is None else seats
    names = checked_names(names, rules.name, rules.players)
    known = position.redact(awaited.seat)
    _ = known.legal  # refuses a seat whose own pieces are not known
    seed = seed_of_text(repr(known)) if seed is None else seed
    filled = known.fill(pick_from(seed))
    level, budget = checked_level(level), checked_budget(budget)
    asked = Question(position.rules, filled.state, awaited.seat, level, budget, seed)
    return _hints(asked, names, count)


def _hints(asked: Question, seats: Sequence[str], count: int) -> list[Hint]:
    if count < 1:
        raise ValueError(f"count must be 1 or more, not {count}")
    found = dict[tuple[str, str], Hint]()
    for evaluation in evaluate(asked):
        hint = hint_for(asked, evaluation, seats)
        # The same piece with the same effect elsewhere is not another idea.
        found.setdefault((_piece(hint.decision), hint.reason), hint)
        if len(found) == count:
            break
    return _sorted(list(found.values()), asked.game)


def hint_for(asked: Question, evaluation: Evaluation, seats: Sequence[str]) -> Hint:
    """A decision as a hint, not yet compared with others."""
    game, state, decision = asked.game, asked.state, evaluation.decision
    why = reason(game, state, decision, seats)
    return Hint(
        Entry(asked.seat, decision),
        decision,
        evaluation.chance,
        evaluation.lowest,
        why.text,
        why.said,
        _points(game, state, decision),
    )


def write_hint(hint: Hint) -> dict[str, object]:
    """A hint as JSON values."""
    return {
        "entry": write_answer(hint.entry.seat, hint.decision),
        "move": hint.move,
        "chance": hint.chance,
        "lowest": hint.lowest,
        "points": hint.points,
        "measure": hint.measure,
        "value": hint.value,
        "reason": hint.reason,
        "said": [(type(said).__name__, asdict(said)) for said in hint.said],
    }


def _sorted(found: list[Hint], game: AnyGame) -> list[Hint]:
    """The hints, sorted by the value that is shown; in the same order if there is none."""
    measure = _measure(found, game)
    hints = [replace(hint, measure=measure) for hint in found]
    return sorted(hints, key=lambda hint: hint.value or 0.0, reverse=True)


def _measure(found: list[Hint], game: AnyGame) -> Measure | None:
    """The chance to win; if the game is won or lost anyway, a value that still differs."""
    chances = {floor(100 * hint.chance + 0.5) for hint in found if hint.chance is not None}
    if chances and chances not in ({0}, {100}):
        return "chance"
    measures: list[Measure] = ["points"]
    if game.name != "duel":  # where it is not the lowest peg that counts
        measures.insert(0, "lowest")
    if not chances and len(found) > 1:  # in solo, or at a level without a net
        measures.remove("points")
    known = [m for m in measures if all(_value(hint, m) is not None for hint in found)]
    differing = (m for m in known if len({f"{_value(hint, m):.1f}" for hint in found}) > 1)
    return next(differing, known[0] if known else None)


def _value(hint: Hint, measure: Measure | None) -> float | None:
    match measure:
        case "chance":
            return hint.chance
        case "lowest":
            return hint.lowest
        case "points":
            return hint.points
        case _:
            return None


def _points(game: AnyGame, state: AnyState, decision: Decision) -> int | None:
    """How far a decision moves the seat's pegs, if it is one that scores."""
    if not isinstance(decision, Place | Play | Resolve | Score | Free):
        return None
    return sum(MoveContext.of(game, state, decision).gains.values())


def _deciding(record: Record) -> int:
    """The seat that has to decide, or for which the record is redacted."""
    if record.view == "spectator":
        raise NotAsked("the record is redacted for a spectator, so no seat can decide")
    if record.view != "whole":
        return record.view
    *_, state = replay(record)
    return state.seat


def _piece(decision: Decision) -> str:
    match decision:
        case Place(spelled) | Play(spelled):
            return CANONICAL[spelled]
        case _:
            return ""
