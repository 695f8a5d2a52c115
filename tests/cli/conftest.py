"""The command as the tests run it: in this process, or as a real one where that matters."""

import io
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ingenious.cli import main
from ingenious.kernel.jit import cache_folder
from tests.cli.processes import start


class Ran(NamedTuple):
    """What a run of the command left."""

    status: int | str | None
    out: str
    err: str


Command = Callable[..., Ran]
Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def ingenious(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs the command in this process."""

    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        status: int | str | None
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as left:
            status = left.code
        return Ran(status, *capsys.readouterr())

    return run


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Puts bytes on standard input."""

    def put(data: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))

    return put


@pytest.fixture
def for_ray(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a process that starts a Ray of its own."""
    folder = tempfile.mkdtemp(prefix="ray")  # for its sockets, whose paths must not be long
    yield os.environ | {
        "HOME": str(tmp_path),  # where Ray would leave its files
        "RAY_TMPDIR": folder,
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_worker_niceness": "0",  # the other tests would leave it no time
        "INGENIOUS_CACHE": str(cache_folder()),
    }
    shutil.rmtree(folder)


@pytest.fixture
def started() -> Iterator[Start]:
    """Starts the command as a process of its own, and ends it if the test does not."""
    with ExitStack() as stack:

        def begin(*arguments: object, **options: Any) -> subprocess.Popen[bytes]:
            process = stack.enter_context(start(*arguments, **options))
            stack.callback(process.kill)
            return process

        yield begin


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file for each game, of three records each, and one of two matches."""
    folder = tmp_path_factory.mktemp("games")
    for game in ("classic", "solo", "team", "duel", "cards", "dice", "tiles"):
        assert main(["simulate", game, "--games", "3", "--out", str(folder / game)]) == 0
    assert main(["simulate", "match", "--games", "2", "--out", str(folder / "match")]) == 0
    return folder
