"""An arena on all cores of this machine."""

import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context

from .tournament import Arena, ArenaError, Group, Groups, Setting, in_this_process, play_in_worker


def on_processes(jobs: int) -> Arena:
    """An arena with at most `jobs` processes; if one is enough, this process plays."""

    def arena(setting: Setting, numbers: Sequence[int]) -> Groups:
        needed = min(jobs, len(numbers))
        if needed <= 1:
            yield from in_this_process(setting, numbers)
            return
        # Spawned, because a fork would copy locks held by threads that it does not have.
        others = set(active_children())
        with ProcessPoolExecutor(needed, get_context("spawn")) as executor:
            try:
                yield from _play(executor, setting, iter(numbers), needed)
            except BaseException:  # also when the caller closes the generator
                executor.shutdown(wait=False, cancel_futures=True)
                for process in set(active_children()) - others:
                    process.terminate()
                raise

    return arena


def _play(
    executor: ProcessPoolExecutor, setting: Setting, numbers: Iterator[int], jobs: int
) -> Iterator[Group]:
    """The groups as they finish; one is queued for each process, so that none is idle."""
    with _ignoring_interrupts():
        running = {
            executor.submit(play_in_worker, setting, number) for number in islice(numbers, 2 * jobs)
        }
    while running:
        done: set[Future[Group]]
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            for number in islice(numbers, 1):
                running.add(executor.submit(play_in_worker, setting, number))
            yield _result(future)


def _result(future: "Future[Group]") -> Group:
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise ArenaError("a process of the arena was killed") from error


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
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
