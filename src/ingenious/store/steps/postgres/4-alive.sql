-- One row: the server's time when a process last said that it serves tables with running clocks, and
-- the database's time then.
CREATE TABLE alive (
    one integer PRIMARY KEY CHECK (one = 1),
    at bigint NOT NULL,
    written timestamptz NOT NULL
);
