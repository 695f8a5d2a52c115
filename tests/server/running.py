"""A real server in a process of its own, and people at it."""

import asyncio
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
from typing import Any, Self

import httpx

from bench.client import Socket

GENEROUS = ("--guests-per-minute", "1000000", "--tables-per-person", "100000")


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Running:
    """`ingenious serve` on a free port; it can be killed, and started again where it was."""

    def __init__(self, data: Path, *options: str, log: Path | None = None) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = data
        self._log = log or data.parent / f"server-{self.port}.log"
        self._words = [
            *(sys.executable, "-m", "ingenious", "serve", "--port", str(self.port)),
            *("--data", str(data), "--bots", "1", *GENEROUS, *options),
        ]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, patience: float = 60) -> Self:
        """Start it, and wait until it is ready."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                self._words, stdout=log, stderr=log, start_new_session=True
            )
        until = time.monotonic() + patience
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended: {self.log[-2000:]}")
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(self.url + "/ready", timeout=5).status_code == 200:
                    return self
            time.sleep(0.05)
        raise AssertionError(f"the server is not ready: {self.log[-2000:]}")

    @property
    def log(self) -> str:
        """Everything it wrote."""
        return self._log.read_text("utf-8", "replace")

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop; its exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(30)
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


class Guest:
    """Somebody with a token who talks to a server."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.name = name
        self.token = httpx.post(url + "/api/tokens", json={"name": name}).json()["token"]
        self._headers = {"Authorization": f"Bearer {self.token}"}

    def post(self, path: str, values: object) -> httpx.Response:
        """Ask for something."""
        return httpx.post(self.url + path, json=values, headers=self._headers, timeout=30)

    def get(self, path: str) -> httpx.Response:
        """Look at something."""
        return httpx.get(self.url + path, headers=self._headers, timeout=30)

    def open_table(self, game: str, seats: list[dict[str, Any]], **more: Any) -> dict[str, str]:
        """Open a table at which one takes the first seat."""
        settings = {"games": game.split("+"), "seats": seats, **more}
        response = self.post("/api/tables", {"settings": settings, "sit": [0]})
        assert response.status_code == 201, response.text
        opened: dict[str, str] = response.json()
        return opened

    def sit(self, opened: dict[str, str], seat: int) -> None:
        """Take a seat by invitation."""
        message = {"do": "sit", "seat": seat, "invite": opened["invite"]}
        response = self.post(f"/api/tables/{opened['table']}", message)
        assert response.status_code == 200, response.text

    def socket(self, table: str, url: str = "") -> Socket:
        """A socket at a table."""
        return Socket(url or self.url, table, self.token)


def seated(url: str, game: str, players: int, **more: Any) -> tuple[str, list[Guest]]:
    """A table with a person on each seat."""
    guests = [Guest(url, f"Guest {seat}") for seat in range(players)]
    opened = guests[0].open_table(game, [{}] * players, **more)
    for seat, guest in enumerate(guests[1:], 1):
        guest.sit(opened, seat)
    return opened["table"], guests


async def play_out(sockets: list[Socket], rng: Random) -> None:
    """Play a table to its end."""
    await asyncio.gather(*[socket.play_on(rng) for socket in sockets])
