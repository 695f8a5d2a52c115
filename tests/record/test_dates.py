"""Records may have a date and the name of an event."""

from dataclasses import replace

import pytest

from ingenious.record import parse, read, redact, to_json, write_record
from ingenious.record.dates import date_of, is_date
from testkit.modes import recorded

RECORD = recorded("classic", 2, seed=1)


def test_a_record_keeps_its_date_and_event() -> None:
    record = replace(RECORD, date="2026-11-18", event="Club evening – Köln")
    assert parse(to_json(record)) == record
    assert write_record(record)["date"] == "2026-11-18"


def test_a_record_needs_neither() -> None:
    assert not {"date", "event"} & write_record(RECORD).keys()
    assert parse(to_json(RECORD)) == RECORD


@pytest.mark.parametrize("value", [None, 7, "", "yesterday", "2026-02-29", "2026-13-01", {}])
def test_another_date_is_ignored(value: object) -> None:
    assert read({**write_record(RECORD), "date": value}) == RECORD


@pytest.mark.parametrize("value", [None, 7, "", "x" * 201, "two\nlines", "\ud800", []])
def test_another_event_is_ignored(value: object) -> None:
    assert read({**write_record(RECORD), "event": value}) == RECORD


def test_a_redacted_record_has_neither() -> None:
    record = replace(RECORD, date="2026-11-18", event="Club evening")
    assert redact(record, 0) == redact(RECORD, 0)


@pytest.mark.parametrize(
    ("days", "date"),
    [
        (0, "1970-01-01"),
        (58, "1970-02-28"),
        (59, "1970-03-01"),
        (789, "1972-02-29"),
        (11_016, "2000-02-29"),
        (20_775, "2026-11-18"),
        (47_540, "2100-02-28"),
    ],
)
def test_the_date_of_a_time(days: int, date: str) -> None:
    assert date_of(days * 86_400_000) == date_of((days + 1) * 86_400_000 - 1) == date
    assert is_date(date)


def test_only_days_of_the_calendar_are_dates() -> None:
    refused = ["2100-02-29", "0000-01-01", "2026-1-1", "2026-01-32", "٢٠٢٦-01-01", "2026-01-01 "]
    assert not any(map(is_date, refused))
