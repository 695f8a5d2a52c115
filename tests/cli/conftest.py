"""Fixtures that run the command: in this process, or as a process where that matters."""

import io
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ingenious.cli import main
from ingenious.kernel.jit import cache_folder
from tests.cli.processes import start


class Result(NamedTuple):
    """The exit status and the output of a command."""

    status: int | str | None
    out: str
    err: str


Command = Callable[..., Result]
SetStdin = Callable[[bytes], None]
Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def ingenious(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs the command in this process."""

    def run(*arguments: object) -> Result:
        capsys.readouterr()
        status: int | str | None
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as exit_:
            status = exit_.code
        return Result(status, *capsys.readouterr())

    return run


@pytest.fixture
def set_stdin(monkeypatch: pytest.MonkeyPatch) -> SetStdin:
    """Sets the content of standard input."""
    return lambda data: monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.fixture
def program(tmp_path: Path) -> str:
    """A command that plays at random over the pipe, and has nothing compiled to load."""
    script = tmp_path / "program.py"
    script.write_text(
        "import sys\n"
        "from ingenious.bots import player\n"
        "from ingenious.bots.engine_protocol import answer_lines\n"
        "for line in answer_lines(sys.stdin, lambda record, seat, _: "
        "player('random').decide(record, seat, 1)):\n"
        "    print(line, flush=True)\n"
    )
    return f"{sys.executable} {script}"


@pytest.fixture
def ray_environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a process that starts its own Ray cluster."""
    folder = tempfile.mkdtemp(prefix="ray")  # for its sockets, whose paths must be short
    yield os.environ | {
        "HOME": str(tmp_path),  # Ray leaves files there
        "RAY_TMPDIR": folder,
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_worker_niceness": "0",  # otherwise the other tests would starve it
        "INGENIOUS_CACHE": str(cache_folder()),
    }
    shutil.rmtree(folder)


@pytest.fixture
def start_command() -> Iterator[Start]:
    """Starts the command as a process, and kills it after the test."""
    with ExitStack() as stack:

        def start_and_kill(*arguments: object, **options: Any) -> subprocess.Popen[bytes]:
            process = stack.enter_context(start(*arguments, **options))
            stack.callback(process.kill)
            return process

        yield start_and_kill


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of three records for each game, and a file of two matches."""
    folder = tmp_path_factory.mktemp("games")
    for game in ("classic", "solo", "team", "duel", "cards", "dice", "tiles"):
        assert main(["simulate", game, "--games", "3", "--out", str(folder / game)]) == 0
    assert main(["simulate", "match", "--games", "2", "--out", str(folder / "match")]) == 0
    return folder
