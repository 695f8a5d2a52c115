"""The command as a process of its own."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

COMMAND = [sys.executable, "-m", "ingenious"]
PATIENCE = 60
"""Seconds after which something hangs; nothing here is expected to take a fraction of it."""


def as_from_a_terminal() -> None:
    """Take signals as a command does that is begun in a terminal, however the tests were begun."""
    for sent in (signal.SIGINT, signal.SIGHUP):
        signal.signal(sent, signal.SIG_DFL)


def run(*arguments: object, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """The command from its start to its end."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    command = [*COMMAND, *map(str, arguments)]
    done = subprocess.run(command, check=False, timeout=PATIENCE, **options)
    return cast("subprocess.CompletedProcess[bytes]", done)


def start(
    *arguments: object, command: Sequence[str] = COMMAND, **options: Any
) -> subprocess.Popen[bytes]:
    """The command, running; tests take the fixture `started`, which ends what they leave."""
    usual: dict[str, Any] = {
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.PIPE,
        "preexec_fn": as_from_a_terminal,
    }
    process = subprocess.Popen([*command, *map(str, arguments)], **usual | options)
    return cast("subprocess.Popen[bytes]", process)


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait for what another process does."""
    gives_up = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < gives_up, "it never happened"
        time.sleep(0.01)


def has_lines(path: Path, number: int) -> Callable[[], bool]:
    """Whether a file has come to so many lines."""
    return lambda: path.exists() and path.read_bytes().count(b"\n") >= number
