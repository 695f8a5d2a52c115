"""What somebody at a table was told, kept through all disasters."""

from dataclasses import dataclass
from typing import Any

from ingenious.record import read, redact, write_record
from ingenious.record.model import Record
from testkit.client import Socket

Values = dict[str, Any]

TURNING_POINTS = ("started", "took-back")
"""After these a record is not what it was before, with something added."""


@dataclass(frozen=True, slots=True)
class Told:
    """An event, as everybody at the table is told it."""

    event: str
    at: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """What somebody asked for, and the number under which it was said to be done.

    A decision is asked for by a number, and is given a later one where only words came between.
    """

    number: int
    do: str
    seat: int | None
    decision: Values | None = None
    asked: int | None = None  # the number for which it was


class Memory:
    """All that one seat of a table was ever told, sent, and had acknowledged."""

    def __init__(self, table: str, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.number = -1  # of the last event that it knows of
        self.asked = -1  # the number at which a takeback was last asked for
        self.told: dict[int, Told] = {}
        self.sent: dict[int, list[Values]] = {}  # decisions, by the number that they were to get
        self.acknowledged: list[Acknowledged] = []
        self.finished: dict[str, Values] = {}  # whole records, by what the dealer has promised
        self.faults: list[str] = []  # what did not fit together
        self._log: list[Values] | None = None  # the record as it was folded here

    def keep(self, message: Values) -> None:
        """Keep what a message tells, and see whether it goes on from what was told before."""
        if message["type"] not in ("table", "update"):
            return
        self._keep_news(message["news"], message["view"]["number"])
        self._keep_record(message["news"], message.get("record"))

    def _keep_news(self, news: list[Values], number: int) -> None:
        for item in news:
            if self.number >= 0 and item["number"] != self.number + 1:
                self._complain(f"told {item['number']} after {self.number}")
            self.number = item["number"]
            if item["event"] == "asked-back":
                self.asked = self.number
            self.told[self.number] = Told(item["event"], item["at"], item.get("seat"))
        if self.number >= 0 and number != self.number:
            self._complain(f"told up to {self.number}, but the table is at {number}")
        self.number = number

    def _keep_record(self, news: list[Values], record: Values | None) -> None:
        expected = None
        if self._log is not None and not any(item["event"] in TURNING_POINTS for item in news):
            expected = self._log + [entry for item in news for entry in item.get("entries", [])]
        if record is None:
            self._log = expected
            return
        self._log = self._seen(record)
        if expected is not None and expected != self._log:
            self._complain(f"the record at {self.number} is not what was told one by one")

    def _seen(self, record: Values) -> list[Values]:
        """The log of a record as this seat was told it."""
        if record["result"] is None:
            return list(record["log"])
        self.finished[record["dealer"]["commit"]] = record
        whole = read(record)
        assert isinstance(whole, Record)
        log: list[Values] = write_record(redact(whole, self.seat))["log"]
        return log

    def send(self, message: Values) -> None:
        """Keep what is about to be asked for."""
        if message["do"] == "play":
            self.sent.setdefault(message["number"], []).append(message["decision"])

    def acknowledge(self, message: Values, answer: Values) -> None:
        """Keep that something asked for was said to be done."""
        number = answer["news"][0]["number"] if answer.get("news") else answer["number"]
        wanted = [message.get(name) for name in ("seat", "decision", "number")]
        self.acknowledged.append(Acknowledged(number, message["do"], *wanted))

    def _complain(self, fault: str) -> None:
        self.faults.append(f"table {self.table}, seat {self.seat}: {fault}")


class Witness(Socket):
    """A socket that leaves nothing out of a memory."""

    def __init__(self, url: str, token: str, memory: Memory) -> None:
        super().__init__(url, memory.table, token)
        self._memory = memory

    async def receive(self, patience: float = 60) -> Values:
        """The next message, remembered."""
        message = await super().receive(patience)
        self._memory.keep(message)
        return message
