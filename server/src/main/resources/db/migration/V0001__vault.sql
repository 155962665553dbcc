-- Data keys of the database.

-- `sealing` and `searching` are keysets under the master key. A sealing key is in use for a week; its successor is
-- added an hour before that, so that every node knows it by then.
CREATE TABLE vault_keyset (
    id            smallint PRIMARY KEY CHECK (id = 1),
    sealing       bytea NOT NULL,
    searching     bytea NOT NULL,
    sealing_since timestamptz,
    next_since    timestamptz
);
