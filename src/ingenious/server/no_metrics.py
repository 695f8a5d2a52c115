"""Stands in for the metrics of prometheus-client, which is optional, and counts nothing."""

from typing import Self


class _NoMetric:
    """A metric that ignores every call."""

    def __init__(self, *_: object, **__: object) -> None: ...

    def labels(self, *_: object) -> Self:
        """The metric itself."""
        return self

    def inc(self, amount: float = 1) -> None:
        """Do nothing."""

    def dec(self, amount: float = 1) -> None:
        """Do nothing."""

    def set(self, value: float) -> None:
        """Do nothing."""

    def observe(self, amount: float) -> None:
        """Do nothing."""


Counter = Gauge = Histogram = _NoMetric
