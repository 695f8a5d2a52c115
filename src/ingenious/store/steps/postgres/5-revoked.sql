-- Programs whose tokens are not accepted any more, and since when, in milliseconds since 1970.
CREATE TABLE revoked (
    who text COLLATE "C" PRIMARY KEY,
    at bigint NOT NULL
);
