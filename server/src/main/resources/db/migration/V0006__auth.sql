-- Credentials of programs. Each row has a MAC, so that a key or client that was inserted or changed in the database is
-- not accepted. `made_by` is the person who made a key or a secret, and so knows it; null if made on the command line.

CREATE TABLE auth_client (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    client_id       text NOT NULL,
    label           text NOT NULL,
    allowlist       text[] NOT NULL,
    revoked_at      timestamptz,
    scopes          text[] NOT NULL
        CHECK (scopes <@ '{read,payouts,deposits,convert,recipients,webhooks}' AND cardinality(scopes) > 0),
    mac             bytea,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, client_id)
);

-- Two slots, so that a client never holds more than two live secrets.
CREATE TABLE auth_client_secret (
    organization_id uuid NOT NULL,
    client          uuid NOT NULL,
    slot            smallint NOT NULL CHECK (slot IN (0, 1)),
    id              uuid NOT NULL,
    sealed          bytea NOT NULL,
    made_by         uuid,
    made_by_name    text,
    mac             bytea NOT NULL,
    PRIMARY KEY (organization_id, client, slot),
    FOREIGN KEY (organization_id, client) REFERENCES auth_client (organization_id, id),
    CHECK ((made_by IS NULL) = (made_by_name IS NULL))
);

CREATE TABLE auth_api_key (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    sha256          bytea NOT NULL CHECK (length(sha256) = 32),
    prefix          text NOT NULL,
    label           text NOT NULL,
    scopes          text[] NOT NULL,
    allowlist       text[] NOT NULL,
    revoked_at      timestamptz,
    made_by         uuid,
    made_by_name    text,
    mac             bytea,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, sha256),
    CHECK ((made_by IS NULL) = (made_by_name IS NULL))
);

-- The sandbox's demo credentials, sealed, so that every node writes the same demo.env at every start.
CREATE TABLE auth_demo (
    organization_id uuid PRIMARY KEY,
    sealed          bytea NOT NULL
);
