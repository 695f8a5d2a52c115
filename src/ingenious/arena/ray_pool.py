"""An arena on a Ray cluster: the same groups, played on all of its machines."""

import logging
import socket
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice
from typing import Any

from .tournament import Arena, ArenaError, Group, Groups, Setting, play_in_worker

LOCAL = "local"
CONNECT_TIMEOUT_S = 5.0
"""How long to wait for a cluster; Ray itself would try for minutes."""


def on_ray(address: str, jobs: int | None = None) -> Arena:
    """An arena on the cluster with this address; `local` starts a Ray on this machine.

    It plays as many groups at once as the cluster has processors, or as `jobs` says.
    """
    ray = import_ray()

    def arena(setting: Setting, numbers: Sequence[int]) -> Groups:
        connect(ray, address, jobs)
        try:
            most = jobs or int(ray.cluster_resources().get("CPU", 1))
            yield from _play(ray, setting, iter(numbers), most)
        except ray.exceptions.RayError as error:
            raise ArenaError(f"a group failed on Ray: {str(error).splitlines()[-1]}") from error
        finally:
            ray.shutdown()

    return arena


def import_ray() -> Any:
    """Ray, which is an optional dependency without types."""
    try:
        return import_module("ray")
    except ImportError as error:
        raise ArenaError("Ray is not installed; run: pip install 'ingenious[ray]'") from error


def connect(ray: Any, address: str, jobs: int | None) -> None:
    """Connect to the cluster with this address; `local` starts a Ray on this machine."""
    shared: dict[str, object] = {"log_to_driver": False, "logging_level": logging.WARNING}
    try:
        if address == LOCAL:
            ray.init(LOCAL, num_cpus=jobs, include_dashboard=False, **shared)
        else:
            _check_port(address)
            ray.init(address, **shared)
    except Exception as error:  # whatever the error, there is no arena without a cluster
        reason = str(error).partition("\n")[0]
        raise ArenaError(f"no Ray cluster at {address}: {reason}") from error


def _check_port(address: str) -> None:
    """Check quickly that something listens at HOST:PORT; Ray resolves `auto` itself."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), CONNECT_TIMEOUT_S).close()


def _play(ray: Any, setting: Setting, numbers: Iterator[int], most: int) -> Iterator[Group]:
    """The groups as they finish; some are queued, so that no processor is idle."""
    play = ray.remote(num_cpus=1)(play_in_worker)
    running = [play.remote(setting, number) for number in islice(numbers, 2 * most)]
    while running:
        done, running = ray.wait(running)
        running += [play.remote(setting, number) for number in islice(numbers, len(done))]
        yield from ray.get(done)
