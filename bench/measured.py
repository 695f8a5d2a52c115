"""Arena games with the CPU time of every bot.

The time of a bot in this process is that of its decisions. The time of a program is that of its own
process while a decision is awaited, which includes reading the question and writing the answer.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from ingenious.arena.roster import Roster, warm_up_player
from ingenious.arena.tournament import ArenaError, Setting, play_group
from ingenious.bots.engine_protocol import Forfeit, Program
from ingenious.bots.players import LevelPlayer, Player, player
from ingenious.bots.question import Budget
from ingenious.bots.warmup import warm_up
from ingenious.record import Record
from ingenious.rules import AnyGame
from ingenious.rules.moves import Decision


class GroupResult(NamedTuple):
    """The games of one deal.

    The scores are the points of the first bot in each game; in solo the lowest peg of each bot.
    """

    scores: tuple[float, ...]
    decisions: tuple[int, ...]  # of each bot
    cpu_ms: tuple[float, ...]


class MeasuredProgram(Program):
    """A program whose CPU time is known; only on Linux."""

    @property
    def cpu_s(self) -> float:
        """The CPU seconds of its process so far."""
        if self._process is None:
            return 0.0
        # The clock of another process, as clock_getcpuclockid() of the C library returns it.
        return time.clock_gettime(~self._process.pid << 3 | 2)


@dataclass
class MeasuredPlayer:
    """A player whose decisions and CPU seconds are counted."""

    player: Player
    decisions: int = 0
    cpu_s: float = 0.0

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.player.name

    def decide(self, record: Record, seat: int, seed: int) -> Decision:
        """The player's decision."""
        before = self._clock()
        decision = self.player.decide(record, seat, seed)
        self.cpu_s += self._clock() - before
        self.decisions += 1
        return decision

    def close(self) -> None:
        """End the player."""
        self.player.close()

    def _clock(self) -> float:
        if isinstance(self.player, MeasuredProgram):
            return self.player.cpu_s
        return time.process_time()


class MeasuredRoster(Roster):
    """The measured players of one process; everything they need is compiled before a game."""

    def __init__(self, game: AnyGame, specs: Sequence[str], budget: Budget) -> None:
        super().__init__(game, specs, budget)
        self._measured: dict[tuple[int, int], MeasuredPlayer] = {}

    def at(self, bot: int, seat: int) -> Player:
        """The bot's player for a seat."""
        if (bot, seat) not in self._measured:
            started = player(self._specs[bot], self._budget)
            if isinstance(started, LevelPlayer):
                warm_up(self._game.name, self._game.players, (started.level,))
            elif isinstance(started, Program):
                started = MeasuredProgram(self._specs[bot], self._budget.seconds)
            try:
                warm_up_player(self._game, started, seat)
            except Forfeit as error:
                raise ArenaError(f"{self._specs[bot]} cannot play: {error}") from error
            self._measured[bot, seat] = MeasuredPlayer(started)
        return self._measured[bot, seat]

    def take(self, bot: int) -> tuple[int, float]:
        """A bot's decisions and CPU milliseconds since this was last asked."""
        own = [measured for key, measured in self._measured.items() if key[0] == bot]
        taken = sum(one.decisions for one in own), 1000 * sum(one.cpu_s for one in own)
        for one in own:
            one.decisions, one.cpu_s = 0, 0.0
        return taken

    def close(self) -> None:
        """Close all players."""
        while self._measured:
            self._measured.popitem()[1].close()


def play_measured(setting: Setting, number: int) -> GroupResult:
    """Play a group; raises `ArenaError` if a bot forfeits, since that is no result."""
    roster = _roster_of(setting)
    group = play_group(setting, number, roster)
    for game in group.games:
        if game.forfeit is not None:
            bot, _, reason = game.forfeit
            raise ArenaError(f"{setting.names[bot]} forfeited a game of group {number}: {reason}")
    if setting.sides == 1:
        scores: list[float] = [game.lowest[0] for game in group.games]
    else:
        scores = [game.points[game.lineup.index(0)] for game in group.games]
    decisions, cpu_ms = zip(*map(roster.take, range(len(setting.specs))), strict=True)
    return GroupResult(tuple(scores), decisions, cpu_ms)


def close_players() -> None:
    """End the programs that this process has started."""
    for roster in _rosters:
        roster.close()
    _rosters.clear()
    _roster_of.cache_clear()


_rosters: list[MeasuredRoster] = []


@cache
def _roster_of(setting: Setting) -> MeasuredRoster:
    roster = MeasuredRoster(setting.rules, setting.specs, setting.budget)
    _rosters.append(roster)
    return roster
