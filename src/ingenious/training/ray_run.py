"""Training on a Ray cluster: all train on from the same point, then the nets are averaged."""

from typing import Any

import numpy as np

from ..arena.ray_pool import connect, the_ray
from ..bots.weights import Arrays
from .driver import Advance, Job, here
from .run import Run

STEPS = 4
"""Steps between two averages: what a run remembers of its games ends with each of them."""


def on_ray(address: str, jobs: int | None = None) -> Advance:
    """Steps on the cluster with this address, or on a Ray of its own that is started here.

    As many runs train side by side as the cluster has processors, or as `jobs` says.
    """
    ray = the_ray()
    connect(ray, address, jobs)
    workers = jobs or int(ray.cluster_resources().get("CPU", 1))
    remote = ray.remote(num_cpus=1)(_step)

    def advance(job: Job, run: Run) -> tuple[Run, str]:
        if job.game == "dice":
            return here(job, run)  # it is solved, not learned: there is nothing to average
        before = run.checkpoint()
        handed = ray.put(dict(before))
        results = ray.get([remote.remote(job, handed, number) for number in range(workers)])
        checkpoints = [checkpoint for checkpoint, _ in results]
        after = job.restore(merged(before, checkpoints), threads=1)
        return after, f"{results[0][1]}, {workers} side by side"

    return advance


def _step(job: Job, checkpoint: Arrays, number: int) -> tuple[dict[str, Any], str]:
    run = job.restore(checkpoint, threads=1)
    run.reseed(number)
    lines = [run.advance() for _ in range(STEPS)]
    return dict(run.checkpoint()), lines[-1]


def merged(before: Arrays, after: list[dict[str, Any]]) -> Arrays:
    """One checkpoint of several that began at the same: weights averaged, counts added up."""
    result = dict[str, Any]()
    for key, start in before.items():
        arrays = [np.asarray(checkpoint[key]) for checkpoint in after]
        if start.dtype.kind == "f":
            result[key] = np.mean(arrays, axis=0).astype(start.dtype)
        elif start.dtype == np.int64 and key != "shape":
            result[key] = start + sum(array - start for array in arrays)
        else:
            result[key] = arrays[0]
    return result
