-- Rows in the order in which they come, and the key beside them: clustered by table, every event of
-- a busy batch would rewrite a page of its own.
CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    event BLOB NOT NULL,
    UNIQUE (table_id, number)
);

-- An index of the events: what lists and sweeps need of each table.
CREATE TABLE tables (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    last INTEGER NOT NULL,
    phase TEXT NOT NULL,
    listed INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    due INTEGER,
    asks INTEGER NOT NULL,
    brief TEXT NOT NULL
);

CREATE INDEX tables_changed ON tables (changed);
CREATE INDEX tables_listed ON tables (phase, changed) WHERE listed;
CREATE INDEX tables_asking ON tables (changed) WHERE asks;
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

CREATE TABLE people (
    who TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (who, table_id)
) WITHOUT ROWID;

CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;

-- One row, written to find out whether the disk takes anything.
CREATE TABLE checks (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    times INTEGER NOT NULL
);
INSERT INTO checks VALUES (1, 0);
