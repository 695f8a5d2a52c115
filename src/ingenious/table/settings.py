"""The settings of a table, agreed before it is opened."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from ..rules import PLAYERS, AnyGame, game
from ..rules.match import NoMatch, Starts, check_challenges
from .naming import GameName

BOT_LEVELS = range(1, 6)
STAND_IN_LEVEL = 3
"""The level of the bot that plays for a person who has left."""

REACTION_INTERVAL_MS = 1000
"""Minimum time between two quick chat messages of a seat."""

MAX_PAUSE_MS = 15_000
"""The longest pause of a clock whose player's connection is silent."""

MAX_PAUSED_PER_GAME_MS = 30_000
"""All pauses of a seat in one game together."""

MIN_PAUSE_MS = 1000
"""A shorter pause counts as this long."""

MIN_OUTAGE_MS = 500
"""No event is written for a shorter outage of the server."""

IDLE_TABLE_MS = 24 * 3600 * 1000
"""A table that is not started within this time is closed."""

MAX_TAKEBACKS = 100
"""Takebacks per game: each is replayed whenever the table is loaded."""

MAX_EVENTS = 10_000
"""Events per table; after that only the game continues, so that chat cannot fill a disk."""

MAX_CLOCK_S = 14 * 24 * 3600.0
"""The longest time of a clock: two weeks."""


class InvalidSettings(ValueError):
    """Settings that are contradictory or out of range."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a seat may think: for each decision, or in all with an increment for each."""

    kind: Literal["none", "move", "total"] = "none"
    seconds: float = 0
    increment: float = 0


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """Who can take a seat: any person, a bot of some level, or a program that the host allows."""

    kind: Literal["open", "bot", "program"] = "open"
    level: int = STAND_IN_LEVEL
    program: str = ""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table."""

    games: tuple[GameName, ...]  # one game, or the challenges of a match in their order
    seats: tuple[SeatPlan, ...]
    edition: str | None = None
    options: dict[str, bool] = {}
    start: int | None = None  # the seat that begins the first game; None to draw it (A2)
    starts: Annotated[
        Starts, Meta(description="who begins each challenge of a match after the first")
    ] = "rotate"
    clock: Annotated[Clock, Meta(extra_json_schema={"default": {"kind": "none"}})] = Clock()
    talk: bool = False  # whether partners of a team may talk (D1)
    spectators: bool = True
    listed: bool = False
    casual: bool = True  # takebacks against bots are free, hints are given
    coached: Annotated[
        bool, Meta(description="whether the pages show the coach, at a casual table")
    ] = False
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

    @property
    def has_partners(self) -> bool:
        """Whether several seats win and lose together (D1)."""
        return any(len(side) > 1 for side in self.rules(0).sides)

    def rules(self, number: int) -> AnyGame:
        """The rules of one of the games; options of a match are those of its dice games."""
        name = self.games[number]
        options = {} if self.is_match and name != "dice" else self.options
        return game(name, len(self.seats), self.edition, options)

    def with_current_rules(self) -> "Settings":
        """The same settings for a new table, where a rematch repeats those of an old one.

        Resigning gives up the match (J2), and only the partners of a team can talk (D1).
        """
        return replace(
            self,
            resigning="match" if self.is_match else self.resigning,
            talk=self.talk and self.has_partners,
        )


def check_settings(settings: Settings) -> Settings:
    """Return the settings if they are valid; raises `InvalidSettings`."""
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
    if settings.talk and not settings.has_partners:
        raise InvalidSettings("talk is only for team games (D1)")
    if settings.start is not None and not 0 <= settings.start < len(seats):
        raise InvalidSettings(
            f"start must be a seat from 0 to {len(seats) - 1}, not {settings.start} (A2)"
        )
    for plan in seats:
        if plan.kind == "bot" and plan.level not in BOT_LEVELS:
            raise InvalidSettings(f"a bot's level must be from 1 to 5, not {plan.level}")
        if plan.kind == "program" and not plan.program:
            raise InvalidSettings("a seat for a program needs the program's name")
    if settings.coached and not settings.casual:
        raise InvalidSettings("a coached table must be casual")
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
    if not 1 <= clock.seconds <= MAX_CLOCK_S:
        raise InvalidSettings(
            f"a clock must have 1 to {MAX_CLOCK_S:.0f} seconds, not {clock.seconds:g}"
        )
    if not 0 <= clock.increment <= clock.seconds:
        raise InvalidSettings("an increment must be from 0 to the seconds of the clock")
