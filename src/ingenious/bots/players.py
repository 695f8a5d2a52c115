"""Players: they get what a seat knows of a game, and answer with a decision.

A player gets only the redacted record and a seed, so it cannot know more than its seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Protocol

from ..position.check import check_numbers
from ..position.tiling import Pick
from ..record import Entry, Record, redact, to_json
from ..rules import AnyState
from ..rules.moves import Chance, Decision, Turn
from .baselines import BASELINES, Policy
from .determinize import determinized_state
from .engine_protocol import Program
from .levels import LEVELS, thinker
from .question import Budget, Evaluation, Question, checked_budget


class NotAsked(ValueError):
    """The seat has nothing to decide in this record."""


class Player(Protocol):
    """Decides for a seat, from a record that is redacted to what the seat knows."""

    @property
    def name(self) -> str:
        """Its name for people."""

    def decide(self, record: Record, seat: int, seed: int) -> Decision:
        """A legal decision; all random numbers come from the seed. Raises `NotAsked`."""

    def close(self) -> None:
        """Free its resources."""


def player(spec: str, budget: Budget | None = None) -> Player:
    """A player: a level from 1 to 5, the name of a baseline, or a command to run.

    A command uses the pipe protocol; it is started without a shell when it is first asked. Raises
    `ValueError` if there is no such player.
    """
    spec, budget = spec.strip(), checked_budget(budget)
    if spec.isdecimal() and len(spec) == 1 and int(spec) in LEVELS:
        return LevelPlayer(int(spec), budget)
    if spec in BASELINES:
        return BaselinePlayer(spec, BASELINES[spec])
    program = Program(spec, budget.seconds)
    if not program.is_installed:
        raise ValueError(f"{spec!r} is neither a bot nor a command; {_what_would_do(spec)}")
    return program


def _what_would_do(spec: str) -> str:
    """How to run what is a file, or the names of the bots."""
    file = spec.partition(" ")[0]
    if not Path(file).is_file():
        return f"the bots are {', '.join([*map(str, LEVELS), *BASELINES])}"
    if file.endswith(".py"):
        return f"to run this file, write 'python {spec}'"
    return "this file is not executable" if "/" in file else f"to run this file, write './{spec}'"


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
        """The first decision of its evaluation."""
        return evaluate(question(record, seat, self.level, self.budget, seed))[0].decision

    def close(self) -> None:
        """Nothing to free."""


@dataclass(frozen=True, slots=True)
class BaselinePlayer:
    """A simple player, which gets a determinized state."""

    name: str
    policy: Policy

    def decide(self, record: Record, seat: int, seed: int) -> Decision:
        """The decision of its policy."""
        return self.policy(record.game, state_for(record, seat, seed), Random(seed))

    def close(self) -> None:
        """Nothing to free."""


def answer(
    record: Record, seat: int, level: int, budget: Budget | None = None, seed: int | None = None
) -> Entry:
    """The entry with which a level answers; without a seed, the record alone decides."""
    seed = seed_of(record, seat) if seed is None else seed
    decision = LevelPlayer(level, checked_budget(budget)).decide(record, seat, seed)
    return Entry(seat, decision)


def evaluate(asked: Question) -> Sequence[Evaluation]:
    """The evaluated decisions, the one to be played first; never empty.

    Raises `NotationError` for a state whose pieces or pegs are impossible in number.
    """
    check_numbers(asked.game, asked.state)
    legal = asked.game.legal(asked.state)
    if len(legal) == 1:
        return (Evaluation(legal[0], 0.0),)
    return thinker(asked.game)(asked)


def question(record: Record, seat: int, level: int, budget: Budget, seed: int) -> Question:
    """The question for a seat; raises `NotAsked`, or `RecordError` for an impossible record."""
    state = state_for(record, seat, seed)
    return Question(record.game, state, seat, checked_level(level), budget, seed)


def checked_level(level: int) -> int:
    """The level, if there is one with this number; raises `ValueError` otherwise."""
    if level not in LEVELS:
        raise ValueError(f"level must be one of {', '.join(map(str, LEVELS))}, not {level!r}")
    return level


def state_for(record: Record, seat: int, seed: int) -> AnyState:
    """A state that is possible for all that a seat knows, in which it has to decide."""
    known = known_to(record, seat)
    if known.result is not None:
        raise NotAsked("the game is over")
    state = determinized_state(known, pick_from(seed))
    check_asked(record.game.awaits(state), seat)
    return state


def check_asked(awaited: Turn | Chance | None, seat: int | None = None) -> Turn:
    """The turn of this seat, or of any; raises `NotAsked`."""
    if awaited is None:
        raise NotAsked("the game is over")
    if isinstance(awaited, Chance):
        raise NotAsked(f"a {awaited.kind} comes next; there is nothing to decide")
    if seat not in (None, awaited.seat):
        raise NotAsked(f"it is seat {awaited.seat}'s turn, not seat {seat}'s")
    return awaited


def pick_from(seed: int) -> Pick:
    """Random numbers to fill in what is unknown."""
    rng = Random(f"completion {seed}")
    # Only `random()` gives the same numbers in every version of Python.
    return lambda below: int(rng.random() * below)


def seed_of(record: Record, seat: int, text: str = "") -> int:
    """A seed made from a text and from what a seat knows, without the players' names."""
    nameless = replace(known_to(record, seat), seats=("",) * len(record.seats), dealer=None)
    return seed_of_text(f"{text} {to_json(nameless)}")


def seed_of_text(text: str) -> int:
    """A seed made from a text."""
    digest = sha256(f"ingenious-bot/1 {text}".encode("utf-8", "replace"))
    return int.from_bytes(digest.digest()[:8], "big") >> 1  # fits a signed word


def known_to(record: Record, seat: int) -> Record:
    """What a seat knows, also if the record is complete; raises `NotAsked`."""
    try:
        return redact(record, seat)
    except ValueError as error:
        raise NotAsked(str(error)) from None
