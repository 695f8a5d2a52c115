-- Which process has a bot of a table asked, for which position, and until when that counts.
CREATE TABLE claims (
    table_id text COLLATE "C" PRIMARY KEY,
    number integer NOT NULL,
    holder text NOT NULL,
    until bigint NOT NULL
);
