"""The released versions and how each did against the one before: `bench/strength/leaderboard.json`.

`python -m bench.versions PREVIOUS --release VERSION` enters a version.
"""

import sys
from typing import Any

from .resumable import merge, read
from .series import result_of
from .sources import CHANGED, RESULTS, date_of, git

FILE = RESULTS / "leaderboard.json"

LEVELS = ("4", "5")


def enter(version: str, name: str, row: dict[str, Any]) -> None:
    """Enter what a version did in a mode and level, as a row of `bench.versions` says."""
    newer, older = row["bots"]
    if newer["commit"].endswith(CHANGED):
        sys.exit("the source has changes that are not committed, so it is not a version yet")
    known = read(FILE).get(version, {})
    entry = {
        "commit": newer["commit"],
        "date": date_of(newer["commit"]),
        "against": older["commit"],
        "results": known.get("results", {}) | {name: newer},
    }
    merge(FILE, version, entry)


def last_version() -> str:
    """The version before this one: the last tag, or else the last commit on the leaderboard."""
    tags = git("tag", "--merged", "HEAD", "--no-contains", "HEAD", "--sort=-creatordate")
    if tags:
        return tags.splitlines()[0]
    *_, last = read(FILE).values()
    commit: str = last["commit"]
    return commit


def section() -> str:
    """The leaderboard as Markdown."""
    versions = read(FILE)
    if not versions:
        return ""
    names = {entry["commit"]: version for version, entry in versions.items()}
    lines = [
        "## Versions over time",
        "",
        "Each version against the one before, with their usual numbers of playouts unless a factor",
        "is given. `make strength-check` fails if the bots have become weaker since the last one.",
        "",
        "| version | date | commit | against | mode | level 4 | level 5 |",
        "|---|---|---|---|---|---|---|",
    ]
    for version, entry in versions.items():
        against = names.get(entry["against"], entry["against"] or "–")
        head = f"| {version} | {entry['date']} | {entry['commit']} | {against} |"
        modes = dict.fromkeys(name.rpartition("-")[0] for name in entry["results"])
        lines += [f"{head} {mode} | {_cells(entry['results'], mode)} |" for mode in modes]
        if not modes:
            lines.append(f"{head} – | – | – |")
    return "\n".join(lines)


def _cells(results: dict[str, Any], mode: str) -> str:
    return " | ".join(_cell(results.get(f"{mode}-{level}")) for level in LEVELS)


def _cell(row: dict[str, Any] | None) -> str:
    if row is None:
        return "–"
    factor = "" if row["factor"] == 1 else f", factor {row['factor']:g}"
    return f"{result_of(row)}, {row['games']} games{factor}"
