"""The links and the code they depend on."""

from pathlib import Path

import pytest

from bench.links import LINKS, chosen_links
from bench.sources import Version
from ingenious.bots.players import player
from testkit.modes import MODES


def test_every_mode_has_every_rung() -> None:
    names = [link.name for link in LINKS]
    assert len(set(names)) == len(names)
    for game, players in MODES:
        for level in (5, 4, 3, 2):
            rung = f"-{level - 1}" if game != "solo" else ""
            assert f"{game}-{players}-{level}{rung}" in names
    assert {"solo-1-1", "classic-2-1-points", "classic-2-1-soft-min"} < set(names)


def test_every_bot_exists() -> None:
    for link in LINKS:
        for bot in filter(None, (link.bot, link.other)):
            player(bot).close()


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["duel-2-4-3"], ["duel-2-4-3"]),
        (["solo"], ["solo-1-5", "solo-1-4", "solo-1-3", "solo-1-2", "solo-1-1"]),
        (["solo-1", "solo-1-5"], ["solo-1-5", "solo-1-4", "solo-1-3", "solo-1-2", "solo-1-1"]),
    ],
)
def test_links_are_chosen_by_link_mode_or_game(names: list[str], found: list[str]) -> None:
    assert [link.name for link in chosen_links(names)] == found


def test_an_unknown_name_is_refused() -> None:
    assert chosen_links([]) == LINKS
    with pytest.raises(ValueError, match="no link, mode or game chess, duel-3"):
        chosen_links(["duel-3", "duel-2", "chess"])


BOARD = '''\
"""The bots of the board games."""
from .baselines import value
from . import weights
from ..kernel.board import net


def think() -> int:
    """The best move."""
    return value() + net.count()
'''


def version(folder: Path, **changes: str) -> Version:
    """A small version of the project, with some of its files changed."""
    files = {
        "bots/board.py": BOARD,
        "bots/baselines.py": "def value() -> int:\n    return 1\n",
        "bots/determinize.py": "",
        "bots/__init__.py": "from .hints import WORDS\n",
        "bots/hints.py": "WORDS = 5\n",
        "bots/weights/__init__.py": "",
        "bots/weights/duel-2.npz": "weights",
        "kernel/board/__init__.py": "",
        "kernel/board/net.py": "def count() -> int:\n    return 2\n",
        "kernel/dice.py": "",
    }
    for name, text in (files | changes).items():
        file = folder / "ingenious" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return Version("abc1234", folder)


@pytest.mark.parametrize(
    ("file", "text", "is_same"),
    [
        ("bots/board.py", BOARD.replace("The best", "# A comment.\n    The very best"), True),
        ("bots/board.py", BOARD.replace("+", "-"), False),
        ("bots/baselines.py", "# one\ndef value() -> int:\n    return 1\n", True),
        ("bots/baselines.py", "def value() -> int:\n    return 3\n", False),
        ("kernel/board/net.py", "def count() -> int:\n    return 3\n", False),
        ("bots/weights/duel-2.npz", "other weights", False),
        ("bots/weights/team-4.npz", "weights of another mode", True),
        ("kernel/dice.py", "SIDES = 6\n", True),
        ("bots/hints.py", "WORDS = 6\n", True),
        ("bots/weights/__init__.py", "FOLDER = 'nets'\n", False),
    ],
)
def test_a_bot_is_the_same_while_its_code_and_weights_are(
    tmp_path: Path, file: str, text: str, is_same: bool
) -> None:
    before = version(tmp_path / "before")
    after = version(tmp_path / "after", **{file: text})
    assert (before.fingerprint("4", "duel-2") == after.fingerprint("4", "duel-2")) == is_same


def test_a_baseline_does_not_depend_on_weights(tmp_path: Path) -> None:
    before = version(tmp_path / "before")
    after = version(tmp_path / "after", **{"bots/weights/duel-2.npz": "other weights"})
    assert before.fingerprint("greedy", "duel-2") == after.fingerprint("greedy", "duel-2")
    assert before.fingerprint("greedy", "duel-2") != before.fingerprint("4", "duel-2")
