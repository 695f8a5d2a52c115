"""Compiled functions are cached so that a stale one cannot be found."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numba
import pytest

from ingenious.kernel import jit, rng
from ingenious.kernel.board import position as board
from ingenious.kernel.rng import below, random_bits, seed_branch, seeded, uniform


def test_a_cache_knows_all_that_is_compiled_into_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INGENIOUS_CACHE", str(tmp_path / "cache"))
    (tmp_path / "upper.py").write_text("from .lower import table\n")
    (tmp_path / "lower.py").write_text("table = 1\n")
    (tmp_path / "other.py").write_text("table = 1\n")
    folder = jit._folder_for.__wrapped__
    before = folder(tmp_path / "upper.py")
    assert before is not None
    assert before.is_dir()
    (tmp_path / "other.py").write_text("table = 2\n")
    assert folder(tmp_path / "upper.py") == before
    (tmp_path / "lower.py").write_text("table = 2\n")
    assert folder(tmp_path / "upper.py") != before


def test_the_rules_are_part_of_what_the_kernel_is_made_of() -> None:
    found = jit._imported(Path(board.__file__))
    parts = {file.relative_to(jit.PACKAGE).as_posix() for file in found}
    board_parts = {f"kernel/board/{name}.py" for name in ("position", "geometry")}
    assert board_parts | {"kernel/rng.py", "rules/board.py"} <= parts


def test_without_a_place_to_write_nothing_is_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("INGENIOUS_CACHE", str(tmp_path / "file"))
    assert jit._folder_for.__wrapped__(Path(board.__file__)) is None


def test_the_cache_is_where_the_user_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INGENIOUS_CACHE", "/somewhere")
    assert jit.cache_folder() == Path("/somewhere")
    monkeypatch.delenv("INGENIOUS_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/else")
    assert jit.cache_folder() == Path("/else/ingenious")


def test_a_function_is_compiled_once_for_all_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "_folder_for", lambda module: None)  # from a cache it is not compiled

    @jit.compiled
    def doubled(number: int) -> int:
        return 2 * number

    @jit.compiled
    def sum_of_doubled() -> int:
        return doubled(3) + doubled(4)

    assert sum_of_doubled() == 14
    dispatcher: Any = doubled
    assert len(dispatcher.signatures) == 1


COUNT_COMPILED = """
from ingenious.kernel.rng import below, seeded
below(seeded(1), 6)
print(sum(below.stats.cache_misses.values()), sum(below.stats.cache_hits.values()))
"""


def test_of_two_processes_one_compiles_and_the_other_waits_for_it(tmp_path: Path) -> None:
    both = [
        subprocess.Popen(
            [sys.executable, "-c", COUNT_COMPILED],
            env=os.environ | {"INGENIOUS_CACHE": str(tmp_path)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    assert sorted(process.communicate()[0] for process in both) == ["0 1\n", "1 0\n"]


def test_random_numbers_are_splitmix() -> None:
    """The first numbers of the published generator for the seed 1234567."""
    rng = seeded(1234567)
    assert [int(random_bits(rng)) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_branches_have_nothing_in_common() -> None:
    rng, seen = seeded(0), set[int]()
    for number in range(500):
        seed_branch(rng, 7, number)
        seen |= {int(random_bits(rng)) for _ in range(20)}
    assert len(seen) == 500 * 20
    seed_branch(rng, 7, 3)
    assert int(random_bits(rng)) in seen


def test_a_user_without_a_home_trusts_no_other_users_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError

    for variable in ("INGENIOUS_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    jit._folder_without_home.cache_clear()
    own = tmp_path / f"ingenious-{os.getuid()}"
    assert jit.cache_folder() == own / "ingenious"
    own.chmod(0o777)  # another user could have put something there
    jit._folder_without_home.cache_clear()
    assert jit.cache_folder().parent != own
    jit._folder_without_home.cache_clear()


def test_what_was_prepared_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INGENIOUS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(jit, "PACKAGE", tmp_path)
    caller, kernel = tmp_path / "bots" / "board.py", tmp_path / "kernel" / "search.py"
    for file, text in ((caller, "from ..kernel.search import table\n"), (kernel, "table = 1\n")):
        file.parent.mkdir()
        file.write_text(text)
    assert not jit.is_prepared(caller)
    with pytest.raises(KeyboardInterrupt), jit.preparing(caller):
        raise KeyboardInterrupt
    assert not jit.is_prepared(caller)
    with jit.preparing(caller):
        kernel.write_text("table = 2\n")  # what was compiled is the old one
    assert not jit.is_prepared(caller)
    with jit.preparing(caller):
        pass
    assert jit.is_prepared(caller)
    caller.write_text(caller.read_text() + "table += 1\n")  # nothing of this is compiled
    assert jit.is_prepared(caller)
    monkeypatch.setattr(numba, "__version__", "0.0")
    assert not jit.is_prepared(caller)


def test_a_function_that_was_compiled_is_known() -> None:
    below(seeded(1), 6)
    folder = jit._folder_for(Path(str(rng.__file__)))
    assert jit._is_cached(folder, "below")
    assert not jit._is_cached(folder, "missing")
    assert not jit._is_cached(None, "below")


def test_without_a_place_to_write_nothing_is_prepared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("INGENIOUS_CACHE", str(tmp_path / "file"))
    with jit.preparing(Path(board.__file__)):
        pass
    assert not jit.is_prepared(Path(board.__file__))


def test_random_numbers_stay_in_their_range() -> None:
    rng = seeded(1)
    assert {below(rng, 6) for _ in range(200)} == set(range(6))
    assert all(0 <= uniform(rng) < 1 for _ in range(200))
