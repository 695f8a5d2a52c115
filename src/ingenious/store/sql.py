"""Queries that both databases understand; `$1` is the first parameter."""

SELECT_EVENTS = "SELECT event FROM events WHERE table_id = $1 AND number > $2 ORDER BY number"

SELECT_LAST_NUMBER = "SELECT last FROM tables WHERE id = $1"

_LISTED = "id, last, phase, listed, changed, due, asks, brief"

MAX_LISTED_PER_PERSON, MAX_LISTED_PER_ADDRESS = 5, 20
"""Tables of each phase in the public list, per person and per address."""

_SOURCE = "CASE WHEN origin = '' THEN id ELSE origin END"  # empty for older tables

# Each address gets one place, for its newest table, before any gets a second one. The same applies
# to the people at an address. 'gathering' sorts before 'playing'.
SELECT_LISTED = f"""
SELECT {_LISTED} FROM (
    SELECT *, row_number() OVER (PARTITION BY phase, source ORDER BY nth, changed DESC) AS turn
    FROM (
        SELECT {_LISTED}, {_SOURCE} AS source, row_number() OVER (
            PARTITION BY phase, {_SOURCE}, opener ORDER BY changed DESC
        ) AS nth
        FROM tables WHERE listed AND phase IN ('gathering', 'playing') AND changed >= $1
    ) AS by_person
    WHERE nth <= {MAX_LISTED_PER_PERSON}
) AS by_address
WHERE turn <= {MAX_LISTED_PER_ADDRESS}
ORDER BY phase, turn, changed DESC LIMIT $2
"""

SELECT_OF_PERSON = f"""
SELECT {_LISTED} FROM people JOIN tables ON id = table_id WHERE who = $1
ORDER BY changed DESC LIMIT $2
"""

COUNT_UNFINISHED = """
SELECT count(*) FROM people JOIN tables ON id = table_id
WHERE who = $1 AND (phase IN ('playing', 'between') OR (phase = 'gathering' AND changed >= $2))
"""

# Abandoned games count only for a while: later users of the address cannot end them.
COUNT_UNFINISHED_FROM_ADDRESS = """
SELECT count(*) FROM tables
WHERE origin = $1 AND origin <> '' AND phase IN ('gathering', 'playing', 'between')
    AND changed >= $2
"""

SELECT_AWAITING_BOT = "SELECT id FROM tables WHERE asks AND changed < $1 ORDER BY changed LIMIT $2"

SELECT_DUE = "SELECT id FROM tables WHERE due <= $1 ORDER BY due LIMIT $2"

SELECT_CHANGED = "SELECT id, last FROM tables WHERE changed >= $1 ORDER BY changed"

# Claims table $1 after event $2 for holder $3, for $4 milliseconds from now. A claim that ends
# later than a new one could was made before the clock was set back.
UPSERT_CLAIM = """
INSERT INTO claims (table_id, number, holder, until) VALUES ($1, $2, $3, {now} + $4)
ON CONFLICT (table_id) DO UPDATE
SET number = excluded.number, holder = excluded.holder, until = excluded.until
WHERE claims.number < excluded.number OR (claims.number = excluded.number AND (
    claims.holder = excluded.holder OR claims.until <= {now} OR claims.until > {now} + 2 * $4
))
"""

SELECT_PAGE = "SELECT position, id FROM tables WHERE position > $1 ORDER BY position LIMIT $2"

PAGE_SIZE = 500

SELECT_NEWEST = "SELECT coalesce(max(changed), 0) FROM tables"

SELECT_SECRET = "SELECT value FROM secrets WHERE name = $1"

INSERT_SECRET = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"

INSERT_REVOKED = "INSERT INTO revoked (who, at) VALUES ($1, $2) ON CONFLICT DO NOTHING"

SELECT_REVOKED = "SELECT at FROM revoked WHERE who = $1"
