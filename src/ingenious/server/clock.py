"""The server's time: it starts as the machine's and never jumps.

An administrator or a time service may set the clock of a machine, and such a step would end a
player's time or give them an hour. So it is read once, when the process starts; from then on the
monotonic clock counts, which also stands still while the machine is suspended and nobody can play.
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
        """What time it is."""
        return self.at(self._steady())

    def at(self, moment: float) -> int:
        """What time it was at a moment of the monotonic clock."""
        return int((moment + self._offset) * 1000)

    def set(self, at: int) -> None:
        """Go on from this time."""
        self._offset = at / 1000 - self._steady()


CLOCK = ServerClock()
"""The time of this process."""


def now() -> int:
    """Milliseconds since 1970; never affected by a step of the machine's clock."""
    return CLOCK.now()
