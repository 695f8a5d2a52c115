"""One server for all tests that do not harm it, one with narrow limits, and both kinds of loops."""

from collections.abc import Iterator
from typing import Any

import pytest

from ingenious.server.clock import CLOCK, ServerClock
from testkit.bot_questions import LOOPS, Run, run_on
from testkit.client import Socket
from testkit.server_process import ServerProcess
from testkit.wire_types import check_wire_type

from .hostile import SECRET, STRICT


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("INGENIOUS_SECRET", SECRET)
        running = ServerProcess(tmp_path_factory.mktemp("strict") / "data", *STRICT)
        with running:
            yield running


@pytest.fixture(params=LOOPS)
def run_on_both(request: pytest.FixtureRequest) -> Run:
    return lambda coroutine: run_on(request.param, coroutine)


@pytest.fixture(scope="session", autouse=True)
def _strict() -> Iterator[None]:
    """Whatever is sent over a socket in any test has to be of the types that we declare."""
    keep = Socket.apply

    def checked(socket: Socket, message: dict[str, Any]) -> None:
        check_wire_type("ServerMessage", message)
        keep(socket, message)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Socket, "apply", checked)
        yield


@pytest.fixture
def _restored_clock() -> Iterator[None]:
    """The server's clock of this process, which a test may set, runs on afterwards."""
    yield
    CLOCK.set(ServerClock().now())
