"""Players: handed what a seat knows of a game, they answer with a decision.

Nothing but the redacted record and a seed reaches a player, so it cannot know more than its seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import Any, Protocol

from ..record import Entry, Record, completed_state, redact, to_json
from ..rules.moves import Chance, Decision
from .baselines import REFERENCES
from .engine_protocol import Program
from .levels import LEVELS, thinker
from .policies import Policy
from .question import Budget, Question, Verdict


class NotAsked(ValueError):
    """There is nothing for this seat to decide in this record."""


class Player(Protocol):
    """Decides for a seat, from a record that is redacted to what the seat knows."""

    @property
    def name(self) -> str:
        """What people call it."""

    def decide(self, record: Record, seat: int, seed: int) -> Decision:
        """A legal decision; all luck comes from the seed. Raises `NotAsked`."""

    def close(self) -> None:
        """Let go of whatever it holds."""


def player(spec: str, budget: Budget | None = None) -> Player:
    """A player: a level from 1 to 5, the name of a reference, or a command to be run.

    A command speaks the pipe protocol; it is started without a shell when it is first asked.
    Raises `ValueError` where there is no such player.
    """
    spec = spec.strip()
    if spec.isdecimal() and len(spec) == 1 and int(spec) in LEVELS:
        return LevelPlayer(int(spec), budget or Budget())
    if spec in REFERENCES:
        return ReferencePlayer(spec, REFERENCES[spec])
    program = Program(spec, None if budget is None else budget.seconds)
    if not program.is_there:
        known = ", ".join([*map(str, LEVELS), *REFERENCES])
        raise ValueError(f"{spec!r} is neither a bot nor a command; the bots are {known}")
    return program


@dataclass(frozen=True, slots=True)
class LevelPlayer:
    """One of the five levels."""

    level: int
    budget: Budget

    @property
    def name(self) -> str:
        """Its number and its name."""
        return f"{self.level} {LEVELS[self.level].name}"

    def decide(self, record: Record, seat: int, seed: int) -> Decision:
        """The decision that it thinks best, or what its level takes for it."""
        return weigh(question(record, seat, self.level, self.budget, seed))[0].decision

    def close(self) -> None:
        """It holds nothing."""


@dataclass(frozen=True, slots=True)
class ReferencePlayer:
    """A simple player that is handed a completed state."""

    name: str
    policy: Policy

    def decide(self, record: Record, seat: int, seed: int) -> Decision:
        """What its policy says."""
        return self.policy(record.game, state_for(record, seat, seed), Random(seed))

    def close(self) -> None:
        """It holds nothing."""


def answer(
    record: Record, seat: int, level: int, budget: Budget | None = None, seed: int | None = None
) -> Entry:
    """The entry with which a level answers; without a seed, the same record the same answer."""
    seed = seed_of(record, seat) if seed is None else seed
    decision = LevelPlayer(level, budget or Budget()).decide(record, seat, seed)
    return Entry(seat, decision)


def weigh(asked: Question) -> Sequence[Verdict]:
    """The decisions with what they are worth, the one to be played first; never empty."""
    legal = asked.game.legal(asked.state)
    if len(legal) == 1:
        return (Verdict(legal[0], 0.0),)
    return thinker(asked.game)(asked)


def question(record: Record, seat: int, level: int, budget: Budget, seed: int) -> Question:
    """What a seat has to decide; raises `NotAsked`, or `RecordError` for an impossible record."""
    if level not in LEVELS:
        raise ValueError(f"level must be one of {', '.join(map(str, LEVELS))}, not {level}")
    return Question(record.game, state_for(record, seat, seed), seat, level, budget, seed)


def state_for(record: Record, seat: int, seed: int) -> Any:
    """A state that the game may be in for all that a seat knows, in which it has to decide."""
    known = _known(record, seat)
    if known.result is not None:
        raise NotAsked("the game is over")
    luck = Random(f"completion {seed}")
    # From `random()` alone: only that is the same in every Python.
    state = completed_state(known, lambda below: int(luck.random() * below))
    awaited = record.game.awaits(state)
    if awaited is None:
        raise NotAsked("the game is over")
    if isinstance(awaited, Chance):
        raise NotAsked(f"a {awaited.kind} comes next, not a decision")
    if awaited.seat != seat:
        raise NotAsked(f"it is seat {awaited.seat}'s turn, not seat {seat}'s")
    return state


def seed_of(record: Record, seat: int, text: str = "") -> int:
    """A seed that follows from what a seat knows, whoever plays and deals, and from a text."""
    nameless = replace(_known(record, seat), seats=("",) * len(record.seats), dealer=None)
    digest = sha256(f"ingenious-bot/1 {text} {to_json(nameless)}".encode("utf-8", "replace"))
    return int.from_bytes(digest.digest()[:8], "big") >> 1  # fits a signed word


def _known(record: Record, seat: int) -> Record:
    """What the seat knows, also where somebody hands over a whole record."""
    try:
        return redact(record, seat)
    except ValueError as error:
        raise NotAsked(str(error)) from None
