"""One server for all tests that do not harm it."""

from collections.abc import Iterator
from typing import Any

import pytest

from bench.client import Socket

from .running import Running
from .strict import check


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


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
