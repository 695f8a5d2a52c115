"""The standings of the bots of a tournament."""

import math
from array import array
from dataclasses import dataclass, field

import numpy as np

from .pairings import Lineup, tables
from .ratings import Estimate, Tally, elos, mean, point_share
from .tournament import Group, PlayedGame, Setting


@dataclass(frozen=True, slots=True)
class Anchor:
    """The bot whose Elo is fixed, and its Elo."""

    bot: int
    elo: float = 0.0


@dataclass(frozen=True, slots=True)
class Balance:
    """Games won outright, tied for first place, and lost."""

    won: int = 0
    tied: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.tied + self.lost

    def and_one_for(self, points: float) -> "Balance":
        """The balance after one more game, with these points."""
        lost, won = points == 0, points == 1
        return Balance(self.won + won, self.tied + (not won and not lost), self.lost + lost)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A forfeited game: its number and its group, the entry that was due, and the reason."""

    game: int
    group: int
    entry: int
    reason: str


@dataclass(frozen=True, slots=True)
class BotStanding:
    """A bot's results; each seat counts if it has several at a table.

    Solo has `lowest`, the mean lowest peg, and `ahead`, its lead over the anchored bot on the same
    deals; other games have `share`, the share of the points, and `elo`.
    """

    bot: int
    balance: Balance
    decisions: int
    mean_ms: float | None
    late_ms: float | None  # the 95th percentile of its decision times
    forfeits: int
    first_forfeit: Forfeit | None
    share: Estimate | None = None
    elo: Estimate | None = None
    lowest: Estimate | None = None
    ahead: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Encounter:
    """Two bots that met head to head: the results and Elo of the first over the second."""

    bots: tuple[int, int]
    balance: Balance
    share: Estimate
    elo: Estimate


@dataclass(slots=True)
class _BotCounts:
    """What is counted for a bot during the tournament."""

    balance: Balance = Balance()
    lowest: list[int] = field(default_factory=list)
    milliseconds: "array[float]" = field(default_factory=lambda: array("d"))
    forfeits: list[Forfeit] = field(default_factory=list)

    def timing(self) -> tuple[float, float] | tuple[None, None]:
        """The mean and the 95th percentile of its times."""
        if not self.milliseconds:
            return None, None
        times = np.asarray(self.milliseconds)
        return float(times.mean()), float(np.percentile(times, 95))


class Standings:
    """Counts groups as they are finished, and computes the standings."""

    def __init__(self, setting: Setting, anchor: Anchor) -> None:
        self.setting = setting
        self.anchor = anchor
        self._accounts = [_BotCounts() for _ in setting.specs]
        self._tallies: list[Tally] = []
        self._games = 0
        self._balances: dict[Lineup, Balance] = {}  # of the first bot of each pair

    def add(self, group: Group) -> None:
        """Count a group."""
        self._tallies.append(group.tally(len(self._accounts)))
        for game in group.games:
            self._add_game(game, group.number)

    def _add_game(self, game: PlayedGame, group: int) -> None:
        for side, bot in enumerate(game.lineup):
            account = self._accounts[bot]
            account.balance = account.balance.and_one_for(game.points[side])
            account.lowest.append(game.lowest[side])
            account.milliseconds.extend(game.milliseconds[side])
        if game.forfeit is not None:
            bot, entry, reason = game.forfeit
            self._accounts[bot].forfeits.append(Forfeit(self._games, group, entry, reason))
        self._games += 1
        if len(game.lineup) == 2:
            pair = tuple(sorted(game.lineup))
            made = game.points[game.lineup.index(pair[0])]
            self._balances[pair] = self._balances.get(pair, Balance()).and_one_for(made)

    def rows(self) -> list[BotStanding]:
        """All bots, the best first."""
        bots = range(len(self._accounts))
        if self.setting.sides == 1:
            return sorted(map(self._solo_row, bots), key=lambda row: _order(row.lowest))
        met = tables(len(bots), self.setting.sides)
        rated = elos(self._tallies, met, self.anchor.bot, self.anchor.elo)
        rows = map(self._row, bots, rated)
        return sorted(rows, key=lambda row: _order(row.elo))

    def encounters(self) -> list[Encounter]:
        """Every pair of bots that met head to head."""
        return [self._encounter(*pair) for pair in self._balances]

    def _encounter(self, first: int, second: int) -> Encounter:
        tallies = [
            Tally((1, 1), tally.games, (tally.points[first], tally.points[second]))
            for tally in self._tallies
            if tally.sides[first] and tally.sides[second]
        ]
        return Encounter(
            bots=(first, second),
            balance=self._balances[first, second],
            share=point_share(tallies, 0),
            elo=elos(tallies, [(0, 1)], 1, 0.0)[0],
        )

    def _row(self, bot: int, elo: Estimate) -> BotStanding:
        played = self._accounts[bot].balance.games
        points = point_share(self._tallies, bot) if played else None
        return self._standing(bot, share=points, elo=elo if played else None)

    def _solo_row(self, bot: int) -> BotStanding:
        own, other = self._accounts[bot].lowest, self._accounts[self.anchor.bot].lowest
        if not own:
            return self._standing(bot)
        ahead = None
        if bot != self.anchor.bot:
            ahead = mean([mine - its for mine, its in zip(own, other, strict=True)])
        return self._standing(bot, lowest=mean(own), ahead=ahead)

    def _standing(self, bot: int, **estimates: Estimate | None) -> BotStanding:
        account = self._accounts[bot]
        mean_ms, late_ms = account.timing()
        return BotStanding(
            bot=bot,
            balance=account.balance,
            decisions=len(account.milliseconds),
            mean_ms=mean_ms,
            late_ms=late_ms,
            forfeits=len(account.forfeits),
            first_forfeit=account.forfeits[0] if account.forfeits else None,
            **estimates,
        )


def _order(estimate: Estimate | None) -> float:
    return math.inf if estimate is None else -estimate.value
