"""How a database comes to its present form: by steps of plain SQL, numbered from 1.

The database keeps the number of the last step it has taken.
"""

from importlib.resources import files

from .store import Unavailable


def steps(database: str) -> list[str]:
    """The SQL of all steps of "sqlite" or "postgres", in order."""
    found = sorted(
        (int(file.name.split("-")[0]), file.read_text(encoding="utf-8"))
        for file in (files(__package__) / "steps" / database).iterdir()
        if file.name.endswith(".sql")
    )
    numbers = [number for number, _ in found]
    assert numbers == [*range(1, len(found) + 1)], "each step has a number of its own, without gaps"
    return [step for _, step in found]


def steps_due(database: str, taken: int, where: str) -> list[str]:
    """The steps that a database has not taken; raises `Unavailable` if it is ahead of us."""
    known = steps(database)
    if taken > len(known):
        raise Unavailable(
            f"{where} was written by a newer version of this program: it is at migration {taken}, "
            f"and this version knows only {len(known)}. Please update."
        )
    return known[taken:]
