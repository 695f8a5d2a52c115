"""Compiles what the tests need once, though several processes run them.

Each of them would compile the same functions at the same time, which takes longer than most tests.
Here they take turns for each function, and the second process finds it in the cache.
"""

import fcntl
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher


@cache
def take_turns() -> None:
    """From now on, let only one process at a time compile a function."""
    compile_alone = Dispatcher.compile

    def compile_in_turn(function: Any, signature: Any) -> Any:
        folder = getattr(function._cache, "cache_path", None)
        if folder is None:  # other processes could not find it
            return compile_alone(function, signature)
        # First the lock of this process: another of its threads may compile what this one calls.
        with (
            global_compiler_lock,
            (Path(folder) / f"{function.py_func.__qualname__}.turn").open("w") as turn,
        ):
            fcntl.flock(turn, fcntl.LOCK_EX)
            return compile_alone(function, signature)

    pytest.MonkeyPatch().setattr(Dispatcher, "compile", compile_in_turn)
