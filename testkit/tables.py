"""A table that a test drives: it runs commands and advances the time."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from ingenious.rules import BoardState, Game, Pegs
from ingenious.rules.game import Ending, Reason
from ingenious.rules.moves import Decision
from ingenious.rules.scoreboards import Standing
from ingenious.table import Clock, Event, Refused, SeatPlan, Settings, Table, commands

OPEN, BOT = SeatPlan(), SeatPlan("bot", level=4)

SEED = bytes(range(32))


class TableDriver:
    """A table with its events and the current time."""

    def __init__(self, settings: Settings, by: str = "host") -> None:
        self.events = list(commands.create(settings, by, 0))
        self.table = Table.fold(self.events)
        self.now = 0

    def apply(self, events: list[Event]) -> list[Event]:
        """Apply the events of a command."""
        for event in events:
            self.table.apply(event)
        self.events += events
        return events

    def advance(self, seconds: float) -> int:
        """Advance the time, and return it in milliseconds."""
        self.now += round(1000 * seconds)
        return self.now

    def sit(self, *players: str) -> "TableDriver":
        """Seat players on the free seats."""
        free = [n for n, seat in enumerate(self.table.seats) if seat.is_free]
        for seat, player in zip(free, players, strict=True):
            self.apply(commands.sit(self.table, player, player.title(), seat, self.advance(1)))
        return self

    def start(self) -> "TableDriver":
        """Start the game."""
        self.apply(commands.start(self.table, "host", SEED, self.advance(1)))
        return self

    def asking(self) -> int | None:
        """The seat that asks for a takeback."""
        return self.table.asking

    def choice(self, rng: Random) -> tuple[int, Decision]:
        """The seat whose turn it is, and a random decision of it."""
        turn = self.table.turn
        assert turn is not None
        assert self.table.game is not None
        return turn.seat, rng.choice(self.table.rules.legal(self.table.game.state))

    def play(self, rng: Random, seconds: float = 1) -> list[Event]:
        """Make a random decision for the seat whose turn it is."""
        seat, decision = self.choice(rng)
        actor, at = self.table.actor(), self.advance(seconds)
        assert actor is not None
        if actor.kind == "person":
            who = self.table.seats[seat].person_id
            assert who is not None
            return self.apply(commands.play(self.table, who, seat, decision, at))
        return self.apply(commands.play_for(self.table, seat, decision, at))


def two_players(clock: Clock | None = None, *, casual: bool = True) -> TableDriver:
    """A duel between two people, just started."""
    settings = Settings(("duel",), (OPEN, OPEN), start=0, clock=clock or Clock(), casual=casual)
    return TableDriver(settings).sit("ann", "bob").start()


def expect_refusal(words: str, rule: str | None = None) -> "pytest.RaisesExc[Refused]":
    """Expect a refusal whose message contains these words and that names this rule."""
    return pytest.RaisesExc(Refused, match=words, check=lambda error: error.rule == rule)


def through_json(values: object) -> Any:
    """The values as a client would receive them."""
    return json.loads(msgspec.json.encode(values))


def ended_state(rules: Game[Any], boards: tuple[Pegs, ...], reason: Reason) -> Any:
    """The final state of a game with these pegs on each score board."""
    state = rules.new()
    if isinstance(state, BoardState):
        return replace(state, standing=Standing(boards), phase="over", ending=Ending(reason))
    return replace(state, pegs=boards, phase="over", ending=Ending(reason))
