"""Hints: the best decisions of a seat, what to expect of them, and why."""

from dataclasses import asdict, dataclass, replace
from math import floor
from typing import Any, Literal

from ..record import Entry, Record, replay
from ..record.notation import write_move
from ..rules import AnyGame
from ..rules.moves import Decision, Free, Place, Play, Resolve, Score
from ..rules.symbols import CANONICAL
from .engine_protocol import write_answer
from .players import NotAsked, question, seed_of, weigh
from .question import Budget
from .reasons import reason
from .reasons.context import MoveContext
from .reasons.parts import ReasonPart

Measure = Literal["chance", "lowest", "points"]
"""By which of its values a hint is compared with the others."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A decision worth making: what to expect of it, as far as the level knows, and why.

    `chance` is the chance to win, ties shared; `lowest` the expected lowest peg at the end;
    `points` is what the decision scores at once, or None if it scores nothing by itself. All hints
    of a position have the same `measure`, and are sorted by it; None if nothing tells them apart.
    """

    entry: Entry
    decision: Decision
    chance: float | None
    lowest: float | None
    reason: str
    said: tuple[ReasonPart, ...] = ()  # what the reason says, for other languages than English
    points: int | None = None
    measure: Measure | None = None

    @property
    def value(self) -> float | None:
        """What the hint is sorted by and shown with."""
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
    """The best few decisions of a seat, best first; fewer where there are no more ideas.

    Without a seat, the one that has to decide; of a whole record only what the seat knows is
    looked at. Raises `NotAsked` where there is nothing to decide.
    """
    if count < 1:
        raise ValueError(f"count must be 1 or more, not {count}")
    seat = _deciding(record) if seat is None else seat
    seed = seed_of(record, seat) if seed is None else seed
    asked = question(record, seat, level, budget or Budget(), seed)
    found = dict[tuple[str, str], Hint]()
    for verdict in weigh(asked):
        decision = verdict.decision
        why = reason(asked.game, asked.state, decision, record.seats)
        expected = verdict.chance, verdict.lowest
        hint = Hint(Entry(seat, decision), decision, *expected, why.text, why.said)
        # The same piece to the same effect elsewhere is not another idea.
        if (key := (_piece(decision), why.text)) not in found:
            scored = _points(asked.game, asked.state, decision, record.seats)
            found[key] = replace(hint, points=scored)
        if len(found) == count:
            break
    return _sorted(list(found.values()), asked.game)


def write_hint(hint: Hint) -> dict[str, Any]:
    """A hint as JSON values."""
    return {
        "entry": write_answer(hint.entry.seat, hint.decision),
        "move": write_move(hint.decision),
        "chance": hint.chance,
        "lowest": hint.lowest,
        "points": hint.points,
        "measure": hint.measure,
        "value": hint.value,
        "reason": hint.reason,
        "said": [(type(said).__name__, asdict(said)) for said in hint.said],
    }


def _sorted(found: list[Hint], game: AnyGame) -> list[Hint]:
    """The hints, sorted by the value that is shown; as they are if there is none."""
    measure = _measure(found, game)
    hints = [replace(hint, measure=measure) for hint in found]
    return sorted(hints, key=lambda hint: hint.value or 0.0, reverse=True)


def _measure(found: list[Hint], game: AnyGame) -> Measure | None:
    """The chance to win, unless the game is won or lost anyway: then what still differs."""
    chances = {floor(100 * hint.chance + 0.5) for hint in found if hint.chance is not None}
    if chances and chances not in ({0}, {100}):
        return "chance"
    measures: list[Measure] = ["points"]
    if game.name != "duel":  # where it is not the lowest peg that counts
        measures.insert(0, "lowest")
    if not chances and len(found) > 1:  # in solo, or a level that cannot tell
        measures.remove("points")
    known = [m for m in measures if all(_value(hint, m) is not None for hint in found)]
    tells = (m for m in known if len({f"{_value(hint, m):.1f}" for hint in found}) > 1)
    return next(tells, known[0] if known else None)


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


def _points(game: AnyGame, state: Any, decision: Decision, names: tuple[str, ...]) -> int | None:
    """How far a decision moves the seat's pegs, if it is one that scores."""
    if not isinstance(decision, Place | Play | Resolve | Score | Free):
        return None
    return sum(MoveContext.of(game, state, decision, names).gains.values())


def _deciding(record: Record) -> int:
    """The seat that has to decide, or whose view of the game the record is."""
    if record.view == "spectator":
        raise NotAsked("the record is redacted for a spectator, so no seat can decide")
    if record.view != "whole":
        return record.view
    *_, state = replay(record)
    seat: int = state.seat
    return seat


def _piece(decision: Decision) -> str:
    match decision:
        case Place(spelled) | Play(spelled):
            return CANONICAL[spelled]
        case _:
            return ""
