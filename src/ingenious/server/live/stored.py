"""Builds tables from stored events; a table that cannot be read is reported once and left alone."""

import logging
from collections.abc import Iterable, Sequence

from ...table import Event, Table, decode
from .live_table import NoSuchTable

log = logging.getLogger(__name__)

UNREADABLE = (
    "this table cannot be opened: it was saved by a newer version of the server, or is damaged; "
    "it was left unchanged"
)


class UnreadableTable(NoSuchTable):
    """A table is stored, but this version cannot read one of its events."""

    def __init__(self) -> None:
        super().__init__(UNREADABLE)


def fold_stored(id_: str, stored: Sequence[bytes]) -> Table:
    """The table after its stored events; raises `UnreadableTable`."""
    number = 0

    def events() -> Iterable[Event]:
        nonlocal number
        for number, event in enumerate(stored):  # noqa: B007 - reported if the event is refused
            yield decode(event)

    try:
        return Table.fold(events())
    except Exception as error:  # an unknown event can break anything
        raise _report(id_, number, error) from error


def apply_stored(id_: str, table: Table, stored: Sequence[bytes]) -> None:
    """Apply further stored events; after `UnreadableTable` the table must no longer be used."""
    for event in stored:
        try:
            table.apply(decode(event))
        except Exception as error:  # as above
            raise _report(id_, table.number + 1, error) from error


def _report(id_: str, number: int, error: Exception) -> UnreadableTable:
    why = f"{type(error).__name__}: {error}"
    log.error(
        "cannot read a table: was it saved by a newer version?",
        extra={"table": id_, "number": number, "why": why},
    )
    return UnreadableTable()
