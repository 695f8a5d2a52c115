-- Which process has a bot of a table asked, for which position, and until when that counts.
CREATE TABLE claims (
    table_id TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;
