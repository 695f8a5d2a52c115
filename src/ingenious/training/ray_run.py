"""Training on a Ray cluster: all runs start from the same point, then the nets are averaged."""

from collections.abc import Sequence
from statistics import fmean

import numpy as np

from ..arena.ray_pool import connect, import_ray
from ..bots.weights import Arrays
from .driver import Advance, on_this_machine, run_type
from .run import Job, Run

STEPS_BETWEEN_AVERAGES = 4
"""Calls of `advance` between two averages; averaging discards the samples of each run."""


def train_on_ray(address: str, jobs: int | None = None) -> Advance:
    """Steps on the cluster with this address; `local` starts a Ray on this machine.

    As many runs train in parallel as the cluster has processors, or as `jobs` says.
    """
    ray = import_ray()
    connect(ray, address, jobs)
    workers = jobs or int(ray.cluster_resources().get("CPU", 1))
    remote = ray.remote(num_cpus=1)(_step)

    def advance(run: Run) -> tuple[Run, str]:
        if run.is_exact:
            return on_this_machine(run)  # there is nothing to average
        before = run.checkpoint()
        sent = ray.put(dict(before))
        results = ray.get([remote.remote(run.job, sent, number) for number in range(workers)])
        checkpoints = [checkpoint for checkpoint, _, _ in results]
        after = run_type(run.job)(run.job, merged(before, checkpoints), threads=1)
        after.threads = workers  # for the provenance: each of them has one
        after.error = mean_error([error for _, error, _ in results])
        return after, f"{results[0][2]}, {workers} side by side"

    return advance


def _step(job: Job, checkpoint: Arrays, number: int) -> tuple[Arrays, float | None, str]:
    """The checkpoint after a few calls of `advance`, their mean error, and the last line."""
    run = run_type(job)(job, checkpoint, threads=1)
    run.reseed(number)
    errors, line = list[float | None](), ""
    for _ in range(STEPS_BETWEEN_AVERAGES):
        line = run.advance()
        errors.append(run.error)
    return dict(run.checkpoint()), mean_error(errors), line


def mean_error(errors: Sequence[float | None]) -> float | None:
    """The mean of the errors that are known: a run that was already complete reports none."""
    known = [error for error in errors if error is not None]
    return fmean(known) if known else None


def merged(before: Arrays, after: Sequence[Arrays]) -> Arrays:
    """Merge checkpoints that started from the same one: average weights, add up counts."""
    result = dict[str, np.ndarray]()
    for key, start in before.items():
        arrays = [np.asarray(checkpoint[key]) for checkpoint in after]
        if start.dtype.kind == "f":
            result[key] = np.mean(arrays, axis=0).astype(start.dtype)
        elif start.dtype == np.int64 and key != "shape":
            result[key] = start + sum(array - start for array in arrays)
        else:
            result[key] = arrays[0]
    return result
