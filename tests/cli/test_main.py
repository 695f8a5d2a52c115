"""The command as a whole."""

import subprocess
import sys
from pathlib import Path

import pytest

import ingenious as package
from ingenious.cli import COMMANDS, main
from tests.cli.conftest import Command
from tests.cli.processes import PATIENCE, run


def test_its_version(ingenious: Command) -> None:
    assert ingenious("--version") == (0, f"ingenious {package.__version__}\n", "")


def test_its_help_names_every_command(ingenious: Command) -> None:
    shown = ingenious("--help")
    assert shown.status == 0
    assert all(command in shown.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, ingenious: Command) -> None:
    shown = ingenious(command, "--help")
    assert shown.status == 0
    assert shown.out.startswith(f"usage: ingenious {command} ")


@pytest.mark.parametrize("arguments", [[], ["stroll"], ["--unknown"]])
def test_wrong_use(arguments: list[str], ingenious: Command) -> None:
    wrong = ingenious(*arguments)
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err.startswith("usage: ingenious ")


def test_the_module_and_the_installed_command_are_the_same() -> None:
    installed = Path(sys.executable).with_name("ingenious")
    shown = subprocess.run([installed, "--help"], check=True, stdout=subprocess.PIPE)
    assert shown.stdout == run("--help").stdout


@pytest.mark.parametrize("command", ["play", "serve", "export"])
def test_a_missing_package_is_named(
    command: str, ingenious: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [name for name in sys.modules if name.startswith("ingenious.server")]:
        monkeypatch.delitem(sys.modules, module)
    for module in [name for name in sys.modules if name.startswith("ingenious.cli.")]:
        monkeypatch.delitem(sys.modules, module)
    for package in ("starlette", "uvicorn"):
        monkeypatch.setitem(sys.modules, package, None)  # as if it were not installed
    ran = ingenious(command, "--data", tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("ingenious: the required package '")
    assert ran.err.endswith("checkout, or install ingenious again with pip\n")
    assert ran.err.count("\n") == 1


def test_a_module_of_our_own_that_is_missing_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "ingenious.cli.verify", raising=False)
    monkeypatch.setitem(sys.modules, "ingenious.terminal.pieces", None)
    with pytest.raises(ModuleNotFoundError):
        main(["verify", "-"])


@pytest.mark.parametrize("closed", [">&-", "<&-"])
@pytest.mark.parametrize("arguments", ["verify -", "rules duel", "simulate dice"])
def test_closed_streams_are_told_in_one_line(closed: str, arguments: str) -> None:
    command = f"'{sys.executable}' -m ingenious {arguments} {closed}"
    done = subprocess.run(["sh", "-c", command], check=False, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert done.stderr == b"ingenious: standard input and standard output must be open\n"
