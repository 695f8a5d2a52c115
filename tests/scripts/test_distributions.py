"""The two distributions: `ingenious`, and `ingenious-rules` from the same source."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

import ingenious
from ingenious.optional import COMPLETE_EDITION, EXTRAS
from scripts.release import check_rules
from tests.scripts.test_web import files_of, pack

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "ingenious"
BLOCKED = ("ingenious", "llvmlite", "msgspec", "numba", "numpy", "starlette", "uvicorn")


def project(folder: Path) -> Any:
    return tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel of the rules, and with its files."""
    folder = tmp_path_factory.mktemp("rules")
    pack("wheel", ROOT / "src", folder)
    (wheel,) = folder.glob("*.whl")
    assert wheel.name == f"ingenious_rules-{ingenious.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


def test_the_rules_have_every_module_that_needs_no_compiler_and_no_server(rules: Path) -> None:
    expected = {
        Path("ingenious_rules", name).as_posix()
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        for name in [path.relative_to(SOURCE)]
        if name.parts[0] not in COMPLETE_EDITION and name.parts[:2] != ("bots", "weights")
    }
    packed = {name for name in files_of(rules) if ".dist-info/" not in name}
    assert packed == expected
    assert {path.name for path in SOURCE.iterdir() if path.is_dir()} >= set(COMPLETE_EDITION)


def test_the_architecture_lists_the_packages_of_the_rules() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    row = re.search(r"^\| `ingenious-rules` \|.*\|(.*)\|$", page, re.MULTILINE)
    assert row is not None
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert set(re.findall(r"`(\w+)`", row[1])) == packages - set(COMPLETE_EDITION)


def run_rules(
    folder: Path, *arguments: str, cwd: Path | None = None
) -> "subprocess.CompletedProcess[bytes]":
    """Run the command of the rules, where little else can be imported."""
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({BLOCKED!r}))\n"
        f"from ingenious_rules.cli import main; sys.exit(main({[*arguments]!r}))"
    )
    variables = os.environ | {"PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, check=False, capture_output=True, timeout=300, env=variables, cwd=cwd
    )


def test_the_rules_do_what_a_release_tries(rules: Path, tmp_path: Path) -> None:
    def run(*words: str, status: int = 0) -> str:
        done = run_rules(rules, *words, cwd=tmp_path)
        assert done.returncode == status, done.stderr
        return (done.stdout or done.stderr).decode()

    assert check_rules(run, tmp_path) == "2 of 2 records are valid"


def test_the_rules_say_what_else_to_install(rules: Path) -> None:
    done = run_rules(rules, "play")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == (
        b"ingenious-rules: this needs the complete edition: pip install ingenious\n"
    )


def test_the_distributions_agree() -> None:
    complete, part = project(ROOT), project(ROOT / "src")
    assert set(part["dependencies"]) < set(complete["dependencies"])
    for field in ("requires-python", "license", "license-files", "authors", "classifiers"):
        assert part[field] == complete[field]
    assert (ROOT / "src" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_every_optional_package_is_in_its_extra() -> None:
    extras = project(ROOT)["optional-dependencies"]
    for package, (_, extra) in EXTRAS.items():
        assert package.replace("_", "-") in "\n".join(extras[extra]), package
    required = "\n".join(project(ROOT)["dependencies"])
    assert not any(package.replace("_", "-") in required for package in EXTRAS)


def test_the_release_workflow_calls_make_release() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
    assert any(step.get("run") == "make release" for step in workflow["jobs"]["build"]["steps"])
