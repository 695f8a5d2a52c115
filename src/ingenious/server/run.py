"""Running the server."""

import asyncio
import errno
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import uvicorn

from ..store import Unavailable, open_broker, open_store
from . import logs
from .config import Config
from .http.timeouts import MAX_HEAD_BYTES, TimeoutHttpProtocol, TimeoutSocketProtocol
from .metrics import FOLDER_VARIABLE
from .processes import shared_folder

FACTORY = "ingenious.server.app:create_app"
MAX_MESSAGE_BYTES = 16 * 1024
SHUTDOWN_TIMEOUT_S = 10
"""Running requests have this time to end when the server stops."""


class CannotServe(Exception):
    """The server cannot be started; the message is for people."""


def serve(config: Config, on_ready: Callable[[], None] | None = None) -> int:
    """Run until the process is asked to stop; return the exit status. Raises `CannotServe`.

    With one worker, `on_ready` is called as soon as requests are answered.
    """
    _check_store_and_broker(config)
    _check_address(config.host, config.port)
    os.environ.update(config.to_environment())  # the workers read their settings there
    signal.signal(signal.SIGTERM, _leave)
    logs.set_up(config.log_level)
    with shared_folder() if config.workers > 1 else nullcontext() as folder:
        if folder:
            os.environ.setdefault(FOLDER_VARIABLE, folder)
        if on_ready is None:
            uvicorn.run(FACTORY, **_options(config))
            return 0
        server = _Server(uvicorn.Config(FACTORY, **_options(config)), on_ready)
        server.run()
        return 0 if server.started else 1


class _Server(uvicorn.Server):
    """A server that calls back when it has started."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()


def _options(config: Config) -> dict[str, Any]:
    """How uvicorn runs the application."""
    return {
        "factory": True,
        "host": config.host,
        "port": config.port,
        "workers": config.workers,
        "loop": "auto",
        "http": TimeoutHttpProtocol,
        "ws": TimeoutSocketProtocol,
        "ws_ping_interval": None,  # `TimeoutSocketProtocol` has its own heartbeat
        "ws_max_size": MAX_MESSAGE_BYTES,
        "ws_per_message_deflate": False,  # costs more than it saves for messages of this size
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "forwarded_allow_ips": config.proxies,
        "timeout_graceful_shutdown": SHUTDOWN_TIMEOUT_S,
        "timeout_keep_alive": 30,
        "h11_max_incomplete_event_size": MAX_HEAD_BYTES,
    }


def _leave(*_: object) -> None:
    """Exit with 0: uvicorn raises the signal again after a graceful shutdown."""
    sys.exit(0)


def _check_store_and_broker(config: Config) -> None:
    """Check that the store can be opened and the broker can be used, once for all workers."""

    async def look() -> None:
        store = await open_store(config.store)
        await store.close()
        await open_broker(config.broker or None).close()  # not connected: it may come later

    try:
        asyncio.run(look())
    except (Unavailable, ValueError) as error:
        raise CannotServe(str(error)) from error


def _check_address(host: str, port: int) -> None:
    """Check that the address is valid and free."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except socket.gaierror as error:
        raise CannotServe(f"cannot listen on {host}:{port}: {error.strerror}") from error
    for family, _, _, _, address in found:
        try:
            socket.create_server(address[:2], family=family).close()
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES) or len(found) == 1:
                why = os.strerror(error.errno or 0)  # Python's own text repeats the address
                raise CannotServe(f"cannot listen on {host}:{port}: {why}") from error
            return  # uvicorn listens on the other addresses
