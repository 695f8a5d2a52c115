"""The processes in which bots think.

- `pool`: what the rest of the server calls.
- `worker_pool`: processes that serve one queue; `fair_queue` says whose request is next.
- `loading_pool`: a worker pool whose spare process loads what is new.
- `worker`: what our own processes run.
"""

from .fair_queue import Owner
from .pool import SIMPLE_LEVEL, STRONGEST_LEVEL, BotQuestion, BotWorkers, Busy, NoAnswer, NotReady

__all__ = [
    "SIMPLE_LEVEL",
    "STRONGEST_LEVEL",
    "BotQuestion",
    "BotWorkers",
    "Busy",
    "NoAnswer",
    "NotReady",
    "Owner",
]
