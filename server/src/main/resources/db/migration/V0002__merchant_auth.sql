-- Who uses the service: organizations with their switches and their people, the credentials that requests are made
-- with, and the one table that says which organization something belongs to before the organization is known.

CREATE TABLE merchant_organization (
    organization_id              uuid PRIMARY KEY,
    name                         text NOT NULL CHECK (name <> ''),
    checkout_enabled             boolean NOT NULL,
    conversion_enabled           boolean NOT NULL,
    signature_required           boolean NOT NULL,
    payout_signature_required    boolean NOT NULL,
    duplicate_references_allowed boolean NOT NULL,
    verification_blocks          boolean NOT NULL
);

-- A pair with a row of its own departs from the organization's conversion_enabled.
CREATE TABLE merchant_conversion (
    organization_id uuid NOT NULL REFERENCES merchant_organization,
    token_symbol    text NOT NULL,
    currency        text NOT NULL,
    enabled         boolean NOT NULL,
    PRIMARY KEY (organization_id, token_symbol, currency)
);

CREATE TABLE merchant_user (
    organization_id uuid NOT NULL REFERENCES merchant_organization,
    id              uuid NOT NULL,
    email           text NOT NULL,
    name            text NOT NULL,
    role            text NOT NULL CHECK (role IN ('MERCHANT', 'OPERATOR')),
    password_hash   text NOT NULL,
    disabled_at     timestamptz,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, email)
);

-- What is unique or looked up across organizations; on a distributed database, the one table that every node has.
CREATE TABLE merchant_route (
    kind            text NOT NULL,
    key             text NOT NULL,
    organization_id uuid NOT NULL,
    PRIMARY KEY (kind, key)
);

CREATE TABLE auth_client (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    client_id       text NOT NULL,
    label           text NOT NULL,
    allowlist       text[] NOT NULL,
    revoked_at      timestamptz,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, client_id)
);

-- Two slots, so a client can never hold more than two live secrets.
CREATE TABLE auth_client_secret (
    organization_id uuid NOT NULL,
    client          uuid NOT NULL,
    slot            smallint NOT NULL CHECK (slot IN (0, 1)),
    id              uuid NOT NULL,
    sealed          bytea NOT NULL,
    PRIMARY KEY (organization_id, client, slot),
    FOREIGN KEY (organization_id, client) REFERENCES auth_client (organization_id, id)
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
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, sha256)
);

-- The sandbox's demo credentials, sealed, so that every node writes the same demo.env at every start.
CREATE TABLE auth_demo (
    organization_id uuid PRIMARY KEY,
    sealed          bytea NOT NULL
);

-- Which environment this database serves, so that pretend money never meets real money.
CREATE TABLE merchant_deployment (
    id          smallint PRIMARY KEY CHECK (id = 1),
    environment text NOT NULL CHECK (environment IN ('sandbox', 'live'))
);
