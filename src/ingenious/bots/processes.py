"""Processes that play games for this one, and end with it."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from typing import TypeVar

A = TypeVar("A")
T = TypeVar("T")

QUEUED_PER_PROCESS = 4
"""Calls submitted per process, so that no process is idle while the oldest result is awaited."""


@contextmanager
def process_pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes; an exception in the block, even `GeneratorExit`, ends them at once."""
    others = set(active_children())
    # Spawned, because a fork would copy locks held by threads that it does not have.
    with ProcessPoolExecutor(processes, get_context("spawn"), _end_with_parent) as executor:
        try:
            yield executor
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            for process in set(active_children()) - others:
                process.terminate()
            raise


@contextmanager
def ignoring_interrupts() -> Iterator[None]:
    """Make processes started in this context ignore Ctrl-C, which a terminal sends to all of them.

    This process ends them itself.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread can set signal handlers
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def map_in_order(
    call: Callable[[A], T], items: Iterable[A], processes: int
) -> Generator[T, None, None]:
    """Call a function on every item in several processes; yield the results in order.

    Closing the generator ends the processes. Raises `BrokenProcessPool` if one of them is killed.
    """
    left = iter(items)
    with process_pool(processes) as executor:
        with ignoring_interrupts():
            first = islice(left, QUEUED_PER_PROCESS * processes)
            waiting: deque[Future[T]] = deque(executor.submit(call, item) for item in first)
        while waiting:
            result = waiting.popleft().result()
            for item in islice(left, 1):
                waiting.append(executor.submit(call, item))
            yield result


def _end_with_parent() -> None:
    """End this process when its parent ends, even if the parent is killed."""
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    assert parent is not None, "this is a process of a pool"
    parent.join()
    os._exit(1)
