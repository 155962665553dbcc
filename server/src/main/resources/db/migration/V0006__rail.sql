-- Notices that rails send by themselves. Unread ones are few, so the partial index stays small.

CREATE TABLE rail_sighting (
    organization_id uuid NOT NULL,
    rail            text NOT NULL,
    key             text NOT NULL,
    payout_id       uuid NOT NULL,
    outcome         text NOT NULL CHECK (outcome IN ('settled', 'rejected', 'returned')),
    rail_reference  text,
    failure_code    text,
    message         text,
    at              timestamptz,
    seen_at         timestamptz NOT NULL,
    read_at         timestamptz,
    PRIMARY KEY (organization_id, rail, key)
);
CREATE INDEX rail_sighting_unread ON rail_sighting (seen_at) WHERE read_at IS NULL;
