"""The weights in the package: all there, small, and with a note on how they were made."""

import json
from pathlib import Path
from typing import Any

import pytest

from ingenious.bots import weights
from ingenious.rules import PLAYERS

FOLDER = Path(str(weights.__file__)).parent
NAMES = [f"{game}-{players}" for game, counts in PLAYERS.items() for players in counts]
MAX_BYTES = 2_000_000


def provenance(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return found


def test_every_game_has_its_weights_and_nothing_else_is_shipped() -> None:
    expected = {f"{name}.{ending}" for name in NAMES for ending in ("npz", "json")}
    assert {file.name for file in FOLDER.iterdir() if file.is_file()} == expected | {"__init__.py"}


def test_all_weights_together_are_small() -> None:
    sizes = [file.stat().st_size for file in FOLDER.iterdir() if file.suffix in (".npz", ".json")]
    assert sum(sizes) < MAX_BYTES


@pytest.mark.parametrize("name", NAMES)
def test_weights_say_how_they_were_made(name: str) -> None:
    made = provenance(name)
    game, _, players = name.partition("-")
    assert made["command"].startswith(f"ingenious train {game} --players {players}")
    assert made["games"] > 0
    assert made["seconds"] > 0
    assert made["threads"] > 0
    assert isinstance(made["seed"], int)
    assert "level" in made["strength"], "it has not been measured"


@pytest.mark.parametrize("name", NAMES)
def test_newer_weights_have_their_plan_and_curve(name: str) -> None:
    """Weights that were trained before there was `--thorough` say less."""
    made = provenance(name)
    if "plan" not in made:
        assert not {"curve", "source", "version"} & set(made)
        return
    plans = {"exact"} if name.startswith("dice") else {"usual", "thorough"}
    assert made["plan"] in plans
    assert ("--thorough" in made["command"]) == (made["plan"] == "thorough")
    assert made["version"]
    assert made["source"]
    if made["plan"] != "exact":
        for points in made["curve"].values():
            games = [point[0] for point in points]
            assert games
            assert games == sorted(set(games))
            assert games[-1] <= made["games"]


def test_provenance_has_a_line_for_each_key(tmp_path: Path) -> None:
    made = {"command": "ingenious train", "games": 3, "curve": {"error": [[1, 2, 0.5]]}}
    weights.write_arrays(tmp_path / "duel-2.npz", {}, made)
    text = (tmp_path / "duel-2.json").read_text("utf-8")
    assert json.loads(text) == made
    assert text.splitlines()[2:4] == ['  "games": 3,', '  "curve": {"error": [[1, 2, 0.5]]}']
