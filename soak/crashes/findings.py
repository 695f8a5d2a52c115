"""Whether all that was acknowledged is there: from the store itself, and as the server tells it."""

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

from .crowd import Crowd, Seated
from .memory import Acknowledged, Memory, Told, Values

DONE_BY = {
    "play": ("played",),
    "sit": ("sat",),
    "leave": ("left",),
    "start": ("started",),
    "react": ("reacted",),
    "takeback": ("asked-back", "took-back"),
    "takeback-reply": ("agreed-back", "refused-back"),
}
"""As what a command is told when it is done."""

WORDS = ("reacted", "asked-back", "agreed-back", "refused-back", "withdrew-back")
"""What may come between the number for which a decision was asked, and that which it is given."""

NUMBERS = "SELECT table_id, number FROM events ORDER BY table_id, number"


@dataclass(slots=True)
class Findings:
    """What was found, and what is wrong with it."""

    events: int = 0
    moves: int = 0  # that were acknowledged
    acknowledged: int = 0
    told: int = 0
    unacknowledged: int = 0  # moves that are there, though the server died before it could say so
    unacknowledged_tables: int = 0  # opened when the server died, so that nobody knows of them
    lost: list[str] = field(default_factory=list)
    duplicated: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def problems(self) -> list[str]:
        """Everything that should not be."""
        return self.lost + self.duplicated + self.wrong


@dataclass(frozen=True, slots=True)
class Line:
    """An event of a log as a seat receives it, and the rules by which it was judged."""

    number: int  # as the seat counts
    event: Event
    rules: Game[Any]
    earliest: int  # the number for which a decision may have been asked, to be given this one

    @property
    def tag(self) -> str:
        """What kind of event it is."""
        return str(self.event.__struct_config__.tag)

    @property
    def seat(self) -> Any:
        """Whose event it is, if it is that of a seat."""
        return getattr(self.event, "seat", None)

    def is_decision(self, values: Values) -> bool:
        """Whether this is what was decided; a tile may be written from either end."""
        if not isinstance(self.event, DecisionMade):
            return False
        return self.event.decision == read_decision(values, self.rules, self.event.seat)


async def examine(where: str, crowd: Crowd, *, is_alone: bool = True) -> Findings:
    """Look at everything that was played while the servers run; no others play if it is alone."""
    found = Findings()
    found.wrong += crowd.seen.missed
    numbers = await _numbers(where, found)
    store = await open_store(where)
    try:
        for seated in crowd.seated:
            await _examine_table(store, numbers, seated, crowd, found)
        if is_alone:
            await _examine_the_unknown(store, {seated.id for seated in crowd.seated}, found)
    finally:
        await store.close()
    return found


async def _numbers(where: str, found: Findings) -> dict[str, list[int]]:
    """The numbers of each table's events as they stand in the database."""
    rows: list[Any]
    if where.startswith("postgresql://"):
        connection = await asyncpg.connect(where)
        rows = await connection.fetch(NUMBERS)
        await connection.close()
    else:
        with sqlite3.connect(where) as file:
            [(said,)] = file.execute("PRAGMA integrity_check").fetchall()
            rows = file.execute(NUMBERS).fetchall()
        file.close()
        if said != "ok":
            found.wrong.append(f"the file is corrupt: {said}")
    numbers = defaultdict(list)
    for table, number in rows:
        numbers[table].append(number)
    return numbers


async def _examine_table(
    store: Store, numbers: dict[str, list[int]], seated: Seated, crowd: Crowd, found: Findings
) -> None:
    written = await store.read(seated.id)
    found.events += len(written)
    if numbers[seated.id] != [*range(len(written))]:
        found.wrong.append(f"table {seated.id} has the numbers {numbers[seated.id]}")
    twice = [event for event, times in Counter(written).items() if times > 1]
    found.duplicated += [f"table {seated.id}: {event!r}" for event in twice]
    try:
        logs = {memory.seat: _read(written, memory.seat) for memory in seated.memories}
        table = Table.fold(decode(event) for event in written)
    except Exception as error:  # whatever it is, a table that cannot be read again is lost
        found.lost.append(f"table {seated.id} cannot be folded: {error!r}")
        return
    for memory in seated.memories:
        log = logs[memory.seat]
        found.wrong += memory.faults
        found.lost += _not_as_told(memory, log) + _not_as_acknowledged(memory, log)
        found.told += len(memory.told)
        found.acknowledged += len(memory.acknowledged)
        found.moves += sum(ack.do == "play" for ack in memory.acknowledged)
    for seat, log in logs.items():
        own = [line for line in log if _is_of_person(line, seat)]
        memories = [memory for memory in seated.memories if memory.seat == seat]
        found.wrong += _never_sent(memories, own)
        found.unacknowledged += _unacknowledged(memories, own)
    if table.phase != "over":
        found.wrong.append(f"table {seated.id} did not come to its end: it is {table.phase}")
        return
    found.wrong += [f"table {seated.id}: {fault}" for fault in _record_faults(seated, table)]
    for url in crowd.urls:
        if await _record_at(url, seated.id) != to_json(table.match or table.records[0]):
            found.wrong.append(f"table {seated.id}: the server tells another record")


def _read(written: list[bytes], seat: int) -> list[Line]:
    """The log of a table as a seat receives it."""
    first, *others = [decode(event) for event in written]
    table = Table.fold([first])
    log = [Line(0, first, table.rules, 0)]
    for event in others:
        rules, news = table.rules, table.apply(event)
        if news.is_for(seat):
            number = news.count.for_seats([seat])
            earliest = log[-1].earliest if log[-1].tag in WORDS else number
            log.append(Line(number, event, rules, earliest))
    return log


def _not_as_told(memory: Memory, log: list[Line]) -> list[str]:
    """What somebody was told that is not in the log, or is something else there."""
    there = {line.number: Told(line.tag, line.event.at, line.seat) for line in log}
    return [
        f"table {memory.table}, seat {memory.seat}: {number} was told as {told}, is {found}"
        for number, told in memory.told.items()
        if told != (found := there.get(number))
    ]


def _not_as_acknowledged(memory: Memory, log: list[Line]) -> list[str]:
    """What was said to be done, and is not in the log."""
    return [
        f"table {memory.table}, seat {memory.seat}: {ack} is not there"
        for ack in memory.acknowledged
        if ack.number >= len(log) or not _is_done(ack, log[ack.number])
    ]


def _is_done(ack: Acknowledged, line: Line) -> bool:
    if line.tag not in DONE_BY[ack.do] or ack.seat not in (None, line.seat):
        return False
    if ack.decision is None or ack.asked is None:
        return True
    return line.is_decision(ack.decision) and line.earliest <= ack.asked <= line.number


def _is_of_person(line: Line, seat: int) -> bool:
    """Whether the person of a seat made this decision, and no bot for them."""
    return isinstance(line.event, DecisionMade) and line.seat == seat and not line.event.stand_in


def _never_sent(memories: list[Memory], own: list[Line]) -> list[str]:
    """Decisions of a person that none of their connections has sent for this number."""

    def is_sent(line: Line) -> bool:
        return any(
            line.is_decision(values)
            for memory in memories
            for number in range(line.earliest, line.number + 1)
            for values in memory.sent.get(number, [])
        )

    return [
        f"table {memories[0].table}: nobody sent {line.event} for {line.number}"
        for line in own
        if not is_sent(line)
    ]


def _unacknowledged(memories: list[Memory], own: list[Line]) -> int:
    """How many decisions of a person are there that were not acknowledged."""
    there = {line.number for line in own}
    return len(there - {ack.number for memory in memories for ack in memory.acknowledged})


def _record_faults(seated: Seated, table: Table) -> list[str]:
    """What is wrong with the records of a table, and with what people have of them."""
    faults = []
    try:
        verify(table.match or table.records[0])
    except RecordError as error:
        faults.append(f"the record does not hold: {error}")
    records = [write_record(record) for record in table.records]
    promised = {record["dealer"]["commit"]: record for record in records}
    for memory in seated.memories:
        if any(promised.get(commit) != record for commit, record in memory.finished.items()):
            faults.append(f"seat {memory.seat} has another record")
        if records[-1]["dealer"]["commit"] not in memory.finished:
            faults.append(f"seat {memory.seat} was not told the end")
    return faults


async def _record_at(url: str, table: str) -> str:
    async with httpx.AsyncClient(timeout=30) as http:
        answer = await http.get(f"{url}/api/tables/{table}/record")
        return answer.text.strip()


async def _examine_the_unknown(store: Store, known: set[str], found: Findings) -> None:
    """Tables of which nobody was told must not have been played at."""
    async for id_ in store.tables():
        if id_ in known:
            continue
        found.unacknowledged_tables += 1
        events = [decode(event) for event in await store.read(id_)]
        if any(isinstance(event, GameStarted | DecisionMade) for event in events):
            found.wrong.append(f"table {id_} was played at, and nobody knows of it")


def shown(problems: list[str], most: int = 20) -> list[str]:
    """A few of many."""
    more = [f"and {len(problems) - most} more"] if len(problems) > most else []
    return problems[:most] + more
