-- Who has opened a table, and a keyed hash of the address that they did it from: lists and limits
-- are shared between addresses first, then between people. Both are empty for older tables.
ALTER TABLE tables ADD COLUMN opener text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN origin text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX tables_origin ON tables (origin, phase, changed) WHERE origin <> '';
