CREATE TABLE events (
    table_id text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    event bytea NOT NULL,
    PRIMARY KEY (table_id, number)
);

-- An index of the events: what lists and sweeps need of each table.
CREATE TABLE tables (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    last integer NOT NULL,
    phase text NOT NULL,
    listed boolean NOT NULL,
    changed bigint NOT NULL,
    due bigint,
    asks boolean NOT NULL,
    brief text NOT NULL
);

CREATE INDEX tables_changed ON tables (changed);
CREATE INDEX tables_listed ON tables (phase, changed) WHERE listed;
CREATE INDEX tables_asking ON tables (changed) WHERE asks;
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

CREATE TABLE people (
    who text COLLATE "C" NOT NULL,
    table_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (who, table_id)
);

CREATE TABLE secrets (
    name text PRIMARY KEY,
    value bytea NOT NULL
);
