"""What is agreed before a table is opened."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from ..rules import PLAYERS, AnyGame, game
from ..rules.match import NoMatch, Starts, check_challenges
from .naming import GameName

TEAM: tuple[GameName, ...] = ("team",)
"""The only games of a table at which there are partners."""

LEVELS = range(1, 6)
STAND_IN = 3
"""The level of the bot that plays on for somebody who has left."""

PAUSE = 1000
"""Milliseconds between two quick chat messages of a seat."""

LONGEST_SILENCE = 15_000
"""Milliseconds for which a clock is paused at a time if its player's connection is silent."""

MOST_SILENCE = 30_000
"""Milliseconds for which it is paused in all, for each seat in each game."""

SHORTEST_SILENCE = 1000
"""Milliseconds that each pause uses up at least."""

LEAST_AWAY = 500
"""Milliseconds: if the server was away for less than this, no event is written for it."""

IDLE = 24 * 3600 * 1000
"""Milliseconds after which a table at which nobody starts is closed."""

MAX_TAKEBACKS = 100
"""Takebacks in one game: each is played again whenever the table is read from its events."""

MAX_EVENTS = 10_000
"""After so many only the game goes on, so that nobody fills a disk with words."""

LONGEST_MOVE = 14 * 24 * 3600.0
"""Seconds: a clock for a move gives two weeks at most."""


class InvalidSettings(ValueError):
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
    starts: Annotated[
        Starts, Meta(description="who begins each challenge of a match after the first")
    ] = "rotate"
    clock: Annotated[Clock, Meta(extra_json_schema={"default": {"kind": "none"}})] = Clock()
    talk: bool = False  # whether partners of a team may talk (D1)
    spectators: bool = True
    listed: bool = False
    casual: bool = True  # takebacks against bots are free, hints are given
    resigning: Annotated[
        Literal["challenge", "match"],
        Meta(
            description="what resigning gives up within a match. The server sets it: `match` at "
            "all new tables, `challenge` at tables that were opened before this rule"
        ),
    ] = "challenge"  # for stored settings without it

    @property
    def is_match(self) -> bool:
        """Whether several challenges make a match (J1)."""
        return len(self.games) > 1

    def rules(self, number: int) -> AnyGame:
        """The rules of one of the games; options of a match are those of its dice games."""
        name = self.games[number]
        options = {} if self.is_match and name != "dice" else self.options
        return game(name, len(self.seats), self.edition, options)

    def by_current_rules(self) -> "Settings":
        """The same settings for a new table, where a rematch repeats those of an old one.

        Resigning gives up the match (J2), and only the partners of a team can talk (D1).
        """
        return replace(
            self,
            resigning="match" if self.is_match else self.resigning,
            talk=self.talk and self.games == TEAM,
        )


def check(settings: Settings) -> Settings:
    """The same settings, if they go together; raises `Unsuitable`."""
    games, seats = settings.games, settings.seats
    if not games:
        raise InvalidSettings("a table needs at least one game")
    _check_match(settings)
    for number, name in enumerate(games):
        if name not in PLAYERS:
            raise InvalidSettings(f"unknown game {name!r}; the games are {', '.join(PLAYERS)}")
        try:
            settings.rules(number)
        except ValueError as error:
            raise InvalidSettings(str(error)) from None
    if settings.talk and games != TEAM:
        raise InvalidSettings("talk is only for team games (D1)")
    if settings.start is not None and not 0 <= settings.start < len(seats):
        raise InvalidSettings(
            f"start must be a seat from 0 to {len(seats) - 1}, not {settings.start} (A2)"
        )
    for plan in seats:
        if plan.kind == "bot" and plan.level not in LEVELS:
            raise InvalidSettings(f"a bot's level must be from 1 to 5, not {plan.level}")
        if plan.kind == "program" and not plan.program:
            raise InvalidSettings("a seat for a program needs the program's name")
    _check_clock(settings.clock)
    return settings


def _check_match(settings: Settings) -> None:
    if not settings.is_match:
        if settings.starts != "rotate":
            raise InvalidSettings("starts is only for matches (J1)")
        return
    try:
        check_challenges(settings.games)
    except NoMatch as error:
        raise InvalidSettings(str(error)) from None
    if settings.options and "dice" not in settings.games:
        raise InvalidSettings(
            f"a match without dice has no option {', '.join(sorted(settings.options))}"
        )


def _check_clock(clock: Clock) -> None:
    if clock.kind == "none":
        return
    if not 1 <= clock.seconds <= LONGEST_MOVE:
        raise InvalidSettings(
            f"a clock must have 1 to {LONGEST_MOVE:.0f} seconds, not {clock.seconds:g}"
        )
    if not 0 <= clock.increment <= clock.seconds:
        raise InvalidSettings("an increment must be from 0 to the seconds of the clock")
