"""Measures how strong the bots are: `python -m bench.strength [NAME…]`.

Every link is an arena of two bots (of one in solo). Its result is stored as
`bench/strength/NAME.json`. The named links are played again; without names, those that have no
result yet. Then `bench/STRENGTH.md` is written from all results.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
RESULTS = HERE / "strength"


class Link(NamedTuple):
    """An arena: a bot, its opponent, the number of games, and the share that it should win."""

    game: str
    players: int
    bot: str
    other: str
    games: int
    aim: str = ""

    @property
    def name(self) -> str:
        """The name of its result file."""
        return f"{self.game}-{self.players}-{self.bot}-{self.other}"

    @property
    def command(self) -> str:
        """The command that plays it."""
        bots = self.bot if self.game == "solo" else f"{self.bot},{self.other}"
        return (
            f"ingenious arena {self.game} --players {self.players} "
            f"--bots {bots} --games {self.games}"
        )


SCALE = ("points", "soft-min", "denial", "3", "4", "5")
"""The two-player bots from weakest to strongest; the Elo of `points` is 0."""

LINKS = [
    Link("classic", 2, "5", "4", 200, "70–90 %"),
    Link("classic", 2, "5", "denial", 100, "97 %"),
    Link("classic", 2, "5", "lexicographic", 60, "98 %"),
    Link("classic", 3, "5", "greedy", 60, "90 %"),
    Link("classic", 4, "5", "greedy", 60, "78 %"),
    Link("team", 4, "5", "greedy", 40, "94 %"),
    Link("duel", 2, "5", "greedy", 60, "88 %"),
    Link("solo", 1, "5", "", 100, "lowest peg 21"),
    Link("cards", 2, "5", "greedy", 120, "90 %"),
    Link("cards", 3, "5", "greedy", 120, "64 %"),
    Link("cards", 4, "5", "greedy", 120, "43 %"),
    Link("dice", 2, "5", "greedy", 120, "79 %"),
    Link("dice", 3, "5", "greedy", 120, "58 %"),
    Link("dice", 4, "5", "greedy", 120, "50 %"),
    Link("tiles", 2, "5", "greedy", 600, "66 %"),
    Link("tiles", 3, "5", "greedy", 600, "40 %"),
    Link("tiles", 4, "5", "greedy", 600, "29 %"),
    Link("classic", 2, "soft-min", "points", 600),
    Link("classic", 2, "denial", "soft-min", 600),
    Link("classic", 2, "3", "denial", 400),
    Link("classic", 2, "4", "3", 400, "70–90 %"),
    Link("classic", 2, "3", "2", 200, "70–90 %"),
    Link("classic", 2, "2", "1", 200, "70–90 %"),
    *(
        Link(game, players, str(level), str(level - 1), games, "above the fair share")
        for level, games in ((4, 120), (3, 120), (2, 120), (5, 40))
        for game, players in (("classic", 3), ("classic", 4), ("team", 4), ("duel", 2))
    ),
    *(Link("solo", 1, str(level), "", 200, "above the level below") for level in (4, 3, 2, 1)),
    *(
        Link(game, players, str(level), str(level - 1), games, "above the fair share")
        for game, games in (("cards", 240), ("dice", 300))
        for players in (2, 3, 4)
        for level in (5, 4, 3, 2)
    ),
]


HEAD = (
    "# Strength",
    "",
    "How strong the bots are, measured by `python -m bench.strength`. Every deal is played",
    "from every seat; with three and four players one seat has the bot and the others its",
    "opponent, so that the fair share is 33 or 25 %. Intervals are 95 %, from whole deals.",
    "Milliseconds are by the clock on 2 cores of a virtual machine that was often busy, and",
    "include redacting the record and filling in what is hidden.",
    "",
    "| game | players | bot | against | wins | interval | aim | games | ms | commit |",
    "|---|---|---|---|---|---|---|---|---|---|",
)


def play(link: Link) -> None:
    """Play a link and store its result."""
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"{link.name}.json"
    command = [sys.executable, "-m", *link.command.split(), "--json", str(file)]
    subprocess.run(command, check=True)
    result = json.loads(file.read_text("utf-8"))
    result["command"] = link.command
    result["commit"] = commit()
    del result["groups"]  # the command reproduces them
    file.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


def commit() -> str:
    """The commit that is measured."""
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    )
    return found.stdout.strip()


def results() -> Iterator[tuple[Link, dict[str, Any]]]:
    """The links that were played, with their results."""
    for link in LINKS:
        file = RESULTS / f"{link.name}.json"
        if file.is_file() and file.stat().st_size:  # empty while the link is being played
            yield link, json.loads(file.read_text("utf-8"))


def table() -> str:
    """All results as Markdown."""
    lines = [*HEAD]
    for link, result in results():
        row = next(bot for bot in result["bots"] if bot["bot"] == link.bot)
        alone = link.game == "solo"
        estimate, scale = (row["lowest"], 1.0) if alone else (row["score"], 100.0)
        unit = "" if alone else " %"
        low, high = (scale * end for end in estimate["interval"])
        value = f"{scale * estimate['value']:.1f}{unit}"
        against = "(lowest peg)" if alone else link.other
        lines.append(
            f"| {link.game} | {link.players} | {link.bot} | {against} | {value} | "
            f"{low:.1f}–{high:.1f} | {link.aim} | {row['games']} | {row['ms']['mean']:.0f} | "
            f"{result['commit']} |"
        )
    return "\n".join([*lines, "", *_versions(), *_scale(), *_tiles()])


def _versions() -> list[str]:
    """The bots against those of an earlier commit."""
    file = RESULTS / "versions.json"
    if not file.is_file():
        return []
    lines = [
        "## Against earlier versions",
        "",
        "`python -m bench.versions COMMIT` plays the bots of this version against those of an",
        "earlier commit, each in an environment of its own. The fair share is 50, 33.3 or 25 %.",
        "",
        "| game | players | level | result | interval | games | commits |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, result in json.loads(file.read_text("utf-8")).items():
        game, players, level = name.split("-")
        scale, unit = (1, "") if game == "solo" else (100, " %")
        estimate = result["lowest" if game == "solo" else "score"]
        low, high = (f"{scale * end:.1f}" for end in estimate["interval"])
        what = "lowest peg " if game == "solo" else ""
        lines.append(
            f"| {game} | {players} | {level} | {what}{scale * estimate['value']:.1f}{unit} | "
            f"{low}–{high} | {result['games']} | {result['about']} |"
        )
    return [*lines, ""]


def _scale() -> list[str]:
    """The Elo of the two-player bots by the links between neighbours on the scale."""
    played = {link.name: result for link, result in results()}
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
        result = played.get(f"classic-2-{bot}-{below}")
        if result is None:
            break
        step = result["encounters"][0]["elo"]
        low, high = step["interval"]
        elo += step["value"]
        spread = (spread**2 + ((high - low) / 2) ** 2) ** 0.5
        lines.append(f"| {bot} | {elo:.0f} | ± {spread:.0f} |")
    return [*lines, ""]


def _tiles() -> list[str]:
    """The levels of the Tile Challenge, which take too many games for an arena."""
    file = RESULTS / "tile-levels.json"
    if not file.is_file():
        return []
    result = json.loads(file.read_text("utf-8"))
    rows = [
        f"| {players} | {level} | {level - 1} | {100 * mean:.1f} % ± {100 * half:.1f} | {games} |"
        for players, level, mean, half, games in result["rows"]
    ]
    return [
        "## The Tile Challenge, level by level",
        "",
        "Beyond sensible play this game is mostly luck, so the levels differ less than elsewhere.",
        f"It takes thousands of games in compiled code to tell them apart: `{result['command']}`,",
        f"commit {result['commit']}. Fair shares are 50, 33.3 and 25 %.",
        "",
        "| players | level | against | wins | games |",
        "|---|---|---|---|---|",
        *rows,
        "",
    ]


def main(names: list[str]) -> None:
    """Play the links with these names, or all that have no result yet; then write the page."""
    if unknown := set(names) - {link.name for link in LINKS}:
        sys.exit(f"there is no link {', '.join(sorted(unknown))}")
    done = {link.name for link, _ in results()}
    for link in LINKS:
        if link.name in names or (not names and link.name not in done):
            play(link)
            (HERE / "STRENGTH.md").write_text(table(), encoding="utf-8")
    (HERE / "STRENGTH.md").write_text(table(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
