"""The progress bar: shown only in a terminal and for long runs, never in the output."""

import json
import os
import pty
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingenious.cli.simulate import PROGRESS_AFTER_S
from tests.cli.conftest import Start
from tests.cli.processes import TIMEOUT_S, has_lines, wait_until


class Terminal:
    """A terminal that shows the messages of a command."""

    def __init__(self) -> None:
        self.screen, self.inner = pty.openpty()

    def read(self) -> bytes:
        """The next output, or nothing when no process writes to the terminal any more."""
        assert select.select([self.screen], [], [], TIMEOUT_S)[0], "nothing was shown"
        try:
            return os.read(self.screen, 4096)
        except OSError:  # the last writer has closed the terminal
            return b""

    def read_until(self, expected: bytes) -> bytes:
        shown = b""
        while expected not in shown:
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
def simulate_in_terminal(start_command: Start, terminal: Terminal, tmp_path: Path) -> Start:
    """Starts `simulate` with the terminal for its messages and the file `out` for its records."""

    def simulate(*arguments: object) -> subprocess.Popen[bytes]:
        environment = os.environ | {"TERM": "xterm", "COLUMNS": "80"}
        with (tmp_path / "out").open("wb") as out:
            process = start_command(
                "simulate", *arguments, stdout=out, stderr=terminal.inner, env=environment
            )
        os.close(terminal.inner)
        return process

    return simulate


def check_records(file: Path) -> None:
    *lines, last = file.read_bytes().split(b"\n")
    assert last == b""
    assert lines
    assert all(json.loads(line)["format"] == "ingenious-record/1" for line in lines)


def test_it_appears_in_a_terminal_when_the_run_is_long(
    simulate_in_terminal: Start, terminal: Terminal, tmp_path: Path
) -> None:
    process = simulate_in_terminal("duel", "--games", 10**6)
    assert b"playing" in terminal.read_until(b"/1000000")
    process.send_signal(signal.SIGINT)
    assert b"complete records written" in terminal.read_to_the_end()
    assert process.wait(TIMEOUT_S) == 130
    check_records(tmp_path / "out")


def test_it_does_not_appear_when_the_run_is_short(
    simulate_in_terminal: Start, terminal: Terminal, tmp_path: Path
) -> None:
    process = simulate_in_terminal("tiles", "--games", 2)
    assert terminal.read_to_the_end() == b""
    assert process.wait(TIMEOUT_S) == 0
    check_records(tmp_path / "out")


def test_it_does_not_appear_outside_of_a_terminal(start_command: Start, tmp_path: Path) -> None:
    out, messages = tmp_path / "out", tmp_path / "messages"
    with out.open("wb") as file, messages.open("wb") as err:
        process = start_command("simulate", "duel", "--games", 10**6, stdout=file, stderr=err)
    wait_until(has_lines(out, 1))
    began = time.monotonic()
    wait_until(lambda: time.monotonic() > began + 1.5 * PROGRESS_AFTER_S)
    wait_until(has_lines(out, out.read_bytes().count(b"\n") + 2))
    process.send_signal(signal.SIGINT)
    assert process.wait(TIMEOUT_S) == 130
    assert messages.read_bytes().startswith(b"interrupted: ")
    assert b"playing" not in messages.read_bytes()
    check_records(out)
