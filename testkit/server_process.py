"""A server in its own process, which can be killed and started again."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

import httpx

HIGH_LIMITS = (
    "--guests-per-minute",
    "1000000",
    "--tables-per-person",
    "100000",
    "--tables-per-minute",
    "10000000",
    "--requests-per-second",
    "1000000",
    "--reading-per-minute",
    "1000000",
    "--tables-per-address",
    "10000000",
    "--sockets-per-address",
    "100000",
)

LOW_PORTS = range(20_000, 32_000)
"""Ports below the ephemeral range, from which the system takes the local ports of clients.

A client that keeps connecting to a closed port in that range would sooner or later get the same
port as its local port and connect to itself. The server could then no longer bind it.
"""


def free_port() -> int:
    """A port on which nothing listens, outside of the ephemeral range."""
    for port in Random().sample(LOW_PORTS, 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


class ServerProcess:
    """`ingenious serve` on a free port, which stays the same when it is started again."""

    def __init__(self, data: Path, *options: str, log: Path | None = None) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = data
        self._log = log or data.parent / f"server-{self.port}.log"
        self.command = [
            *(sys.executable, "-m", "ingenious", "serve", "--port", str(self.port)),
            *("--data", str(data), "--bots", "1", *HIGH_LIMITS, *options),
        ]
        self.environment: dict[str, str] | None = None  # by default, that of this process
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, timeout_s: float = 180) -> Self:
        """Start it, and wait until it is ready."""
        self.launch()
        return self.wait(timeout_s)

    def launch(self) -> None:
        """Start it without waiting."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env=self.environment,
            )

    def wait(self, timeout_s: float = 180) -> Self:
        """Wait until it is ready."""
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline:
            if self.process is None or self.process.poll() is not None:
                raise AssertionError(f"the server ended: {self.log[-2000:]}")
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(self.url + "/ready", timeout=5).status_code == 200:
                    return self
            time.sleep(0.05)
        raise AssertionError(f"the server is not ready: {self.log[-2000:]}")

    @property
    def log(self) -> str:
        """Everything it has written to its log."""
        return self._log.read_text("utf-8", "replace")

    def children(self) -> list[int]:
        """The pids of its child processes, which are the bot workers."""
        assert self.process is not None
        pid = self.process.pid
        with contextlib.suppress(OSError):
            tasks = list(Path(f"/proc/{pid}/task").iterdir())
            return [
                int(child) for task in tasks for child in (task / "children").read_text().split()
            ]
        return []

    def kill(self) -> None:
        """Kill it with SIGKILL."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop, and return its exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            raise

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process is not None and self.process.poll() is None:
            self.stop()
