"""Limits the number of connections, which are counted before their request is read.

There are two kinds: those with a socket at a table, and all others (`waiting`), which have sent
nothing yet, send a request, or wait for the next one. Each kind is limited overall and per address.
A new connection of the second kind is always accepted, because only its request shows whose it is.
If there are too many, an idle one of the address with the most is closed.

A socket replaces one of lower priority: players in a running game have the highest. Among equals,
slots are shared between addresses, then between people; but the only socket of a player in a
running game is never replaced.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from time import monotonic

from .. import metrics
from ..descriptors import ConnectionLimits

SPECTATOR, BEFORE_GAME, IN_GAME = 0, 1, 2
"""The priority of a socket: of a spectator, of a player before the game, of one in the game."""

MAX_PLAYER_SOCKETS = 2
"""Of one person at one table; further ones count as spectators."""

CLOSE_TIMEOUT_S = 1.0
"""How long a client has to read why its socket is closed."""

MAX_CLOSING_SOCKETS = 32
"""Sockets that get that time simultaneously."""


class NoFreeSlot(Exception):
    """There is no slot for another socket."""

    def __init__(self, of_address: bool) -> None:
        super().__init__()
        self.of_address = of_address  # whether it is the address that has too many


class Slot:
    """The slot of one connection."""

    __slots__ = ("abort", "address", "end", "is_busy", "person_id", "priority", "table")

    def __init__(self, address: str, abort: Callable[[], None]) -> None:
        self.address = address
        self.abort = abort  # closes the connection at once
        self.is_busy: Callable[[], bool] = lambda: False  # whether a request is being answered
        # Of a socket:
        self.person_id = ""
        self.table = ""
        self.priority: Callable[[], int] = lambda: SPECTATOR
        self.end: Callable[[], None] = abort  # closes the socket with a reason


class _Group:
    """Slots by address, in each the least recently used first."""

    def __init__(self) -> None:
        self.size = 0
        self._by_address: dict[str, dict[Slot, None]] = {}

    def __contains__(self, slot: Slot) -> bool:
        return slot in self._by_address.get(slot.address, ())

    def add(self, slot: Slot) -> None:
        self._by_address.setdefault(slot.address, {})[slot] = None
        self.size += 1

    def discard(self, slot: Slot) -> None:
        slots = self._by_address.get(slot.address, {})
        if slot in slots:
            del slots[slot]
            self.size -= 1
            if not slots:
                del self._by_address[slot.address]

    def of(self, address: str) -> Iterable[Slot]:
        return self._by_address.get(address, ())

    def count(self, address: str) -> int:
        return len(self._by_address.get(address, ()))

    def largest_address(self) -> str:
        return max(self._by_address, key=self.count)

    def by_size(self) -> list[str]:
        return sorted(self._by_address, key=self.count, reverse=True)


class ConnectionSlots:
    """The slots of all connections of a process."""

    def __init__(
        self, limits: ConnectionLimits, per_address: int, clock: Callable[[], float] = monotonic
    ) -> None:
        self._limits = limits
        # Whatever the settings, one address never gets all slots.
        self._max_sockets = min(per_address, max(1, limits.sockets // 2))
        self._max_waiting = min(per_address, max(1, limits.waiting // 2))
        self._waiting = _Group()
        self._sockets = _Group()
        self._closing: set[Slot] = set()
        self._clock = clock
        self._no_lower_until = [-1.0] * (IN_GAME + 1)  # until then no slot has a lower priority

    @property
    def sockets(self) -> int:
        """How many sockets there are."""
        return self._sockets.size

    @property
    def waiting(self) -> int:
        """How many other connections there are."""
        return self._waiting.size

    # Connections without a socket

    def enter(self, slot: Slot, is_proxy: bool = False) -> None:
        """Give a new connection a slot; a proxy's connections belong to many clients."""
        if not is_proxy and self._waiting.count(slot.address) >= self._max_waiting:
            self._close_idle(slot.address)
        elif self._waiting.size >= self._limits.waiting:
            self._close_idle(self._waiting.largest_address())
        self._waiting.add(slot)

    def used(self, slot: Slot) -> None:
        """A request was answered: the connection is not the least recently used one any more."""
        if slot in self._waiting:
            self._waiting.discard(slot)
            self._waiting.add(slot)

    def leave(self, slot: Slot) -> None:
        """The connection is closed."""
        self._waiting.discard(slot)
        self._sockets.discard(slot)
        self._closing.discard(slot)

    def _close_idle(self, address: str) -> None:
        slots = list(self._waiting.of(address))
        replaced = next((slot for slot in slots if not slot.is_busy()), slots[0])
        self._waiting.discard(replaced)
        metrics.CONNECTIONS_CLOSED.inc()
        replaced.abort()

    # Sockets

    def take(self, slot: Slot, address: str) -> list[Slot]:
        """Make a connection a socket of this address; returns those to end. Raises `NoFreeSlot`."""
        priority = self._priority_of_new(slot, address)
        ended = self._make_room(address, slot.person_id, priority)
        self._waiting.discard(slot)
        for other in ended:
            self._sockets.discard(other)
            metrics.SOCKETS_DROPPED.labels("replaced").inc()
        slot.address = address
        self._sockets.add(slot)
        return ended

    def close(self, slot: Slot, later: Callable[[float, Callable[[], None]], object]) -> None:
        """End a socket with a reason; soon after, close its connection even if it was not read."""
        if len(self._closing) >= MAX_CLOSING_SOCKETS:
            slot.abort()
            return
        self._closing.add(slot)
        slot.end()
        later(CLOSE_TIMEOUT_S, slot.abort)

    def _priority_of_new(self, slot: Slot, address: str) -> int:
        same = [
            other
            for other in self._sockets.of(address)
            if slot.person_id and (other.person_id, other.table) == (slot.person_id, slot.table)
        ]
        return slot.priority() if len(same) < MAX_PLAYER_SOCKETS else SPECTATOR

    def _make_room(self, address: str, person_id: str, priority: int) -> list[Slot]:
        if self._sockets.count(address) >= self._max_sockets:
            replaced = self._replaceable(address, person_id, priority)
            if replaced is None:
                raise NoFreeSlot(of_address=True)
            return [replaced]
        kept = self._limits.sockets // 8 if priority < IN_GAME else 0  # for players
        if self._sockets.size < self._limits.sockets - kept:
            return []
        replaced = self._lower_priority(priority) or self._of_largest_address(
            address, person_id, priority
        )
        if replaced is None:
            raise NoFreeSlot(of_address=False)
        return [replaced]

    def _lower_priority(self, priority: int) -> Slot | None:
        """A slot of lower priority, of the address with most; remembers if there is none."""
        if priority == SPECTATOR or self._clock() < self._no_lower_until[priority]:
            return None
        for address in self._sockets.by_size():
            lowest, slots = self._lowest(address)
            if lowest < priority:
                return slots[0]
        self._no_lower_until[priority] = self._clock() + CLOSE_TIMEOUT_S
        return None

    def _of_largest_address(self, address: str, person_id: str, priority: int) -> Slot | None:
        """A slot of the same priority, of an address that has more than this one would have."""
        largest_address = self._sockets.largest_address()
        if self._sockets.count(largest_address) <= self._sockets.count(address) + 1:
            return (
                self._replaceable(address, person_id, priority)
                if self._sockets.count(address)
                else None
            )
        lowest, slots = self._lowest(largest_address)
        if lowest > priority:
            return None
        replaced = _of_busiest_person(slots)
        # Or one address could disconnect the players of a busier one.
        is_needed = (
            lowest == IN_GAME and sum(slot.person_id == replaced.person_id for slot in slots) == 1
        )
        return None if is_needed else replaced

    def _replaceable(self, address: str, person_id: str, priority: int) -> Slot | None:
        """A slot of the same address: of lower priority, or of a person who has more."""
        lowest, slots = self._lowest(address)
        if lowest < priority:
            return slots[0]
        own_sockets = sum(slot.person_id == person_id for slot in self._sockets.of(address))
        replaced = _of_busiest_person(slots)
        their_sockets = sum(
            slot.person_id == replaced.person_id for slot in self._sockets.of(address)
        )
        return replaced if lowest == priority and their_sockets > own_sockets + 1 else None

    def _lowest(self, address: str) -> tuple[int, list[Slot]]:
        """The lowest priority among the sockets of an address, and its slots, the oldest first."""
        seen: Counter[tuple[str, str]] = Counter()
        by_priority: dict[int, list[Slot]] = {}
        for slot in reversed(list(self._sockets.of(address))):
            seen[slot.person_id, slot.table] += 1
            is_extra = seen[slot.person_id, slot.table] > MAX_PLAYER_SOCKETS
            by_priority.setdefault(SPECTATOR if is_extra else slot.priority(), []).append(slot)
        lowest = min(by_priority)
        return lowest, by_priority[lowest][::-1]


def _of_busiest_person(slots: list[Slot]) -> Slot:
    """The oldest slot of the person with most of them; anonymous spectators count as one."""
    counts = Counter(slot.person_id for slot in slots)
    most = max(counts.values())
    return next(slot for slot in slots if counts[slot.person_id] == most)
