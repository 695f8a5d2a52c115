"""Hints: the best decisions of a seat, what to expect of them, and why."""

from dataclasses import asdict, dataclass
from typing import Any

from ..record import Entry, Record, replay
from ..record.notation import write_move
from ..rules.moves import Decision, Place, Play
from ..rules.symbols import CANONICAL
from .pipe import write_answer
from .players import NotAsked, question, seed_of, weigh
from .reasons import reason
from .reasons.said import Said
from .thinking import Budget


@dataclass(frozen=True, slots=True)
class Hint:
    """A decision worth making: what to expect of it, as far as the level knows, and why.

    `chance` is the chance to win, ties shared; `lowest` the expected lowest peg at the end.
    """

    entry: Entry
    decision: Decision
    chance: float | None
    lowest: float | None
    reason: str
    said: tuple[Said, ...] = ()  # what the reason says, for other languages than English


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
        found.setdefault((_piece(decision), why.text), hint)
        if len(found) == count:
            break
    return sorted(found.values(), key=_shown, reverse=True)


def write_hint(hint: Hint) -> dict[str, Any]:
    """A hint as JSON values."""
    return {
        "entry": write_answer(hint.entry.seat, hint.decision),
        "move": write_move(hint.decision),
        "chance": hint.chance,
        "lowest": hint.lowest,
        "reason": hint.reason,
        "said": [(type(said).__name__, asdict(said)) for said in hint.said],
    }


def _shown(hint: Hint) -> float:
    """What a hint shows first: its chance to win or, where nobody can lose, the lowest peg."""
    if hint.chance is not None:
        return hint.chance
    return hint.lowest or 0.0


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
