-- Operators looked at the workers and rails of whichever node answered them, and had to guess at the others. Each node
-- says here every ten seconds that it lives and how they get on: one row a node, written over, removed when the node
-- stops, and forgotten a day after it was last heard of. What it says is sealed, since the words of a failure may
-- repeat what somebody sent; no organization has a part in it.
CREATE TABLE node (
    id         uuid PRIMARY KEY,
    host       text NOT NULL,
    process    text NOT NULL,
    version    text NOT NULL,
    started_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL,
    said       bytea NOT NULL
);
