"""Examples of the documentation that need bots run; `tests/test_docs.py` runs the others."""

import shlex
from pathlib import Path

import pytest

from ingenious.bots.hints import Hint
from ingenious.cli import main
from tests.test_docs import ROOT, python_of, shell_lines


def test_the_analysis_of_the_library_guide_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = ROOT / "docs" / "library.md"
    names: dict[str, object] = {}
    exec(python_of(page, prompts=False), names)
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert isinstance(names["hint"], Hint)


def test_the_hint_of_the_readme_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = {
        words[1]: words for words in map(shlex.split, shell_lines(ROOT / "README.md")) if words[1:]
    }
    for command in ("simulate", "hint"):
        assert main(commands[command][1:]) == 0
    assert "chance to win" in capsys.readouterr().out
