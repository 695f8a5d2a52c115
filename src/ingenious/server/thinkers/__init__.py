"""Bots that think in processes of their own, while the server goes on.

- `pool`: what the server asks. `fairness`: who is next. `crew`: processes that serve one queue.
- `child`: one process, asked line by line. `worker`: what our own processes run.
"""

from .fairness import Owner
from .pool import STRONGEST, Busy, NoAnswer, Question, Thinkers

__all__ = ["STRONGEST", "Busy", "NoAnswer", "Owner", "Question", "Thinkers"]
