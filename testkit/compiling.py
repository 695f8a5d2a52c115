"""Lets the processes that run the tests share compiled functions.

Otherwise several of them would compile the same function at the same time, which takes longer than
most tests. With a lock per function, the second process finds the function in the cache.
"""

import fcntl
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher


@cache
def compile_one_at_a_time() -> None:
    """From now on, only one process at a time compiles a given function."""
    compile_now = Dispatcher.compile

    def compile_locked(function: Any, signature: Any) -> Any:
        folder = getattr(function._cache, "cache_path", None)
        if folder is None:  # it is not cached, so other processes cannot use it
            return compile_now(function, signature)
        # First the lock of this process: another of its threads may compile what this one calls.
        with (
            global_compiler_lock,
            (Path(folder) / f"{function.py_func.__qualname__}.turn").open("w") as lock,
        ):
            fcntl.flock(lock, fcntl.LOCK_EX)
            return compile_now(function, signature)

    pytest.MonkeyPatch().setattr(Dispatcher, "compile", compile_locked)
