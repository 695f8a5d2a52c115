"""A series of games between bots, which can be interrupted and continued, and its estimates.

A series is stored with what identifies its bots, the scores of every game, and their CPU time. In
the file each group of games is a word: a digit for each game, 0 if the first bot did not come
first, otherwise the number of sides that did; in solo, the lowest pegs of the bots with commas.
"""

import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from ingenious.arena.pairings import groups_for
from ingenious.arena.ratings import Estimate, Tally, elos, mean, point_share
from ingenious.arena.tournament import ArenaError, Setting
from ingenious.bots.question import Budget
from ingenious.perf.machine import machine
from ingenious.rules import game as rules_of

from .measured import GroupResult, close_players, play_measured
from .resumable import play_in_order, saving

PROGRAM_S = 100.0
"""The time that programs get for a decision: more than they need, even on a busy machine."""


class Bot(NamedTuple):
    """A bot: its name in the results, what the arena runs, and what identifies its play."""

    name: str
    spec: str
    fingerprint: str
    commit: str
    factor: float = 1.0  # of its level's playouts

    @property
    def identity(self) -> dict[str, Any]:
        """What has to stay the same while a series continues."""
        return {"bot": self.name, "fingerprint": self.fingerprint, "factor": self.factor}


@dataclass
class Series:
    """The games that have been played between bots, and who the bots are."""

    game: str
    players: int
    bots: tuple[Bot, ...]
    scores: list[tuple[float, ...]] = field(default_factory=list)  # of each group
    decisions: list[int] = field(default_factory=list)  # of each bot
    cpu_ms: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.decisions = self.decisions or [0] * len(self.bots)
        self.cpu_ms = self.cpu_ms or [0.0] * len(self.bots)

    @property
    def sides(self) -> int:
        """How many sides a game has."""
        return len(rules_of(self.game, self.players).sides)

    @property
    def games(self) -> int:
        """How many games have been played; in solo, by each bot."""
        return len(self.scores) * self.sides

    def groups_for(self, games: int) -> int:
        """How many groups have at least this number of games."""
        return groups_for(len(self.bots), self.sides, games)

    def continued(self, stored: dict[str, Any] | None) -> "Series":
        """This series with the games that are stored, if they were played by the same bots."""
        if not stored or not self.is_of(stored):
            return self
        return Series(
            game=self.game,
            players=self.players,
            bots=self.bots,
            scores=[_read_group(word, self.sides) for word in stored["scores"].split()],
            decisions=[row["decisions"] for row in stored["bots"]],
            cpu_ms=[row["decisions"] * row["cpu_ms"] for row in stored["bots"]],
        )

    def is_of(self, stored: dict[str, Any]) -> bool:
        """Whether stored games are of this series: the same game, between the same bots."""
        found = [{key: row.get(key) for key in ("bot", "fingerprint", "factor")}
                 for row in stored.get("bots", [])]  # fmt: skip
        return (
            "scores" in stored
            and (stored.get("game"), stored.get("players")) == (self.game, self.players)
            and found == [bot.identity for bot in self.bots]
        )

    def add(self, group: GroupResult) -> None:
        """Count a group."""
        self.scores.append(group.scores)
        self.decisions = [sum(both) for both in zip(self.decisions, group.decisions, strict=True)]
        self.cpu_ms = [sum(both) for both in zip(self.cpu_ms, group.cpu_ms, strict=True)]

    def cpu_of(self, bot: int) -> float | None:
        """A bot's CPU milliseconds per decision; None if they were not measured."""
        decisions = self.decisions[bot]
        return self.cpu_ms[bot] / decisions if decisions else None

    @property
    def share(self) -> Estimate:
        """The first bot's share of the points."""
        return point_share(self._tallies, 0)

    @property
    def elo(self) -> Estimate:
        """The Elo of the first bot above the other, whatever the number of sides."""
        return elos(self._tallies, [(0, *(1,) * (self.sides - 1))], 1, 0.0)[0]

    @property
    def _tallies(self) -> list[Tally]:
        """Each side but one is of the second bot."""
        sides = self.sides
        return [
            Tally((1, sides - 1), sides, (sum(scores), sides - sum(scores)))
            for scores in self.scores
        ]

    def lowest(self, bot: int) -> Estimate:
        """In solo, a bot's mean lowest peg."""
        return mean([pegs[bot] for pegs in self.scores])

    @property
    def ahead(self) -> Estimate:
        """In solo, how much higher the first bot's lowest peg is than the second's."""
        return mean([own - other for own, other in self.scores])

    @property
    def result(self) -> str:
        """The games and the estimate in words."""
        if not self.scores:
            return "no games yet"
        if self.sides == 1:
            ahead = f", {shown(self.ahead, sign='+')} ahead" if len(self.bots) > 1 else ""
            return f"{self.games} games, lowest peg {shown(self.lowest(0))}{ahead}"
        return f"{self.games} games, {shown(self.share, 100)} %"

    def values(self) -> dict[str, Any]:
        """The series as it is stored."""
        return {
            "game": self.game,
            "players": self.players,
            "machine": machine(),
            "bots": [self._row(number) for number in range(len(self.bots))],
            "scores": " ".join(_write_group(scores, self.sides) for scores in self.scores),
        }

    def _row(self, number: int) -> dict[str, Any]:
        bot, cpu_ms = self.bots[number], self.cpu_of(number)
        values = bot.identity | {"commit": bot.commit, "games": self.games}
        if self.scores and self.sides == 1:
            values["lowest"] = estimate_values(self.lowest(number))
            if number == 0 and len(self.bots) > 1:
                values["ahead"] = estimate_values(self.ahead)
        elif self.scores and number == 0:
            values["score"] = estimate_values(self.share)
            values["elo"] = estimate_values(self.elo)
        return values | {"decisions": self.decisions[number], "cpu_ms": round(cpu_ms or 0.0, 4)}


def setting_of(series: Series) -> Setting:
    """How the arena plays a series."""
    return Setting(
        game=series.game,
        players=series.players,
        specs=tuple(bot.spec for bot in series.bots),
        names=tuple(f"{bot.name} of {bot.commit}" for bot in series.bots),
        # The levels of this process have no limit but their playouts.
        budget=Budget(PROGRAM_S) if any(" " in bot.spec for bot in series.bots) else Budget(),
    )


def play_on(
    series: Series,
    games: int,
    jobs: int,
    save: Callable[[], None],
    play: Callable[[int], GroupResult] | None = None,
) -> Generator[None, None, None]:
    """Play until the series has this number of games; yields after every group.

    Closing the generator keeps what has been played. Without `play`, the arena plays. A forfeit
    ends the program, because a series with a broken bot measures nothing.
    """
    numbers = range(len(series.scores), series.groups_for(games))
    play = partial(play_measured, setting_of(series)) if play is None else play
    results = saving(play_in_order(play, numbers, jobs), save)
    try:
        for group in results:
            series.add(group)
            yield
    except ArenaError as error:
        sys.exit(str(error))
    finally:
        results.close()
        close_players()


def estimate_values(estimate: Estimate) -> dict[str, Any]:
    """An estimate as it is stored."""
    interval = [round(estimate.low, 5), round(estimate.high, 5)] if estimate.is_known else None
    return {"value": round(estimate.value, 5), "interval": interval}


def shown(estimate: Estimate, scale: float = 1, sign: str = "") -> str:
    """An estimate with its interval: `58.5 (51.9–64.7)`."""
    return shown_values(estimate_values(estimate), scale, sign)


def shown_values(stored: dict[str, Any], scale: float = 1, sign: str = "") -> str:
    """A stored estimate with its interval."""
    value = f"{scale * stored['value']:{sign}.1f}"
    if stored["interval"] is None:
        return value
    low, high = (f"{scale * end:{sign}.1f}" for end in stored["interval"])
    return f"{value} ({low} to {high})" if sign or low[0] == "-" else f"{value} ({low}–{high})"


def result_of(row: dict[str, Any]) -> str:
    """The first bot's result as it is stored, with its interval."""
    if "score" in row:
        return f"{shown_values(row['score'], 100)} %"
    if "ahead" in row:
        return f"{shown_values(row['ahead'], sign='+')} pegs"
    return f"lowest peg {shown_values(row['lowest'])}"


def _write_group(scores: tuple[float, ...], sides: int) -> str:
    if sides == 1:
        return ",".join(f"{lowest:g}" for lowest in scores)
    return "".join(str(round(1 / points)) if points else "0" for points in scores)


def _read_group(word: str, sides: int) -> tuple[float, ...]:
    if sides == 1:
        return tuple(float(lowest) for lowest in word.split(","))
    return tuple(1 / int(firsts) if firsts != "0" else 0.0 for firsts in word)
