"""Writes `bench/STRENGTH.md` from the results in `bench/strength`."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from . import calibration_page, leaderboard
from .links import LINKS, Link
from .resumable import read
from .series import result_of
from .sources import HERE, RESULTS

VERSIONS = RESULTS / "versions.json"

SCALE = ("points", "soft-min", "denial", "3", "4", "5")
"""The two-player bots from weakest to strongest; the Elo of `points` is 0."""

HEAD = """\
# Strength

How strong the bots are, measured by `python -m bench.strength`. Every deal is played from every
seat. With three and four players one seat has the bot and the others its opponent, so that the fair
share is 33 or 25 %. Intervals are 95 %, from whole deals. Times are CPU milliseconds per decision
of the bot, from the redacted record to the answer; a dash means that they were not measured. Levels
of the Tile Challenge meet in compiled code, because luck decides most of its games: it takes
thousands to tell two levels apart. [The arena](../docs/arena.md#our-own-measurements) explains how
to measure again.

† The code or the weights of one of the bots have changed since.

| game | players | bot | against | wins | interval | aim | games | CPU ms | commit |
|---|---|---|---|---|---|---|---|---|---|"""


def write_page() -> None:
    """Write the page from all results."""
    (HERE / "STRENGTH.md").write_text(page(), encoding="utf-8")


def page() -> str:
    """All results as Markdown."""
    sections = [
        "\n".join([HEAD, *map(_row, _played())]),
        _versions(),
        leaderboard.section(),
        calibration_page.section(),
        _scale(),
    ]
    return "\n\n".join(filter(None, sections)) + "\n"


def _played() -> Iterator[Link]:
    return (link for link in LINKS if read(link.file))


def _row(link: Link) -> str:
    result = read(link.file)
    row = _first(link, result)
    commit = row["commit"] if "commit" in row else result["commit"]
    mark = " †" if link.status() == "stale" else ""
    scale, unit = (1, "") if link.game == "solo" else (100, " %")
    estimate = row["lowest" if link.game == "solo" else "score"]
    low, high = (f"{scale * end:.1f}" for end in estimate["interval"] or ("?", "?"))
    cells = (
        link.game, link.players, link.bot, link.other or "(lowest peg)",
        f"{scale * estimate['value']:.1f}{unit}", f"{low}–{high}",
        link.aim, row["games"], _cpu(row), commit + mark,
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def _first(link: Link, result: dict[str, Any]) -> dict[str, Any]:
    """What the result says of the link's bot; older results list the better bot first."""
    row: dict[str, Any] = next(row for row in result["bots"] if row["bot"] == link.bot)
    return row


def _versions() -> str:
    """The bots against those of earlier commits, as Markdown."""
    rows = read(VERSIONS)
    if not rows:
        return ""
    lines = [
        "## Against earlier versions",
        "",
        "`python -m bench.versions COMMIT` plays the bots of this version against those of an",
        "earlier commit, each in a process of its own. The fair share is 50, 33.3 or 25 %; in",
        "solo, the result is how much higher the mean lowest peg is on the same deals. CPU times",
        "are milliseconds per decision, including the pipe. Each bot made its usual number of",
        "playouts, times the factor.",
        "",
        "| game | players | level | result | games | newer | CPU ms | factor | earlier | CPU ms "
        "| factor |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    return "\n".join([*lines, *map(_version_row, rows.values())])


def _version_row(row: dict[str, Any]) -> str:
    newer, older = row["bots"]
    cells = (
        row["game"], row["players"], newer["bot"], result_of(newer), newer["games"],
        newer["commit"], _cpu(newer), f"{newer['factor']:g}",
        older["commit"], _cpu(older), f"{older.get('factor', 1):g}",
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def _cpu(row: dict[str, Any]) -> str:
    return f"{row['cpu_ms']:.1f}" if row.get("decisions") and "cpu_ms" in row else "–"


def _scale() -> str:
    """The Elo of the two-player bots by the links between neighbours on the scale."""
    played = {link.name: _first(link, read(link.file)) for link in _played()}
    lines = [
        "## The scale for two players",
        "",
        "Elo from link to link, `points` being 0; a bot's interval includes those of its links.",
        "",
        "| bot | Elo | interval |",
        "|---|---|---|",
        "| points | 0 | |",
    ]
    elo = spread = 0.0
    for below, bot in pairwise(SCALE):
        step = played.get(f"classic-2-{bot}-{below}", {}).get("elo")
        if step is None or step["interval"] is None:
            break
        low, high = step["interval"]
        elo += step["value"]
        spread = (spread**2 + ((high - low) / 2) ** 2) ** 0.5
        lines.append(f"| {bot} | {elo:.0f} | ± {spread:.0f} |")
    return "\n".join(lines)
