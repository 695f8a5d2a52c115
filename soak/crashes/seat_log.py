"""What a client received, sent and had acknowledged at a seat, over all its connections."""

from dataclasses import dataclass
from typing import Any

from ingenious.record import read, redact, write_record
from ingenious.record.model import Record
from testkit.client import Socket

Values = dict[str, Any]

REPLACING_TAGS = ("started", "took-back")
"""Events that replace the record instead of adding to it."""


@dataclass(frozen=True, slots=True)
class ReceivedEvent:
    """The parts of an event that all players receive."""

    event: str
    at: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A command and the number of its event.

    A decision expects a number. It gets a later one if only reactions and the like came between.
    """

    number: int
    do: str
    seat: int | None
    decision: Values | None = None
    expected: int | None = None  # the number that the decision expected


class SeatLog:
    """All that one seat of a table has received, sent, and had acknowledged."""

    def __init__(self, table: str, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.number = -1  # of the last event received
        self.takeback_number = -1  # of the last request for a takeback
        self.received: dict[int, ReceivedEvent] = {}
        self.sent: dict[int, list[Values]] = {}  # decisions, by the number that they expected
        self.acknowledged: list[Acknowledged] = []
        self.finished: dict[str, Values] = {}  # whole records, by the dealer's commitment
        self.faults: list[str] = []  # contradictions in what was received
        self._log: list[Values] | None = None  # the record's log, from all updates

    def receive(self, message: Values) -> None:
        """Add a message, and check that it continues the earlier ones."""
        if message["type"] not in ("table", "update"):
            return
        self._add_news(message["news"], message["view"]["number"])
        self._add_record(message["news"], message.get("record"))

    def _add_news(self, news: list[Values], number: int) -> None:
        for item in news:
            if self.number >= 0 and item["number"] != self.number + 1:
                self._add_fault(f"received {item['number']} after {self.number}")
            self.number = item["number"]
            if item["event"] == "asked-back":
                self.takeback_number = self.number
            self.received[self.number] = ReceivedEvent(item["event"], item["at"], item.get("seat"))
        if self.number >= 0 and number != self.number:
            self._add_fault(f"received up to {self.number}, but the table is at {number}")
        self.number = number

    def _add_record(self, news: list[Values], record: Values | None) -> None:
        expected = None
        if self._log is not None and not any(item["event"] in REPLACING_TAGS for item in news):
            expected = self._log + [entry for item in news for entry in item.get("entries", [])]
        if record is None:
            self._log = expected
            return
        self._log = self._redacted_log(record)
        if expected is not None and expected != self._log:
            self._add_fault(f"the record at {self.number} differs from the updates before it")

    def _redacted_log(self, record: Values) -> list[Values]:
        """The log of a record as this seat received it."""
        if record["result"] is None:
            return list(record["log"])
        self.finished[record["dealer"]["commit"]] = record
        whole = read(record)
        assert isinstance(whole, Record)
        log: list[Values] = write_record(redact(whole, self.seat))["log"]
        return log

    def send(self, message: Values) -> None:
        """Add a command that is about to be sent."""
        if message["do"] == "play":
            self.sent.setdefault(message["number"], []).append(message["decision"])

    def acknowledge(self, message: Values, answer: Values) -> None:
        """Add the acknowledgement of a command."""
        number = answer["news"][0]["number"] if answer.get("news") else answer["number"]
        details = [message.get(name) for name in ("seat", "decision", "number")]
        self.acknowledged.append(Acknowledged(number, message["do"], *details))

    def _add_fault(self, fault: str) -> None:
        self.faults.append(f"table {self.table}, seat {self.seat}: {fault}")


class LoggingSocket(Socket):
    """A socket that adds all messages to a seat's log."""

    def __init__(self, url: str, token: str, seat_log: SeatLog) -> None:
        super().__init__(url, seat_log.table, token)
        self._seat_log = seat_log

    async def receive(self, timeout_s: float = 60) -> Values:
        """The next message, after adding it to the log."""
        message = await super().receive(timeout_s)
        self._seat_log.receive(message)
        return message
