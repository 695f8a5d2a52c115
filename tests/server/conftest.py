"""One server for all tests that do not harm it, one with narrow limits, and both kinds of loops."""

import asyncio
import os
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import httpx
import pytest

from ingenious.server.clock import CLOCK, ServerClock
from testkit.bot_questions import LOOPS, Run, run_on
from testkit.client import Socket
from testkit.guests import Guest, play_out, seat_guests
from testkit.server_process import ServerProcess
from testkit.wire_types import check_wire_type

from .hostile import SECRET, STRICT


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


@pytest.fixture(scope="session")
def restarted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that tests stop and start again; they leave it running."""
    with ServerProcess(tmp_path_factory.mktemp("restarted") / "data") as running:
        yield running


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path_factory.mktemp("strict") / "data", *STRICT)
    running.environment = os.environ | {"INGENIOUS_SECRET": SECRET}
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


class GuestAtTables(NamedTuple):
    """A person with tables in every phase, with a cookie and with a token."""

    guest: Guest
    tables: list[str]
    ways: list[dict[str, str]]


@pytest.fixture(scope="module")
def guest_at_tables(server: ServerProcess) -> GuestAtTables:
    over, (ann, ben) = seat_guests(server.url, "dice", 2)

    async def play() -> None:
        async with ann.socket(over) as first, ben.socket(over) as second:
            await first.ask(do="start")
            await play_out([first, second], Random(1))

    asyncio.run(play())
    gathering = ann.open_table("classic", [{}, {}], start=0)["table"]
    playing = ann.open_table("tiles", [{}, {"kind": "bot", "level": 1}], start=0)["table"]
    ann.post(f"/api/tables/{playing}", {"do": "start"})
    cookie = httpx.post(server.url + "/api/guests", json={"name": "Ann"}).headers["set-cookie"]
    ways = [{"Authorization": f"Bearer {ann.token}"}, {"Cookie": cookie.partition(";")[0]}]
    return GuestAtTables(ann, [over, gathering, playing], ways)


@pytest.fixture
def without_faults(server: ServerProcess) -> Iterator[None]:
    """No test may leave a trace of a fault in the server's log."""
    before = len(server.log)
    yield
    assert '"trace"' not in server.log[before:]
