"""A queue that shares the bots' time fairly: first between addresses, then between their guests.

Each answer is charged with the seconds that it took. The address that has used least is served
next, so many long questions of one address do not delay a short question of another. Questions for
which a person waits come before all others.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")
S = TypeVar("S", bound="_Share")

MAX_REMEMBERED_ADDRESSES = 1000
"""With more addresses, those with nothing waiting are forgotten."""

MAX_GUESTS_PER_ADDRESS = 100
"""The same for guests of one address: anyone can become many guests."""


class Busy(Exception):
    """Too many questions are waiting."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose question it is: a client address, and a guest there."""

    address: str
    guest: str = ""


@dataclass(eq=False, slots=True)
class _Share:
    """The seconds used; an idle one starts with what the others have used by now."""

    used: float = 0.0
    pending: float = 0.0  # expected for the questions being answered
    waiting: int = 0
    urgent: int = 0
    turn: int = 0  # when it was served last; among equals the longest ago is next


@dataclass(eq=False, slots=True)
class _Guest(_Share, Generic[T]):
    # Dictionaries as ordered sets.
    urgent_items: dict[T, None] = field(default_factory=dict)
    other_items: dict[T, None] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class _Address(_Share, Generic[T]):
    guests: dict[str, _Guest[T]] = field(default_factory=dict)


class FairQueue(Generic[T]):
    """Serves the owner with the least usage first, each in order of arrival; its size is limited.

    If it is full, the address with the most items loses its newest to one with fewer; otherwise one
    address could keep all others out.
    """

    def __init__(self, max_size: int) -> None:
        if max_size < 1:
            raise ValueError(f"the queue must hold at least one question, not {max_size}")
        self._max_size = max_size
        self._size = 0
        self._turn = 0
        self._level = 0.0  # what the address that was served last had used
        self._addresses: dict[str, _Address[T]] = {}

    def __len__(self) -> int:
        return self._size

    def put(self, owner: Owner, item: T, *, urgent: bool = True) -> T | None:
        """Add an item; return the one that it replaces, if any. Raises `Busy`."""
        pushed_out = self._make_room(owner) if self._size >= self._max_size else None
        if (
            len(self._addresses) >= MAX_REMEMBERED_ADDRESSES
            and owner.address not in self._addresses
        ):
            self._forget()
        address = self._addresses.setdefault(owner.address, _Address())
        if not address.waiting:
            address.used = max(address.used, self._level)
        if len(address.guests) >= MAX_GUESTS_PER_ADDRESS and owner.guest not in address.guests:
            _forget_guests(address)
        guest = address.guests.setdefault(owner.guest, _Guest())
        if not guest.waiting:
            guest.used = max(guest.used, _least_used(address.guests))
        (guest.urgent_items if urgent else guest.other_items)[item] = None
        self._count(address, guest, 1, urgent)
        return pushed_out

    def take(self, can_take: Callable[[str, T], bool] | None = None) -> T:
        """Remove the next item; raises `LookupError` if none may be taken.

        `can_take` says, for an address and an item, whether it can be served now.
        """
        for urgent in (True, False):
            for name, address in _by_use(self._addresses, urgent):
                for key, guest in _by_use(address.guests, urgent):
                    items = guest.urgent_items if urgent else guest.other_items
                    item = next((i for i in items if can_take is None or can_take(name, i)), None)
                    if item is not None:
                        self._level = max(self._level, address.used)
                        self._turn += 1
                        address.turn = guest.turn = self._turn
                        self.drop(Owner(name, key), item)
                        return item
        raise LookupError("nothing can be taken")

    def charge(self, owner: Owner, pending: float, used: float = 0.0) -> None:
        """Note what an owner is about to use, or has used instead."""
        address = self._addresses.get(owner.address)
        if address is None:
            return
        for share in (address, address.guests.get(owner.guest)):
            if share is not None:
                share.pending = max(0.0, share.pending + pending)
                share.used += used

    def drop(self, owner: Owner, item: T) -> None:
        """Remove an item, if it still waits."""
        address = self._addresses.get(owner.address)
        guest = None if address is None else address.guests.get(owner.guest)
        if address is None or guest is None:
            return
        for urgent, items in ((True, guest.urgent_items), (False, guest.other_items)):
            if item in items:
                del items[item]
                self._count(address, guest, -1, urgent)

    def _forget(self) -> None:
        """Forget idle addresses that have used no more than those being served."""
        for name, address in list(self._addresses.items()):
            is_idle = not address.waiting and not address.pending
            if is_idle and address.used <= self._level:
                del self._addresses[name]

    def _count(self, address: _Address[T], guest: _Guest[T], number: int, urgent: bool) -> None:
        for share in (address, guest):
            share.waiting += number
            share.urgent += number * urgent
        self._size += number

    def _make_room(self, owner: Owner) -> T:
        """Drop the newest question of the address that has most, the least urgent first."""
        own = self._addresses.get(owner.address)
        name, address = max(self._addresses.items(), key=lambda named: named[1].waiting)
        key, guest = max(address.guests.items(), key=lambda named: named[1].waiting)
        if address is own:
            mine = own.guests.get(owner.guest)
            is_more = guest.waiting > (mine.waiting if mine else 0) + 1
        else:
            is_more = address.waiting > (own.waiting if own else 0) + 1
        if not is_more:
            raise Busy(f"{self._size} requests are already waiting for a bot")
        newest = next(reversed(guest.other_items or guest.urgent_items))
        self.drop(Owner(name, key), newest)
        return newest


def _by_use(shares: Mapping[str, S], urgent: bool) -> list[tuple[str, S]]:
    """Those who wait, the one who has used least first."""
    waiting = [
        (name, share)
        for name, share in shares.items()
        if (share.urgent if urgent else share.waiting > share.urgent)
    ]
    return sorted(waiting, key=lambda named: (named[1].used + named[1].pending, named[1].turn))


def _forget_guests(address: _Address[T]) -> None:
    """Forget guests with nothing waiting; what they have used counts for their address."""
    for key, guest in list(address.guests.items()):
        if not guest.waiting and not guest.pending:
            del address.guests[key]


def _least_used(shares: Mapping[str, _Share]) -> float:
    """The least that any of those who wait has used."""
    return min((share.used for share in shares.values() if share.waiting), default=0.0)
