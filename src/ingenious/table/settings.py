"""What is agreed before a table is opened."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ..rules import PLAYERS, Game, game
from ..rules.match import CHALLENGES
from .naming import GameName

MOST_GAMES = 12
"""Challenges that a match has at most."""

LEVELS = range(1, 6)
STAND_IN = 3
"""The level of the bot that plays on for somebody who has left."""

PAUSE = 1000
"""Milliseconds between two quick words of a seat."""

IDLE = 24 * 3600 * 1000
"""Milliseconds after which a table at which nobody starts is closed."""

MOST_BACKS = 100
"""Takebacks in one game: each is played again whenever the table is read from its events."""

MOST_EVENTS = 10_000
"""After so many only the game goes on, so that nobody fills a disk with words."""

LONGEST_MOVE = 14 * 24 * 3600.0
"""Seconds: a clock for a move gives two weeks at most."""


class Unsuitable(ValueError):
    """Settings that do not go together."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a seat may think: for each decision, or in all with an increment for each."""

    kind: Literal["none", "move", "total"] = "none"
    seconds: float = 0
    increment: float = 0


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit there: anybody, a bot of a level, or a program that the host allows."""

    kind: Literal["open", "bot", "program"] = "open"
    level: int = STAND_IN
    program: str = ""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it is wanted."""

    games: tuple[GameName, ...]  # one game, or the challenges of a match in their order
    seats: tuple[SeatPlan, ...]
    edition: str | None = None
    options: dict[str, bool] = {}
    start: int | None = None  # who begins the first game; None is drawn (A2)
    clock: Annotated[Clock, Meta(extra_json_schema={"default": {"kind": "none"}})] = Clock()
    talk: bool = False  # whether partners of a team may talk (D1)
    spectators: bool = True
    listed: bool = False
    casual: bool = True  # takebacks against bots are free, hints are given

    @property
    def is_match(self) -> bool:
        """Whether several challenges make a match (J1)."""
        return len(self.games) > 1

    def rules(self, number: int) -> Game[Any]:
        """The rules of one of the games."""
        return game(self.games[number], len(self.seats), self.edition, self.options)


def check(settings: Settings) -> Settings:
    """The same settings, if they go together; raises `Unsuitable`."""
    games, seats = settings.games, settings.seats
    if not 1 <= len(games) <= MOST_GAMES:
        raise Unsuitable(f"a table has 1 to {MOST_GAMES} games, not {len(games)}")
    if len(games) > 1 and any(name not in CHALLENGES for name in games):
        raise Unsuitable(f"a match is made of {', '.join(CHALLENGES)} (J1)")
    for number, name in enumerate(games):
        if name not in PLAYERS:
            raise Unsuitable(f"there is no game {name!r}; there are {', '.join(PLAYERS)}")
        try:
            settings.rules(number)
        except ValueError as error:
            raise Unsuitable(str(error)) from None
    if settings.start is not None and not 0 <= settings.start < len(seats):
        raise Unsuitable(f"a seat from 0 to {len(seats) - 1} begins, not {settings.start} (A2)")
    for plan in seats:
        if plan.kind == "bot" and plan.level not in LEVELS:
            raise Unsuitable(f"a bot has a level from 1 to 5, not {plan.level}")
        if plan.kind == "program" and not plan.program:
            raise Unsuitable("a program has a name by which the host knows it")
    _check_clock(settings.clock)
    return settings


def _check_clock(clock: Clock) -> None:
    if clock.kind == "none":
        return
    if not 1 <= clock.seconds <= LONGEST_MOVE:
        raise Unsuitable(f"a clock has 1 to {LONGEST_MOVE:.0f} seconds, not {clock.seconds:g}")
    if not 0 <= clock.increment <= clock.seconds:
        raise Unsuitable("an increment is from 0 to what the clock starts with")
