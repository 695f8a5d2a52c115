"""A queue in which nobody starves, however much somebody else asks for."""

from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class Busy(Exception):
    """Too many questions are waiting."""


class FairQueue(Generic[T]):
    """Takes from one owner after the other, and of each what came first; bounded in all.

    Where it is full, whoever has most in it has to give up the newest for somebody with less;
    otherwise one owner could keep all others out.
    """

    def __init__(self, most: int) -> None:
        if most < 1:
            raise ValueError(f"at least one question has to be able to wait, not {most}")
        self._most = most
        self._size = 0
        # Ordered, because the last and the first go, and any in the middle is dropped at once.
        self._owners: OrderedDict[str, OrderedDict[T, None]] = OrderedDict()

    def __len__(self) -> int:
        return self._size

    def put(self, owner: str, item: T) -> T | None:
        """Let something wait; returns what it pushes out. Raises `Busy`."""
        pushed_out = self._make_room(owner) if self._size >= self._most else None
        self._owners.setdefault(owner, OrderedDict())[item] = None
        self._size += 1
        return pushed_out

    def _make_room(self, owner: str) -> T:
        longest = max(self._owners, key=lambda other: len(self._owners[other]))
        items = self._owners[longest]
        if len(items) <= len(self._owners.get(owner, ())) + 1:
            raise Busy(f"{self._size} questions are waiting already")
        newest, _ = items.popitem()
        self._size -= 1
        return newest

    def take(self) -> T:
        """What is next; its owner is then the last to have another turn."""
        owner, items = self._owners.popitem(last=False)
        item, _ = items.popitem(last=False)
        if items:
            self._owners[owner] = items
        self._size -= 1
        return item

    def drop(self, owner: str, item: T) -> None:
        """Let something wait no longer, if it still does."""
        items = self._owners.get(owner)
        if items is None or item not in items:
            return
        del items[item]
        if not items:
            del self._owners[owner]
        self._size -= 1
