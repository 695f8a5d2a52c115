"""One server for all tests that do not harm it."""

from collections.abc import Iterator

import pytest

from .running import Running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("server") / "data") as running:
        yield running
