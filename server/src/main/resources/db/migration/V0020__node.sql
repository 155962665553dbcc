-- Nodes of the deployment: each writes every ten seconds that it lives, and the state of its workers and rails. One
-- row a node, overwritten, deleted when the node stops or a day after its last report. The report is sealed, since the
-- message of a failure may repeat personal data.
CREATE TABLE node (
    id         uuid PRIMARY KEY,
    host       text NOT NULL,
    process    text NOT NULL,
    version    text NOT NULL,
    started_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL,
    status     bytea NOT NULL
);
