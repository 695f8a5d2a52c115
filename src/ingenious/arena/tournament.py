"""A tournament: groups of games, each determined by its number, on any machine."""

import json
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256

from .. import __version__
from ..bots.question import Budget
from ..record import write_record
from ..rules import AnyGame
from ..rules import game as rules_of
from .match import Forfeited, Match, play_match
from .pairings import Lineup, groups_for, lineups
from .ratings import Tally
from .roster import Roster
from .sprt import Sprt


class ArenaError(Exception):
    """A tournament that cannot start or continue; the message is for people."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The game and the bots: everything a group depends on, except its number."""

    game: str
    players: int
    specs: tuple[str, ...]
    names: tuple[str, ...]
    budget: Budget = field(default_factory=Budget)
    seed: str = "0"
    keeps_records: bool = False
    version: str = __version__
    edition: str | None = None  # the newest
    opening_roll: bool = True

    @property
    def rules(self) -> AnyGame:
        """The rules of the game."""
        options = {} if self.opening_roll else {"opening_roll": False}
        return rules_of(self.game, self.players, self.edition, options)

    @property
    def sides(self) -> int:
        """How many sides a game has."""
        return len(self.rules.sides)

    def secret(self, number: int) -> bytes:
        """The dealer's seed for all games of a group."""
        text = f"ingenious-arena/1 {self.seed} {self.game} {self.players} {number}"
        return sha256(text.encode("utf-8", "surrogateescape")).digest()


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a group: the bots of its sides, and the result."""

    lineup: Lineup
    start: int
    reason: str
    points: tuple[float, ...]
    lowest: tuple[int, ...]
    milliseconds: tuple[tuple[float, ...], ...]  # of each side's decisions
    forfeit: tuple[int, int, str] | None = None  # the bot, at which entry, and why
    record: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """The games of one deal."""

    number: int
    games: tuple[PlayedGame, ...]

    def tally(self, bots: int) -> Tally:
        """The sides and points of each bot."""
        sides, points = [0] * bots, [0.0] * bots
        for bot in self.games[0].lineup:
            sides[bot] += 1
        for game in self.games:
            for bot, made in zip(game.lineup, game.points, strict=True):
                points[bot] += made
        return Tally(tuple(sides), len(self.games), tuple(points))


Groups = Generator[Group, None, None]
"""Groups as they finish; closing the generator stops those in progress."""

Arena = Callable[[Setting, Sequence[int]], Groups]
"""Plays groups by their numbers and yields them in any order."""


def play_group(setting: Setting, number: int, roster: Roster) -> Group:
    """The games of a group, which depend only on the setting and the number."""
    seed = setting.secret(number)
    seatings = lineups(len(setting.specs), setting.sides, number)
    return Group(number, tuple(_play(setting, lineup, seed, roster) for lineup in seatings))


def _play(setting: Setting, lineup: Lineup, seed: bytes, roster: Roster) -> PlayedGame:
    game = setting.rules
    bots = [0] * game.players
    for bot, side in zip(lineup, game.sides, strict=True):
        for seat in side:
            bots[seat] = bot
    players = [roster.at(bot, seat) for seat, bot in enumerate(bots)]
    match = play_match(game, players, [setting.names[bot] for bot in bots], seed)
    return PlayedGame(
        lineup=lineup,
        start=match.record.start,
        reason=_reason(match),
        points=match.points,
        lowest=match.lowest,
        milliseconds=tuple(
            tuple(time for seat in side for time in match.milliseconds[seat]) for side in game.sides
        ),
        forfeit=_forfeit(match.forfeit, bots),
        record=_record_line(match) if setting.keeps_records else None,
    )


def _reason(match: Match) -> str:
    if match.forfeit is not None or match.record.result is None:
        return "forfeited"
    return match.record.result.reason


def _forfeit(forfeit: Forfeited | None, bots: Sequence[int]) -> tuple[int, int, str] | None:
    return None if forfeit is None else (bots[forfeit.seat], forfeit.entry, forfeit.reason)


def _record_line(match: Match) -> str:
    values = write_record(match.record)
    if match.forfeit is not None:
        values["forfeit"] = {"seat": match.forfeit.seat, "reason": match.forfeit.reason}
    return json.dumps(values, separators=(",", ":"))


def in_this_process(setting: Setting, numbers: Sequence[int]) -> Groups:
    """An arena in this process that plays one game at a time."""
    roster = Roster(setting.rules, setting.specs, setting.budget)
    try:
        for number in numbers:
            yield play_group(setting, number, roster)
    finally:
        roster.close()


@cache
def _roster_of(setting: Setting) -> Roster:
    return Roster(setting.rules, setting.specs, setting.budget)


def play_in_worker(setting: Setting, number: int) -> Group:
    """Play a group in a process that plays many; its players are kept for the next one.

    Another machine may have a different version installed, which would play differently.
    """
    if setting.version != __version__:
        raise ArenaError(
            f"a machine of the cluster has version {__version__}, not {setting.version}"
        )
    return play_group(setting, number, _roster_of(setting))


@dataclass
class Tournament:
    """The groups so far, in the order of their numbers, and the test that may end it early."""

    setting: Setting
    planned: int  # groups
    test: Sprt | None = None
    groups: list[Group] = field(default_factory=list)

    @classmethod
    def of(cls, setting: Setting, games: int, test: Sprt | None = None) -> "Tournament":
        """A tournament in which every table has at least this number of games."""
        return cls(setting, groups_for(len(setting.specs), setting.sides, games), test)

    @property
    def is_decided(self) -> bool:
        """Whether the test has reached a verdict."""
        return self.test is not None and self.test.verdict is not None

    def play(self, arena: Arena) -> Groups:
        """Play until all groups are played or the test is decided.

        Groups are counted in the order of their numbers, so the result does not depend on the
        number of processes or their speed.
        """
        results = arena(self.setting, range(len(self.groups), self.planned))
        waiting: dict[int, Group] = {}
        try:
            for result in results:
                waiting[result.number] = result
                while (group := waiting.pop(len(self.groups), None)) is not None:
                    self._count(group)
                    yield group
                    if self.is_decided:
                        return
        finally:
            results.close()

    def _count(self, group: Group) -> None:
        self.groups.append(group)
        if self.test is not None:
            tally = group.tally(len(self.setting.specs))
            self.test.add(tally.points[0] / tally.games)
