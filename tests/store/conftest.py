"""Stores for tests: each test that asks for `where` runs over SQLite and over PostgreSQL."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest

from testkit import services


@pytest.fixture(scope="session")
def postgres() -> Iterator[services.Postgres]:
    """A server, which tests may stop and kill if they start it again."""
    with services.postgres(fsync=False) as server:
        yield server


@pytest.fixture
def database(postgres: services.Postgres) -> str:
    """The address of an empty store: a separate schema, which is faster than a whole database."""
    name = f"test_{uuid4().hex}"

    async def create() -> None:
        connection = await asyncpg.connect(postgres.url)
        await connection.execute(f"CREATE SCHEMA {name}")
        await connection.close()

    asyncio.run(create())
    return f"{postgres.url}?search_path={name}"


@pytest.fixture
def file(tmp_path: Path) -> str:
    """The path of a file that is not there yet, nor its folder."""
    return str(tmp_path / "data" / "tables.db")


@pytest.fixture(params=["file", "database"])
def where(request: pytest.FixtureRequest) -> str:
    """Where an empty store is."""
    address: str = request.getfixturevalue(request.param)
    return address
