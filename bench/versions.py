"""The bots against those of an earlier commit: `python -m bench.versions COMMIT [NAME…]`.

The source of the commit is unpacked into `build/versions`, with this environment's packages, and
plays over the pipe. With three and four players one seat has the bot and the others the earlier
one, so that the fair share is 33 or 25 %. A name, such as `classic-2-4`, is a mode and a level.
Results are stored in `bench/strength/versions.json`; modes that are there for the same two commits
are not played again.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from .strength import RESULTS, commit

FILE = RESULTS / "versions.json"
FOLDER = Path("build", "versions")

GAMES = {
    "classic-2-4": 200,
    "classic-3-4": 150,
    "classic-4-4": 120,
    "team-4-4": 100,
    "duel-2-4": 200,
    "solo-1-4": 100,
}
"""How many games of each mode and level are played."""


def unpacked(revision: str) -> Path:
    """The folder with the source of a commit."""
    folder = FOLDER.absolute() / revision
    if not folder.is_dir():
        folder.mkdir(parents=True)
        command = ["git", "archive", revision, "src"]
        archive = subprocess.run(command, capture_output=True, check=True)
        subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder / "src"


def play(name: str, source: Path, games: int) -> dict[str, Any]:
    """Play a mode and level; what the arena reports of this version's bot."""
    game, players, level = name.split("-")
    program = f"{sys.executable} -m ingenious bot --level {level}"
    earlier = f"env PYTHONPATH={shlex.quote(str(source))} {program}"
    bots = ["--bot", level] if game == "solo" else ["--bot", level, "--bot", earlier]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "result.json")
        command = [sys.executable, "-m", "ingenious", "arena", game, "--players", players, *bots]
        command += ["--games", str(games), "--json", str(file)]
        subprocess.run(command, check=True, env={**os.environ})
        report = json.loads(file.read_text("utf-8"))
    if any(bot["forfeits"] for bot in report["bots"]):
        sys.exit(f"a bot forfeited: {report['bots']}")
    row: dict[str, Any] = next(bot for bot in report["bots"] if bot["bot"] == level)
    kept = "lowest" if game == "solo" else "score"
    return {"games": row["games"], kept: row[kept], "ms": row["ms"]["mean"]}


def stored() -> dict[str, Any]:
    """The results so far."""
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.is_file() else {}
    return found


def main(revision: str, names: list[str]) -> None:
    """Play the named modes and levels, or all."""
    short = subprocess.run(
        ["git", "rev-parse", "--short", revision], capture_output=True, text=True, check=True
    ).stdout.strip()
    source = unpacked(short)
    for name in names or list(GAMES):
        about = f"{commit()} against {short}"
        if stored().get(name, {}).get("about") != about:
            result = {"about": about, **play(name, source, GAMES.get(name, 200))}
            FILE.write_text(json.dumps({**stored(), name: result}, indent=1) + "\n", "utf-8")
        print(name, stored()[name])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
