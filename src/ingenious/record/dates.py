"""Dates as they are written in records: `2026-11-18`."""

import re

_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MS_PER_DAY = 86_400_000


def is_date(text: str) -> bool:
    """Whether a text is a valid date."""
    found = _DATE.fullmatch(text)
    if not found:
        return False
    year, month, day = map(int, found.groups())
    return year > 0 and 1 <= month <= 12 and 1 <= day <= _days_of(year)[month - 1]


def date_of(ms: int) -> str:
    """The date of a time in milliseconds since 1970, in UTC."""
    year, month, days = 1970, 0, ms // _MS_PER_DAY
    while days >= sum(_days_of(year)):
        days -= sum(_days_of(year))
        year += 1
    while days >= _days_of(year)[month]:
        days -= _days_of(year)[month]
        month += 1
    return f"{year}-{month + 1:02}-{days + 1:02}"


def _days_of(year: int) -> tuple[int, ...]:
    """The number of days in each month."""
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return (31, 29, *_MONTH_DAYS[2:]) if is_leap else _MONTH_DAYS
