"""Events as they are told, and the numbers under which each player counts them.

Some events are told to one seat alone: the placement before it decides about a swap or a discard.
If all players counted all events, a gap would show the others that there was such a decision. So
each player counts the events that they are told. Only the store and the servers use the number
under which an event is stored.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..record import Entry
from ..rules import Game
from ..rules.events import Event as Told
from .events import Event


class Count(NamedTuple):
    """The events of a table up to one of them."""

    number: int  # of the last event, as it is stored
    secrets: tuple[int, ...]  # for each seat, how many events were told to it alone

    def for_seats(self, seats: Collection[int]) -> int:
        """The number of the last event for a player on these seats; without any, a spectator."""
        hidden = sum(count for seat, count in enumerate(self.secrets) if seat not in seats)
        return self.number - hidden


@dataclass(frozen=True, slots=True)
class News:
    """An event with what it brought: new entries of the record, and their story."""

    count: Count
    event: Event
    rules: Game[Any] | None = None  # of the game that it belongs to
    entries: Sequence[Entry] = ()
    story: Sequence[Told] = ()
    only_for: int | None = None  # the seat that alone is told
    held: "News | None" = None  # what the others are told with it, which one seat knows already

    @property
    def number(self) -> int:
        """Under which it is stored."""
        return self.count.number

    def is_for(self, viewer: int | None) -> bool:
        """Whether a seat or a spectator is told."""
        return self.only_for is None or self.only_for == viewer

    def is_told_with(self, held: "News | None") -> bool:
        """Whether this is the event with which others are told of a held decision."""
        return held is not None and self.held is not None and self.held.number == held.number
