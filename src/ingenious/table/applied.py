"""Applied events, and their numbers as each player counts them.

Some events are sent to one seat only: a placement before that seat decides about a swap or a
discard. If all players counted all events, a gap would reveal such a decision. So each player
counts only the events they receive. Only the store and the servers use the stored number.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from msgspec import Struct

from ..record import Entry
from ..rules import AnyGame
from ..rules.events import Event as RulesEvent
from .events import Event


class Count(NamedTuple):
    """An event's number, and how many events up to it only one seat received."""

    number: int  # of the last event, as it is stored
    secrets: tuple[int, ...]  # for each seat, how many events only it received

    def for_seats(self, seats: Collection[int]) -> int:
        """The number of the last event for a player on these seats, or a spectator without any."""
        return self.number - sum(self.secrets) + sum([self.secrets[seat] for seat in seats])


class AppliedEvent(Struct, frozen=True, eq=False):
    """An event with what it did: new entries of the record, and their story."""

    count: Count
    event: Event
    rules: AnyGame | None = None  # of the game that it belongs to
    entries: Sequence[Entry] = ()
    story: Sequence[RulesEvent] = ()
    only_for: int | None = None  # the only seat that receives it
    held: "AppliedEvent | None" = None  # a decision revealed to the others with this event

    @property
    def number(self) -> int:
        """Its number in the store."""
        return self.count.number

    def is_for(self, viewer: int | None) -> bool:
        """Whether a seat or a spectator receives it."""
        return self.only_for is None or self.only_for == viewer

    def reveals(self, held: "AppliedEvent | None") -> bool:
        """Whether this is the event that reveals a held decision to the others."""
        return held is not None and self.held is not None and self.held.number == held.number
