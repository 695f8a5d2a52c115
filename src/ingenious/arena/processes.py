"""An arena on all cores of this machine."""

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from ..bots.processes import ignoring_interrupts, process_pool
from .tournament import Arena, ArenaError, Group, Groups, Setting, in_this_process, play_in_worker


def on_processes(jobs: int) -> Arena:
    """An arena with at most `jobs` processes; if one is enough, this process plays."""

    def arena(setting: Setting, numbers: Sequence[int]) -> Groups:
        enough = min(jobs, len(numbers)) <= 1
        yield from (in_this_process if enough else on_new_processes(jobs))(setting, numbers)

    return arena


def on_new_processes(jobs: int) -> Arena:
    """An arena with at most `jobs` processes, none of them this one.

    They load everything anew, such as weights that this process has already loaded.
    """

    def arena(setting: Setting, numbers: Sequence[int]) -> Groups:
        needed = min(jobs, len(numbers))
        with process_pool(needed) as executor:
            yield from _play(executor, setting, iter(numbers), needed)

    return arena


def _play(
    executor: ProcessPoolExecutor, setting: Setting, numbers: Iterator[int], jobs: int
) -> Iterator[Group]:
    """The groups as they finish; one is queued for each process, so that none is idle."""
    with ignoring_interrupts():
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
