"""The server's time: it starts as the machine's and never jumps.

The clock of a machine is set now and then, by an administrator or by a time service, and a step of
it would end a player's time or give them an hour. So it is read once, when the process starts;
from then on time passes as the monotonic clock says. That one also stands still while a machine
is suspended, when nobody can play.
"""

from collections.abc import Callable
from time import monotonic, time


class Clock:
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


CLOCK = Clock()
"""The time of this process."""


def now() -> int:
    """Milliseconds since 1970; never affected by a step of the machine's clock."""
    return CLOCK.now()
