"""The progress bar: only for somebody who watches and waits, and never in the output."""

import json
import os
import pty
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ingenious.cli.simulate import PROGRESS_AFTER_S
from tests.cli.conftest import Start
from tests.cli.processes import PATIENCE, has_lines, wait_until

Watch = Callable[..., "subprocess.Popen[bytes]"]


class Terminal:
    """A terminal on which somebody watches the messages of a command."""

    def __init__(self) -> None:
        self.screen, self.inner = pty.openpty()

    def read(self) -> bytes:
        """What is shown next, or nothing once nobody writes to the terminal any more."""
        assert select.select([self.screen], [], [], PATIENCE)[0], "nothing is ever shown"
        try:
            return os.read(self.screen, 4096)
        except OSError:  # how Linux says that the last writer has gone
            return b""

    def read_until(self, wanted: bytes) -> bytes:
        shown = b""
        while wanted not in shown:
            part = self.read()
            assert part, f"the command ended and showed only {shown!r}"
            shown += part
        return shown

    def read_to_the_end(self) -> bytes:
        return b"".join(iter(self.read, b""))


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    """A terminal of 80 columns."""
    terminal = Terminal()
    yield terminal
    os.close(terminal.screen)


@pytest.fixture
def watched(started: Start, terminal: Terminal, tmp_path: Path) -> Watch:
    """Starts `simulate` with the terminal for its messages and the file `out` for its records."""

    def begin(*arguments: object) -> subprocess.Popen[bytes]:
        environment = os.environ | {"TERM": "xterm", "COLUMNS": "80"}
        with (tmp_path / "out").open("wb") as out:
            process = started(
                "simulate", *arguments, stdout=out, stderr=terminal.inner, env=environment
            )
        os.close(terminal.inner)
        return process

    return begin


def check_records(file: Path) -> None:
    *lines, last = file.read_bytes().split(b"\n")
    assert last == b""
    assert lines
    assert all(json.loads(line)["format"] == "ingenious-record/1" for line in lines)


def test_it_appears_when_it_takes_long_and_a_terminal_watches(
    watched: Watch, terminal: Terminal, tmp_path: Path
) -> None:
    process = watched("duel", "--games", 10**6)
    assert b"playing" in terminal.read_until(b"/1000000")
    process.send_signal(signal.SIGINT)
    assert b"complete records written" in terminal.read_to_the_end()
    assert process.wait(PATIENCE) == 130
    check_records(tmp_path / "out")


def test_it_does_not_appear_for_a_short_while(
    watched: Watch, terminal: Terminal, tmp_path: Path
) -> None:
    process = watched("tiles", "--games", 2)
    assert terminal.read_to_the_end() == b""
    assert process.wait(PATIENCE) == 0
    check_records(tmp_path / "out")


def test_it_does_not_appear_when_nobody_watches(started: Start, tmp_path: Path) -> None:
    out, messages = tmp_path / "out", tmp_path / "messages"
    with out.open("wb") as file, messages.open("wb") as err:
        process = started("simulate", "duel", "--games", 10**6, stdout=file, stderr=err)
    wait_until(has_lines(out, 1))
    began = time.monotonic()
    wait_until(lambda: time.monotonic() > began + 1.5 * PROGRESS_AFTER_S)
    wait_until(has_lines(out, out.read_bytes().count(b"\n") + 2))
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 130
    assert messages.read_bytes().startswith(b"interrupted: ")
    assert b"playing" not in messages.read_bytes()
    check_records(out)
