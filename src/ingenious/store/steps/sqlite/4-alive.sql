-- One row: the server's time when a process last said that it serves tables with running clocks, and
-- the machine's monotonic clock then, which counts from a start of the machine (boot).
CREATE TABLE alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at INTEGER NOT NULL,
    steady INTEGER NOT NULL,
    boot TEXT NOT NULL
);
