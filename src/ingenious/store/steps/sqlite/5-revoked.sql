-- Programs whose tokens are not accepted any more, and since when, in milliseconds since 1970.
CREATE TABLE revoked (
    who TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;
