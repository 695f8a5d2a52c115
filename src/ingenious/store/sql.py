"""What both databases are asked, in words that both understand; `$1` is the first of the values."""

from collections.abc import Sequence
from typing import Any

from .store import Listed, Summary

EVENTS = "SELECT event FROM events WHERE table_id = $1 AND number > $2 ORDER BY number"

LAST = "SELECT last FROM tables WHERE id = $1"

_LISTED = "id, last, phase, listed, changed, due, asks, brief"

MOST_OF_PERSON, MOST_OF_ADDRESS = 5, 20
"""Tables of each phase that a list shows of one person, and of one address."""

_SOURCE = "CASE WHEN origin = '' THEN id ELSE origin END"  # unknown for older tables

# Each address gets one place, for its newest table, before any gets a second one; and so does each
# person of an address. 'gathering' happens to come before 'playing'.
LISTED = f"""
SELECT {_LISTED} FROM (
    SELECT *, row_number() OVER (PARTITION BY phase, source ORDER BY nth, changed DESC) AS turn
    FROM (
        SELECT {_LISTED}, {_SOURCE} AS source, row_number() OVER (
            PARTITION BY phase, {_SOURCE}, opener ORDER BY changed DESC
        ) AS nth
        FROM tables WHERE listed AND phase IN ('gathering', 'playing') AND changed >= $1
    ) AS by_person
    WHERE nth <= {MOST_OF_PERSON}
) AS by_address
WHERE turn <= {MOST_OF_ADDRESS}
ORDER BY phase, turn, changed DESC LIMIT $2
"""

OF_PERSON = f"""
SELECT {_LISTED} FROM people JOIN tables ON id = table_id WHERE who = $1
ORDER BY changed DESC LIMIT $2
"""

UNFINISHED = """
SELECT count(*) FROM people JOIN tables ON id = table_id
WHERE who = $1 AND (phase IN ('playing', 'between') OR (phase = 'gathering' AND changed >= $2))
"""

# Games that were left do not count for ever: those who come from the address later cannot end them.
UNFINISHED_FROM = """
SELECT count(*) FROM tables
WHERE origin = $1 AND origin <> '' AND phase IN ('gathering', 'playing', 'between')
    AND changed >= $2
"""

ASKING = "SELECT id FROM tables WHERE asks AND changed < $1 ORDER BY changed LIMIT $2"

DUE = "SELECT id FROM tables WHERE due <= $1 ORDER BY due LIMIT $2"

CHANGED = "SELECT id, last FROM tables WHERE changed >= $1 ORDER BY changed"

# Claims table $1 after event $2 for holder $3, for $4 milliseconds from now. A claim that ends
# later than a new one could is from before the clock was set back.
CLAIM = """
INSERT INTO claims (table_id, number, holder, until) VALUES ($1, $2, $3, {now} + $4)
ON CONFLICT (table_id) DO UPDATE
SET number = excluded.number, holder = excluded.holder, until = excluded.until
WHERE claims.number < excluded.number OR (claims.number = excluded.number AND (
    claims.holder = excluded.holder OR claims.until <= {now} OR claims.until > {now} + 2 * $4
))
"""

PAGE = "SELECT position, id FROM tables WHERE position > $1 ORDER BY position LIMIT $2"

PAGE_SIZE = 500

NEWEST = "SELECT coalesce(max(changed), 0) FROM tables"

SECRET = "SELECT value FROM secrets WHERE name = $1"

FRESH_SECRET = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"

REVOKE = "INSERT INTO revoked (who, at) VALUES ($1, $2) ON CONFLICT DO NOTHING"

IS_REVOKED = "SELECT at FROM revoked WHERE who = $1"


def in_order(rows: Sequence[Any]) -> list[Listed]:
    """The rows of the public list: tables that gather first, of each phase the newest first."""
    return sorted(map(listed, rows), key=lambda row: (row.summary.phase, -row.summary.changed))


def listed(row: Any) -> Listed:
    """A row of a list."""
    table, number, phase, is_listed, changed, due, asks, brief = row
    return Listed(table, number, Summary(phase, bool(is_listed), changed, due, bool(asks), brief))
