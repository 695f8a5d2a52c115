"""Runs the command as a process."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

COMMAND = [sys.executable, "-m", "ingenious"]
TIMEOUT_S = 300
"""Everything here normally takes a small fraction of this."""


def reset_signals() -> None:
    """Handle signals as a command started in a terminal does, however the tests were started."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def run(*arguments: object, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command to its end."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    command = [*COMMAND, *map(str, arguments)]
    done = subprocess.run(command, check=False, timeout=TIMEOUT_S, **options)
    return cast("subprocess.CompletedProcess[bytes]", done)


def start(
    *arguments: object, command: Sequence[str] = COMMAND, **options: Any
) -> subprocess.Popen[bytes]:
    """Start the command; tests use the fixture `start_command`, which also kills it."""
    defaults: dict[str, Any] = {
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.PIPE,
        "preexec_fn": reset_signals,
    }
    process = subprocess.Popen([*command, *map(str, arguments)], **defaults | options)
    return cast("subprocess.Popen[bytes]", process)


def wait_until(is_met: Callable[[], bool]) -> None:
    """Wait until a condition is met."""
    deadline = time.monotonic() + TIMEOUT_S
    while not is_met():
        assert time.monotonic() < deadline, "the condition was never met"
        time.sleep(0.01)


def has_lines(path: Path, count: int) -> Callable[[], bool]:
    """The condition that a file has at least this many lines."""
    return lambda: path.exists() and path.read_bytes().count(b"\n") >= count
