"""Migrations of the databases: files of plain SQL, numbered from 1.

The database stores the number of the last migration that ran.
"""

from importlib.resources import files

from .store import Unavailable


def migrations(database: str) -> list[str]:
    """The SQL of all migrations of "sqlite" or "postgres", in order."""
    found = sorted(
        (int(file.name.split("-")[0]), file.read_text(encoding="utf-8"))
        for file in (files(__package__) / "steps" / database).iterdir()
        if file.name.endswith(".sql")
    )
    numbers = [number for number, _ in found]
    assert numbers == [*range(1, len(found) + 1)], "migrations are numbered without gaps"
    return [script for _, script in found]


def due_migrations(database: str, applied: int, where: str) -> list[str]:
    """The migrations that a database still needs; raises `Unavailable` if it is ahead of us."""
    known = migrations(database)
    if applied > len(known):
        raise Unavailable(
            f"{where} was written by a newer version of this program: it is at migration "
            f"{applied}, and this version knows only {len(known)}. Please update."
        )
    return known[applied:]
