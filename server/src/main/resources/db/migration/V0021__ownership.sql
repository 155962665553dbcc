-- Changes to the owners of an organization that operators ask for: each waits, owners can object, and a second
-- operator approves. A request and each of its steps is written once, with a MAC under a key that the database does
-- not have; the state of a change follows from its steps. The serving role can add steps, and neither change nor
-- delete one (rights.sql), so that a written objection stays.
CREATE TABLE ownership_change (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    sealed          bytea NOT NULL CHECK (octet_length(sealed) <= 20000),
    mac             bytea NOT NULL CHECK (octet_length(mac) = 32),
    -- The time from which the worker skips the change. Nothing else follows from it.
    closed_at       timestamptz,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX ownership_change_open ON ownership_change (organization_id, id) WHERE closed_at IS NULL;

CREATE TABLE ownership_step (
    organization_id uuid NOT NULL,
    change_id       uuid NOT NULL,
    number          integer NOT NULL CHECK (number > 0),
    sealed          bytea NOT NULL CHECK (octet_length(sealed) <= 20000),
    mac             bytea NOT NULL CHECK (octet_length(mac) = 32),
    PRIMARY KEY (organization_id, change_id, number),
    FOREIGN KEY (organization_id, change_id) REFERENCES ownership_change (organization_id, id)
);
