"""Renders a tournament for the terminal."""

import re
from collections.abc import Iterator

from rich import box
from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..rules.words import count_seats_from_1, pluralize
from ..terminal.pieces import printable
from .ratings import Estimate
from .sprt import LOWER_BOUND, UPPER_BOUND
from .standings import BotStanding, Encounter, Standings
from .tournament import Tournament

MAX_NAME_COLUMNS = 16

_INTERPRETER = re.compile(r"^(?:\S*/)?(?:bash|deno|java|node|perl|pypy|python|ruby|sh)[\d.]* ")
_FOLDER = re.compile(r"^\S*/(?=\S)")

NO_INTERVAL = "?"
"""For a value whose interval is not known; it must not look certain."""


def render(tournament: Tournament, standings: Standings) -> RenderableType:
    """The table of bots, a cross table if there are more than two, and notes."""
    rows = standings.rows()
    is_solo = tournament.setting.sides == 1
    parts: list[RenderableType] = [
        _solo(tournament, rows) if is_solo else _contest(tournament, standings, rows)
    ]
    encounters = standings.encounters()
    if len(encounters) > 1:
        parts.append(_cross_table(tournament, rows, encounters))
    parts += [Text(line) for line in _remarks(tournament, standings, rows)]
    return Stack(*parts)


def _contest(tournament: Tournament, standings: Standings, rows: list[BotStanding]) -> Table:
    table = _table("bot", "Elo", "95 %", "score", "95 %", "won/tied/lost", "ms")
    for row in rows:
        elo, score = _whole(row.elo), _percent(row.share)
        if row.bot == standings.anchor.bot:
            elo = (elo[0], "")  # it is fixed
        time = _milliseconds(row.mean_ms)
        table.add_row(_name(tournament, row.bot), *elo, *score, _balance(row), time)
    return table


def _solo(tournament: Tournament, rows: list[BotStanding]) -> Table:
    table = _table("bot", "lowest peg", "95 %", "ahead", "95 %", "games", "ms")
    for row in rows:
        lowest, ahead = _decimal(row.lowest), _decimal(row.ahead)
        games = str(row.balance.games)
        time = _milliseconds(row.mean_ms)
        table.add_row(_name(tournament, row.bot), *lowest, *ahead, games, time)
    return table


def _cross_table(
    tournament: Tournament, rows: list[BotStanding], encounters: list[Encounter]
) -> Table:
    """The score of each bot (rows) against each other bot (columns)."""
    scores: dict[tuple[int, int], float] = {}
    for encounter in encounters:
        first, second = encounter.bots
        scores[first, second] = encounter.share.value
        scores[second, first] = 1 - encounter.share.value
    table = _table("score against", *(_name(tournament, row.bot) for row in rows))
    for row in rows:
        against = [scores.get((row.bot, other.bot)) for other in rows]
        cells = ["" if score is None else f"{100 * score:.1f} %" for score in against]
        table.add_row(_name(tournament, row.bot), *cells)
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first, no_wrap=True)
    for column in others:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _name(tournament: Tournament, bot: int) -> str:
    return shortened(printable(tournament.setting.names[bot], 200))


def shortened(name: str) -> str:
    """A name that leaves room for the numbers.

    Of a command, first the interpreter and the folder go, then the beginning: the end says most.
    """
    for superfluous in (_INTERPRETER, _FOLDER):
        if len(name) > MAX_NAME_COLUMNS:
            name = superfluous.sub("", name)
    return name if len(name) <= MAX_NAME_COLUMNS else f"…{name[1 - MAX_NAME_COLUMNS :]}"


def _balance(row: BotStanding) -> str:
    balance = row.balance
    return f"{balance.won}/{balance.tied}/{balance.lost}"


def _milliseconds(time: float | None) -> str:
    if time is None:
        return ""
    return f"{time:.0f}" if time >= 100 else f"{time:.2g}"


def _whole(estimate: Estimate | None) -> tuple[str, str]:
    return _formatted(estimate, "{:z.0f}")


def _decimal(estimate: Estimate | None) -> tuple[str, str]:
    return _formatted(estimate, "{:z.2f}")


def _percent(estimate: Estimate | None) -> tuple[str, str]:
    value, interval = _formatted(estimate, "{:.1f}", 100)
    return f"{value} %" if value else "", interval


def _formatted(estimate: Estimate | None, form: str, unit: int = 1) -> tuple[str, str]:
    if estimate is None:
        return "", ""
    value = form.format(unit * estimate.value)
    if not estimate.is_known:
        return value, NO_INTERVAL
    low, high = (form.format(unit * end) for end in (estimate.low, estimate.high))
    return value, f"{low} … {high}"


def _remarks(
    tournament: Tournament, standings: Standings, rows: list[BotStanding]
) -> Iterator[str]:
    setting, done = tournament.setting, tournament.groups
    games = sum(len(group.games) for group in done)
    yield (
        f"{setting.game} for {setting.players}, seed {printable(setting.seed)}:"
        f" {len(done)} of {pluralize(tournament.planned, 'group')}, {pluralize(games, 'game')}"
    )
    anchored = _name(tournament, standings.anchor.bot)
    if setting.sides == 1:
        if len(rows) > 1:
            yield f"ahead: compared with {anchored} on the same deals"
    else:
        yield (
            f"Elo: {anchored} is {standings.anchor.elo:g}; a fair share is"
            f" {100 / setting.sides:.3g} % of the points"
        )
    if (test := tournament.test) is not None:
        verdict = "undecided" if test.verdict is None else _verdict(tournament)
        yield (
            f"SPRT of Elo {test.elo0:g} against {test.elo1:g}: {verdict}"
            f" ({test.ratio:+.2f} between {LOWER_BOUND:.2f} and {UPPER_BOUND:.2f})"
        )
    for row in rows:
        if (first := row.first_forfeit) is not None:
            yield (
                f"{_name(tournament, row.bot)} forfeited {pluralize(row.forfeits, 'game')}, first"
                f" game {first.game + 1} (group {first.group + 1}) at move {first.entry + 1}:"
                f" {printable(count_seats_from_1(first.reason), 200)}"
            )


def _verdict(tournament: Tournament) -> str:
    test = tournament.test
    assert test is not None
    better, worse = (_name(tournament, bot) for bot in (0, 1))
    if test.verdict == "elo1":
        return f"{better} is stronger than {worse} by more than {test.elo0:g}"
    return f"{better} is not stronger than {worse} by {test.elo1:g}"
