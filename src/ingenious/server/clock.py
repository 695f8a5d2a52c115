"""The server's time, which never jumps.

If the machine's clock is changed, players must not lose or gain time. So it is read only once, when
the process starts. From then on the monotonic clock is used, which also stops while the machine is
suspended and the games stand still.
"""

from collections.abc import Callable
from time import monotonic, time


class ServerClock:
    """Milliseconds since 1970, as this process counts them."""

    def __init__(
        self, wall: Callable[[], float] = time, steady: Callable[[], float] = monotonic
    ) -> None:
        self._steady = steady
        self._offset = wall() - steady()

    def now(self) -> int:
        """The current time."""
        return self.at(self._steady())

    def at(self, moment: float) -> int:
        """The server's time for a reading of the monotonic clock."""
        return int((moment + self._offset) * 1000)

    def set(self, at: int) -> None:
        """Continue from this time."""
        self._offset = at / 1000 - self._steady()


CLOCK = ServerClock()
"""The time of this process."""


def now() -> int:
    """Milliseconds since 1970; never affected by a step of the machine's clock."""
    return CLOCK.now()
