"""A table that a test drives: its commands, its events, and its time."""

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
    """A table with its events, at which time goes by."""

    def __init__(self, settings: Settings, by: str = "host") -> None:
        self.events = list(commands.create(settings, by, 0))
        self.table = Table.fold(self.events)
        self.now = 0

    def do(self, events: list[Event]) -> list[Event]:
        for event in events:
            self.table.apply(event)
        self.events += events
        return events

    def later(self, seconds: float) -> int:
        self.now += round(1000 * seconds)
        return self.now

    def sit(self, *people: str) -> "TableDriver":
        free = [n for n, seat in enumerate(self.table.seats) if seat.is_free]
        for seat, who in zip(free, people, strict=True):
            self.do(commands.sit(self.table, who, who.title(), seat, self.later(1)))
        return self

    def start(self) -> "TableDriver":
        self.do(commands.start(self.table, "host", SEED, self.later(1)))
        return self

    def asking(self) -> int | None:
        return self.table.asking

    def choice(self, rng: Random) -> tuple[int, Decision]:
        turn = self.table.turn
        assert turn is not None
        assert self.table.game is not None
        return turn.seat, rng.choice(self.table.rules.legal(self.table.game.state))

    def play(self, rng: Random, seconds: float = 1) -> list[Event]:
        """A random decision of the seat whose turn it is."""
        seat, decision = self.choice(rng)
        actor, at = self.table.actor(), self.later(seconds)
        assert actor is not None
        if actor.kind == "person":
            who = self.table.seats[seat].who
            assert who is not None
            return self.do(commands.play(self.table, who, seat, decision, at))
        return self.do(commands.play_for(self.table, seat, decision, at))


def two(clock: Clock | None = None, *, casual: bool = True) -> TableDriver:
    """A duel of two people that has begun."""
    settings = Settings(("duel",), (OPEN, OPEN), start=0, clock=clock or Clock(), casual=casual)
    return TableDriver(settings).sit("ann", "bob").start()


def refused(words: str, rule: str | None = None) -> "pytest.RaisesExc[Refused]":
    """Expect a refusal with these words, and by this rule."""

    def fits(error: Refused) -> bool:
        return error.rule == rule

    return pytest.RaisesExc(Refused, match=words, check=fits)


def as_sent(values: object) -> Any:
    """What a client would receive."""
    return json.loads(msgspec.json.encode(values))


def ended(rules: Game[Any], boards: tuple[Pegs, ...], reason: Reason) -> Any:
    """The end of a game in which the pegs stand so, one row for each score board."""
    state = rules.new()
    if isinstance(state, BoardState):
        return replace(state, standing=Standing(boards), phase="over", ending=Ending(reason))
    return replace(state, pegs=boards, phase="over", ending=Ending(reason))
