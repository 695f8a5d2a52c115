"""Rate limits by token buckets."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

MAX_BUCKETS = 10_000


class Bucket:
    """Gets `rate` tokens per second, up to `capacity`."""

    __slots__ = ("_capacity", "_clock", "_filled_at", "_rate", "_tokens")

    def __init__(
        self, rate: float, capacity: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self._rate = rate
        self._capacity = capacity
        self._tokens = capacity
        self._clock = clock
        self._filled_at = clock()

    def wait(self) -> float:
        """Take a token, even a future one; return the seconds until it is there."""
        self._fill()
        self._tokens -= 1
        return max(0.0, -self._tokens / self._rate)

    def take(self) -> bool:
        """Take a token if there is one."""
        return not self.after()

    def after(self) -> float:
        """Take a token if there is one; otherwise return the seconds until there will be one."""
        pause = self.wait()
        if pause > 0:
            self._tokens += 1
        return pause

    def spend(self, tokens: float) -> None:
        """Take tokens for something whose cost is known only afterwards; may leave a debt."""
        self._tokens -= tokens

    def debt(self) -> float:
        """The seconds until the debt is gone."""
        self._fill()
        return max(0.0, -self._tokens / self._rate)

    def _fill(self) -> None:
        now = self._clock()
        self._tokens = min(self._capacity, self._tokens + (now - self._filled_at) * self._rate)
        self._filled_at = now


class Buckets:
    """A bucket for each address or person, the least recently used forgotten first."""

    def __init__(
        self, rate: float, capacity: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self._rate = rate
        self._capacity = capacity
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token from the bucket of a key if there is one."""
        return self._of(key).take()

    def after(self, key: str) -> float:
        """Take a token if there is one; otherwise return the seconds until there will be one."""
        return self._of(key).after()

    def spend(self, key: str, tokens: float) -> None:
        """Take tokens for something whose cost is known only afterwards."""
        self._of(key).spend(tokens)

    def _of(self, key: str) -> Bucket:
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._capacity, self._clock)
        self._buckets[key] = bucket
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket
