"""`ingenious play`: the game in the browser, on this machine."""

import argparse
import os
import signal
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import Thread

from ..bots.levels import are_compiled
from ..server.config import Config, from_environment, variable
from .errors import CommandError
from .options import whole_number

DEFAULT_PORTS = range(8000, 8100)
"""The ports to try, if none is given."""

COMPILE_NICENESS = 10
"""The niceness of compiling ahead of time: the game and the bots go first."""

LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""The address for a browser on this machine, if the server listens at all addresses."""


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = (
        "Play in the browser: serves the game on this machine until you press Ctrl-C. "
        "Games are saved and continue the next time."
    )
    parser.add_argument(
        "--port",
        type=whole_number,
        metavar="N",
        help="the port (default: 8000, or the next free one)",
    )
    parser.add_argument(
        "--host", metavar="ADDRESS", help="the address to listen on; 0.0.0.0 lets others join"
    )
    parser.add_argument("--data", metavar="FOLDER", help="the folder where games are stored")
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C, and show where."""
    try:
        config = _config(arguments)
    except ValueError as error:
        raise CommandError(error) from error
    from ..server.run import CannotServe, serve  # noqa: PLC0415 - only now is all of it needed

    with _compiling() as compile_ahead:

        def welcome() -> None:
            url = _address(config)
            print(f"Ingenious is running at {url} (press Ctrl-C to stop).", flush=True)
            if not arguments.no_browser and _can_open_window():
                # Some browsers return when they are closed.
                Thread(target=_open_browser, args=(url,), daemon=True).start()
            compile_ahead()

        try:
            return serve(config, welcome)
        except CannotServe as error:
            raise CommandError(error) from error
        except KeyboardInterrupt:
            print()  # after the ^C of the terminal
            return 0


def _config(arguments: argparse.Namespace) -> Config:
    """The settings from the options, with defaults for one machine; raises `ValueError`."""
    config = from_environment()
    host, port = arguments.host or config.host, arguments.port
    if port is None:
        port = config.port if variable("port") in os.environ else _free_port(host)
    return replace(
        config,
        host=host,
        port=port,
        data=arguments.data or config.data,
        workers=1,
        # The pages show what goes wrong in a game; this is for faults of the server.
        log_level="error",
    ).checked()


def _free_port(host: str) -> int:
    """The first free port; if there is none, the default one, which will be reported as taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in DEFAULT_PORTS:
        with suppress(OSError):
            socket.create_server((host, port), family=family).close()
            return port
    return DEFAULT_PORTS[0]


def _address(config: Config) -> str:
    host = LOOPBACK.get(config.host, config.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{config.port}"


def _can_open_window() -> bool:
    """Whether a browser would open a window, and not take over the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _open_browser(url: str) -> None:
    with suppress(webbrowser.Error):
        webbrowser.open(url)


def _say_when_done(compiling: "subprocess.Popen[bytes]") -> None:
    if compiling.wait() == 0:
        print("The bots are ready.", flush=True)


@contextmanager
def _compiling() -> Iterator[Callable[[], None]]:
    """A function that starts to compile what the bots need; leaving the block ends it.

    It takes one to five minutes, once. Players do not wait for it: a bot that is asked earlier
    compiles what it needs, and uses what is already there.
    """
    started = list[subprocess.Popen[bytes]]()

    def start() -> None:
        is_new = not are_compiled()
        if is_new:
            print(
                "Compiling the bots for this machine, which is only needed once. Until they are "
                "ready, in one to five minutes, a simple bot plays in their place.",
                flush=True,
            )
        words, nothing = [sys.executable, "-m", "ingenious", "prepare"], subprocess.DEVNULL
        started.append(
            subprocess.Popen(words, stdin=nothing, stdout=nothing, stderr=nothing, process_group=0)
        )
        with suppress(AttributeError, OSError):  # not every system has it
            os.setpriority(os.PRIO_PROCESS, started[0].pid, COMPILE_NICENESS)
        if is_new:
            Thread(target=_say_when_done, args=(started[0],), daemon=True).start()

    try:
        yield start
    finally:
        for process in started:
            with suppress(AttributeError, OSError):
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.wait()
