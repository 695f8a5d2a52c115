"""The files that hosting sites and package tools read agree with the project."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import ingenious

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def loaded(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text("utf-8"))


def test_the_citation_names_this_version_and_licence() -> None:
    citation = loaded("CITATION.cff")
    assert citation["version"] == ingenious.__version__
    assert citation["license"] == PROJECT["license"]


def test_continuous_integration_runs_every_check_on_every_supported_python() -> None:
    job = loaded(".github/workflows/test.yml")["jobs"]["test"]
    versions = [
        match[1]
        for classifier in PROJECT["classifiers"]
        if (match := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", classifier))
    ]
    assert job["strategy"]["matrix"]["python"] == versions
    assert any(step.get("run") == "make test" for step in job["steps"])


@pytest.mark.parametrize("path", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda p: p.name)
def test_github_files_are_valid_yaml(path: Path) -> None:
    assert yaml.safe_load(path.read_text("utf-8"))


def test_hooks_call_only_tools_that_make_lint_calls() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for hook in loaded(".pre-commit-config.yaml")["repos"][0]["hooks"]:
        tool = hook["entry"].split()[0].removeprefix(".venv/bin/")
        assert f"$(BIN)/{tool}" in makefile
