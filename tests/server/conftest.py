"""One server for all tests that do not harm it, one with narrow limits, and both kinds of loops."""

from collections.abc import Iterator
from typing import Any

import pytest

from bench.client import Socket

from .bot_questions import LOOPS, Run, run_on
from .hostile import SECRET, STRICT
from .running import Running
from .schema_check import check


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("INGENIOUS_SECRET", SECRET)
        running = Running(tmp_path_factory.mktemp("strict") / "data", *STRICT)
        with running:
            yield running


@pytest.fixture(params=LOOPS)
def run_on_both(request: pytest.FixtureRequest) -> Run:
    return lambda coroutine: run_on(request.param, coroutine)


@pytest.fixture(scope="session", autouse=True)
def _strict() -> Iterator[None]:
    """Whatever is sent over a socket in any test has to be of the types that we declare."""
    keep = Socket._keep

    def checked(socket: Socket, message: dict[str, Any]) -> None:
        check("ServerMessage", message)
        keep(socket, message)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Socket, "_keep", checked)
        yield
