-- The end of each chain of the audit log is sealed by a key, and so are all ends together: who has the database
-- alone can neither set one back nor take one away.
ALTER TABLE audit_head ADD COLUMN seal bytea CHECK (length(seal) = 32);

-- A node of an earlier version moves no head any more, whose seal it would not know of.
ALTER TABLE audit_head RENAME COLUMN hash TO last_hash;

-- One row for all chains: sealed since when, and by what. The first node that links seals what proves to be right.
CREATE TABLE audit_register (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    since    timestamptz,
    seal     bytea CHECK (length(seal) = 32),
    CHECK ((since IS NULL) = (seal IS NULL))
);

INSERT INTO audit_register (only_one) VALUES (true);
