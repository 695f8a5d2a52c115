"""Whose share of the bots' time a question uses: an address, and a guest there."""

from collections import OrderedDict

from ...table import Table
from ..bot_workers.fair_queue import Owner

MAX_REMEMBERED_PEOPLE = 50_000
"""People whose address is remembered, the least recently seen forgotten first."""


class Owners:
    """Remembers the last address of each person. After a restart it is empty."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, person_id: str, address: str) -> None:
        """Remember the address of a person; `address` is a key as the limits use it."""
        self._addresses[person_id] = address
        self._addresses.move_to_end(person_id)
        if len(self._addresses) > MAX_REMEMBERED_PEOPLE:
            self._addresses.popitem(last=False)

    def of(self, person_id: str) -> Owner:
        """The owner of a person's questions; without a known address, each person counts alone."""
        return Owner(self._addresses.get(person_id) or f"guest {person_id}", person_id)

    def of_table(self, id_: str, table: Table) -> Owner:
        """The owner of the questions to a table's bots: the host, or a person who plays there."""
        people = [table.host, *table.awaited().values()]
        for person_id in people:
            if person_id in self._addresses:
                return self.of(person_id)
        return self.of(table.host) if table.host else Owner(f"table {id_}")
