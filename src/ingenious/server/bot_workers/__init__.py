"""Bots that think in processes of their own, while the server goes on.

- `pool`: what the server asks. `fairness`: who is next. `crew`: processes that serve one queue.
- `learning`: a crew whose spare process loads what is new.
- `child`: one process, asked line by line. `worker`: what our own processes run.
"""

from .fair_queue import Owner
from .pool import SIMPLE, STRONGEST, BotWorkers, Busy, NoAnswer, NotReady, Question

__all__ = ["SIMPLE", "STRONGEST", "BotWorkers", "Busy", "NoAnswer", "NotReady", "Owner", "Question"]
