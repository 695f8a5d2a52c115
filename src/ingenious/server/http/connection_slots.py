"""Which connections may stay. They are counted before their request is read.

There are two kinds: those with a socket at a table, and all others (`waiting`), which have sent
nothing yet, send a request, or wait for the next one. Each kind is limited in all and per address.
A new connection of the second kind is always accepted, because only its request shows whose it is.
If there are too many, an idle one of the address that has the most is closed.

A socket replaces another one if it is worth more: a player at a running table comes before everyone
else. Among equals, places are shared between addresses, then between people; but the only socket of
a player at a running table is never replaced.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from time import monotonic

from .. import metrics
from ..descriptors import Room

WATCHES, GATHERS, PLAYS = 0, 1, 2
"""What a socket is worth: a spectator's, a seat's before the game, a seat's during the game."""

SAME = 2
"""Sockets of one person at one table that count as a player's; others count as spectators."""

SOON = 1.0
"""Seconds that a client has to read why its socket is closed."""

MOST_CLOSING = 32
"""Sockets that get that time at once."""


class Full(Exception):
    """There is no place for another socket."""

    def __init__(self, of_address: bool) -> None:
        super().__init__()
        self.of_address = of_address  # whether it is the address that has too many


class Place:
    """The place of one connection."""

    __slots__ = ("abort", "address", "end", "is_busy", "person_id", "table", "worth")

    def __init__(self, address: str, abort: Callable[[], None]) -> None:
        self.address = address
        self.abort = abort  # closes the connection at once
        self.is_busy: Callable[[], bool] = lambda: False  # whether a request is being answered
        # Of a socket:
        self.person_id = ""
        self.table = ""
        self.worth: Callable[[], int] = lambda: WATCHES
        self.end: Callable[[], None] = abort  # closes the socket with a reason


class _Group:
    """Places by address, in each the least recently used first."""

    def __init__(self) -> None:
        self.size = 0
        self._by_address: dict[str, dict[Place, None]] = {}

    def __contains__(self, place: Place) -> bool:
        return place in self._by_address.get(place.address, ())

    def add(self, place: Place) -> None:
        self._by_address.setdefault(place.address, {})[place] = None
        self.size += 1

    def discard(self, place: Place) -> None:
        places = self._by_address.get(place.address, {})
        if place in places:
            del places[place]
            self.size -= 1
            if not places:
                del self._by_address[place.address]

    def of(self, address: str) -> Iterable[Place]:
        return self._by_address.get(address, ())

    def count(self, address: str) -> int:
        return len(self._by_address.get(address, ()))

    def greediest(self) -> str:
        return max(self._by_address, key=self.count)

    def by_greed(self) -> list[str]:
        return sorted(self._by_address, key=self.count, reverse=True)


class Places:
    """The places of all connections of a process."""

    def __init__(
        self, room: Room, per_address: int, clock: Callable[[], float] = monotonic
    ) -> None:
        self._room = room
        # However it is configured, one address never has all places.
        self._most_sockets = min(per_address, max(1, room.sockets // 2))
        self._most_waiting = min(per_address, max(1, room.waiting // 2))
        self._waiting = _Group()
        self._sockets = _Group()
        self._closing: set[Place] = set()
        self._clock = clock
        self._none_below = [-1.0] * (PLAYS + 1)  # until when no place is worth less than this

    @property
    def sockets(self) -> int:
        """How many sockets there are."""
        return self._sockets.size

    @property
    def waiting(self) -> int:
        """How many other connections there are."""
        return self._waiting.size

    # Connections without a socket

    def enter(self, place: Place, is_proxy: bool = False) -> None:
        """Give a new connection a place; a proxy's connection may belong to any of many clients."""
        if not is_proxy and self._waiting.count(place.address) >= self._most_waiting:
            self._close_idle(place.address)
        elif self._waiting.size >= self._room.waiting:
            self._close_idle(self._waiting.greediest())
        self._waiting.add(place)

    def used(self, place: Place) -> None:
        """A request was answered: the connection is not the least recently used one any more."""
        if place in self._waiting:
            self._waiting.discard(place)
            self._waiting.add(place)

    def leave(self, place: Place) -> None:
        """The connection is closed."""
        self._waiting.discard(place)
        self._sockets.discard(place)
        self._closing.discard(place)

    def _close_idle(self, address: str) -> None:
        places = list(self._waiting.of(address))
        victim = next((place for place in places if not place.is_busy()), places[0])
        self._waiting.discard(victim)
        metrics.CLOSED.inc()
        victim.abort()

    # Sockets

    def take(self, place: Place, address: str) -> list[Place]:
        """Make a connection a socket of this address; returns those to end. Raises `Full`."""
        worth = self._worth_of_new(place, address)
        ended = self._make_room(address, place.person_id, worth)
        self._waiting.discard(place)
        for other in ended:
            self._sockets.discard(other)
            metrics.DROPPED.labels("replaced").inc()
        place.address = address
        self._sockets.add(place)
        return ended

    def close(self, place: Place, later: Callable[[float, Callable[[], None]], object]) -> None:
        """End a socket with a reason; soon after, close its connection even if it was not read."""
        if len(self._closing) >= MOST_CLOSING:
            place.abort()
            return
        self._closing.add(place)
        place.end()
        later(SOON, place.abort)

    def _worth_of_new(self, place: Place, address: str) -> int:
        same = [
            other
            for other in self._sockets.of(address)
            if place.person_id and (other.person_id, other.table) == (place.person_id, place.table)
        ]
        return place.worth() if len(same) < SAME else WATCHES

    def _make_room(self, address: str, person_id: str, worth: int) -> list[Place]:
        if self._sockets.count(address) >= self._most_sockets:
            victim = self._victim(address, person_id, worth)
            if victim is None:
                raise Full(of_address=True)
            return [victim]
        kept = self._room.sockets // 8 if worth < PLAYS else 0  # for players
        if self._sockets.size < self._room.sockets - kept:
            return []
        victim = self._worth_less(worth) or self._of_greediest(address, person_id, worth)
        if victim is None:
            raise Full(of_address=False)
        return [victim]

    def _worth_less(self, worth: int) -> Place | None:
        """A place that is worth less, of the address with most; remembers if there is none."""
        if worth == WATCHES or self._clock() < self._none_below[worth]:
            return None
        for address in self._sockets.by_greed():
            lowest, places = self._lowest(address)
            if lowest < worth:
                return places[0]
        self._none_below[worth] = self._clock() + SOON
        return None

    def _of_greediest(self, address: str, person_id: str, worth: int) -> Place | None:
        """A place that is worth the same, of an address that has more than this one would have."""
        greediest = self._sockets.greediest()
        if self._sockets.count(greediest) <= self._sockets.count(address) + 1:
            return self._victim(address, person_id, worth) if self._sockets.count(address) else None
        lowest, places = self._lowest(greediest)
        if lowest > worth:
            return None
        victim = _of_most(places)
        # Or one address could push players of a busier one out of their games.
        is_needed = (
            lowest == PLAYS and sum(place.person_id == victim.person_id for place in places) == 1
        )
        return None if is_needed else victim

    def _victim(self, address: str, person_id: str, worth: int) -> Place | None:
        """A place of the same address: worth less, or of a person who has more than this one."""
        lowest, places = self._lowest(address)
        if lowest < worth:
            return places[0]
        mine = sum(place.person_id == person_id for place in self._sockets.of(address))
        victim = _of_most(places)
        theirs = sum(place.person_id == victim.person_id for place in self._sockets.of(address))
        return victim if lowest == worth and theirs > mine + 1 else None

    def _lowest(self, address: str) -> tuple[int, list[Place]]:
        """The lowest worth among the sockets of an address, and its places, the oldest first."""
        seen: Counter[tuple[str, str]] = Counter()
        by_worth: dict[int, list[Place]] = {}
        for place in reversed(list(self._sockets.of(address))):
            seen[place.person_id, place.table] += 1
            is_extra = seen[place.person_id, place.table] > SAME
            by_worth.setdefault(WATCHES if is_extra else place.worth(), []).append(place)
        lowest = min(by_worth)
        return lowest, by_worth[lowest][::-1]


def _of_most(places: list[Place]) -> Place:
    """The oldest place of the person who has most of these; people without a name count as one."""
    counts = Counter(place.person_id for place in places)
    most = max(counts.values())
    return next(place for place in places if counts[place.person_id] == most)
