"""Checks that all that was acknowledged is stored, and that the servers return it."""

import sqlite3
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

import asyncpg
import httpx

from ingenious.record import RecordError, to_json, verify, write_record
from ingenious.record.entries import read_decision
from ingenious.rules import Game
from ingenious.store import Store, open_store
from ingenious.table import Event, Table, decode
from ingenious.table.events import DecisionMade, GameStarted

from .crowd import Crowd, PlayedTable
from .seat_log import Acknowledged, ReceivedEvent, SeatLog, Values

EVENT_TAGS = {
    "play": ("played",),
    "sit": ("sat",),
    "leave": ("left",),
    "start": ("started",),
    "react": ("reacted",),
    "takeback": ("asked-back", "took-back"),
    "takeback-reply": ("agreed-back", "refused-back"),
}
"""The tags of the events that a command may cause."""

MINOR_TAGS = ("reacted", "asked-back", "agreed-back", "refused-back", "withdrew-back")
"""Events that may come between the number that a decision expected and the one that it got."""

NUMBERS = "SELECT table_id, number FROM events ORDER BY table_id, number"


@dataclass(slots=True)
class Findings:
    """What is stored, and what is wrong with it."""

    events: int = 0
    moves: int = 0  # that were acknowledged
    acknowledged: int = 0
    received: int = 0
    unacknowledged: int = 0  # moves that were stored before the server could acknowledge them
    unacknowledged_tables: int = 0  # the same for tables, which no client knows
    lost: list[str] = field(default_factory=list)
    duplicated: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def problems(self) -> list[str]:
        """All that is wrong."""
        return self.lost + self.duplicated + self.wrong


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """A stored event, with its number for one seat, and the rules that were in force."""

    number: int  # in the numbering of the seat
    event: Event
    rules: Game[Any]
    earliest: int  # the lowest number that a decision may have expected

    @property
    def tag(self) -> str:
        """The tag of the event."""
        return str(self.event.__struct_config__.tag)

    @property
    def seat(self) -> Any:
        """The seat of the event, if it has one."""
        return getattr(self.event, "seat", None)

    def is_decision(self, values: Values) -> bool:
        """Whether this is the decision; a tile may be written from either end."""
        if not isinstance(self.event, DecisionMade):
            return False
        return self.event.decision == read_decision(values, self.rules, self.event.seat)


async def examine(url: str, crowd: Crowd, *, is_alone: bool = True) -> Findings:
    """Check all tables of a crowd; `is_alone` if no other clients used the store."""
    found = Findings()
    found.wrong += crowd.counters.missed
    numbers = await _numbers(url, found)
    store = await open_store(url)
    try:
        for played in crowd.played:
            await _examine_table(store, numbers, played, crowd, found)
        if is_alone:
            await _examine_other_tables(store, {played.id for played in crowd.played}, found)
    finally:
        await store.close()
    return found


async def _numbers(url: str, found: Findings) -> dict[str, list[int]]:
    """The numbers of each table's events in the database."""
    rows: list[Any]
    if url.startswith("postgresql://"):
        connection = await asyncpg.connect(url)
        rows = await connection.fetch(NUMBERS)
        await connection.close()
    else:
        with sqlite3.connect(url) as file:
            [(result,)] = file.execute("PRAGMA integrity_check").fetchall()
            rows = file.execute(NUMBERS).fetchall()
        file.close()
        if result != "ok":
            found.wrong.append(f"the file is corrupt: {result}")
    numbers = defaultdict(list)
    for table, number in rows:
        numbers[table].append(number)
    return numbers


async def _examine_table(
    store: Store, numbers: dict[str, list[int]], played: PlayedTable, crowd: Crowd, found: Findings
) -> None:
    written = await store.read(played.id)
    found.events += len(written)
    if numbers[played.id] != [*range(len(written))]:
        found.wrong.append(f"table {played.id} has the numbers {numbers[played.id]}")
    twice = [event for event, times in Counter(written).items() if times > 1]
    found.duplicated += [f"table {played.id}: {event!r}" for event in twice]
    try:
        logs = {seat_log.seat: _read(written, seat_log.seat) for seat_log in played.seat_logs}
        table = Table.fold(decode(event) for event in written)
    except Exception as error:  # a table that cannot be read is lost, whatever the error
        found.lost.append(f"table {played.id} cannot be folded: {error!r}")
        return
    for seat_log in played.seat_logs:
        log = logs[seat_log.seat]
        found.wrong += seat_log.faults
        found.lost += _not_as_received(seat_log, log) + _not_as_acknowledged(seat_log, log)
        found.received += len(seat_log.received)
        found.acknowledged += len(seat_log.acknowledged)
        found.moves += sum(ack.do == "play" for ack in seat_log.acknowledged)
    for seat, log in logs.items():
        own = [logged for logged in log if _is_of_person(logged, seat)]
        seat_logs = [seat_log for seat_log in played.seat_logs if seat_log.seat == seat]
        found.wrong += _never_sent(seat_logs, own)
        found.unacknowledged += _unacknowledged(seat_logs, own)
    if table.phase != "over":
        found.wrong.append(f"table {played.id} is not finished: it is {table.phase}")
        return
    found.wrong += [f"table {played.id}: {fault}" for fault in _record_faults(played, table)]
    for url in crowd.urls:
        if await _record_at(url, played.id) != to_json(table.match or table.records[0]):
            found.wrong.append(f"table {played.id}: the server returns another record")


def _read(written: list[bytes], seat: int) -> list[LoggedEvent]:
    """The log of a table as a seat receives it."""
    first, *others = [decode(event) for event in written]
    table = Table.fold([first])
    log = [LoggedEvent(0, first, table.rules, 0)]
    for event in others:
        rules, news = table.rules, table.apply(event)
        if news.is_for(seat):
            number = news.count.for_seats([seat])
            earliest = log[-1].earliest if log[-1].tag in MINOR_TAGS else number
            log.append(LoggedEvent(number, event, rules, earliest))
    return log


def _not_as_received(seat_log: SeatLog, log: list[LoggedEvent]) -> list[str]:
    """Events that the seat received and that are missing or different in the log."""
    there = {
        logged.number: ReceivedEvent(logged.tag, logged.event.at, logged.seat) for logged in log
    }
    return [
        f"table {seat_log.table}, seat {seat_log.seat}: {number} was "
        f"received as {received}, is {found}"
        for number, received in seat_log.received.items()
        if received != (found := there.get(number))
    ]


def _not_as_acknowledged(seat_log: SeatLog, log: list[LoggedEvent]) -> list[str]:
    """Acknowledged commands that are not in the log."""
    return [
        f"table {seat_log.table}, seat {seat_log.seat}: {ack} is not there"
        for ack in seat_log.acknowledged
        if ack.number >= len(log) or not _is_done(ack, log[ack.number])
    ]


def _is_done(ack: Acknowledged, logged: LoggedEvent) -> bool:
    if logged.tag not in EVENT_TAGS[ack.do] or ack.seat not in (None, logged.seat):
        return False
    if ack.decision is None or ack.expected is None:
        return True
    return logged.is_decision(ack.decision) and logged.earliest <= ack.expected <= logged.number


def _is_of_person(logged: LoggedEvent, seat: int) -> bool:
    """Whether this is a decision of the person on the seat, not of a stand-in."""
    return (
        isinstance(logged.event, DecisionMade) and logged.seat == seat and not logged.event.stand_in
    )


def _never_sent(seat_logs: list[SeatLog], own: list[LoggedEvent]) -> list[str]:
    """Decisions of a person that none of their connections has sent."""

    def is_sent(logged: LoggedEvent) -> bool:
        return any(
            logged.is_decision(values)
            for seat_log in seat_logs
            for number in range(logged.earliest, logged.number + 1)
            for values in seat_log.sent.get(number, [])
        )

    return [
        f"table {seat_logs[0].table}: no client sent {logged.event} for {logged.number}"
        for logged in own
        if not is_sent(logged)
    ]


def _unacknowledged(seat_logs: list[SeatLog], own: list[LoggedEvent]) -> int:
    """How many stored decisions of a person were not acknowledged."""
    there = {logged.number for logged in own}
    return len(there - {ack.number for seat_log in seat_logs for ack in seat_log.acknowledged})


def _record_faults(played: PlayedTable, table: Table) -> list[str]:
    """What is wrong with the records of a table, and with those that clients received."""
    faults = []
    try:
        verify(table.match or table.records[0])
    except RecordError as error:
        faults.append(f"the record is not valid: {error}")
    records = [write_record(record) for record in table.records]
    by_commit = {record["dealer"]["commit"]: record for record in records}
    for seat_log in played.seat_logs:
        if any(by_commit.get(commit) != record for commit, record in seat_log.finished.items()):
            faults.append(f"seat {seat_log.seat} has another record")
        if records[-1]["dealer"]["commit"] not in seat_log.finished:
            faults.append(f"seat {seat_log.seat} did not receive the end")
    return faults


async def _record_at(url: str, table: str) -> str:
    async with httpx.AsyncClient(timeout=30) as http:
        answer = await http.get(f"{url}/api/tables/{table}/record")
        return answer.text.strip()


async def _examine_other_tables(store: Store, known: set[str], found: Findings) -> None:
    """Check that no game was started at tables that no client knows."""
    async for id_ in store.tables():
        if id_ in known:
            continue
        found.unacknowledged_tables += 1
        events = [decode(event) for event in await store.read(id_)]
        if any(isinstance(event, GameStarted | DecisionMade) for event in events):
            found.wrong.append(f"table {id_} was played, but no client knows it")


def first_few(problems: list[str], count: int = 20) -> list[str]:
    """The first problems, and how many more there are."""
    more = [f"and {len(problems) - count} more"] if len(problems) > count else []
    return problems[:count] + more
