-- Sign-in to the dashboard: sessions, one-time passwords, recovery codes, passkeys, links by mail, and throttling.
-- Times are real ones: the sandbox's clock ends no session. Tokens are stored as hashes only.

CREATE TABLE signin_session (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    user_id         uuid NOT NULL,
    token_sha256    bytea NOT NULL CHECK (length(token_sha256) = 32),
    address         text NOT NULL,
    agent           text NOT NULL,
    strong          boolean NOT NULL,
    begun_at        timestamptz NOT NULL,
    seen_at         timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, user_id) REFERENCES merchant_user (organization_id, id)
);
CREATE INDEX signin_session_user ON signin_session (organization_id, user_id);

-- Attempts by address and by account, under keyed fingerprints. The table belongs to no organization, since the
-- account may not exist.
CREATE TABLE signin_throttle (
    key       bytea PRIMARY KEY CHECK (length(key) = 16),
    failures  integer NOT NULL CHECK (failures >= 0),
    failed_at timestamptz NOT NULL,
    blocked_until timestamptz NOT NULL
);
CREATE INDEX signin_throttle_failed ON signin_throttle (failed_at);

-- Tokens that open one thing once: the second step of a sign-in, or a new password.
CREATE TABLE signin_ticket (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    user_id         uuid NOT NULL,
    kind            text NOT NULL CHECK (kind IN ('SECOND_FACTOR', 'RESET', 'INVITATION')),
    token_sha256    bytea NOT NULL CHECK (length(token_sha256) = 32),
    expires_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, user_id) REFERENCES merchant_user (organization_id, id)
);
CREATE INDEX signin_ticket_user ON signin_ticket (organization_id, user_id);
CREATE INDEX signin_ticket_expires ON signin_ticket (expires_at);

-- Time-based one-time passwords (RFC 6238). The last step that was used is not accepted again. An unconfirmed secret
-- is for the session that made it alone.
CREATE TABLE signin_totp (
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    sealed          bytea NOT NULL,
    made_at         timestamptz NOT NULL,
    confirmed_at    timestamptz,
    last_step       bigint NOT NULL,
    session_id      uuid NOT NULL,
    PRIMARY KEY (organization_id, user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES merchant_user (organization_id, id)
);

CREATE TABLE signin_recovery_code (
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    code_sha256     bytea NOT NULL CHECK (length(code_sha256) = 32),
    PRIMARY KEY (organization_id, user_id, code_sha256),
    FOREIGN KEY (organization_id, user_id) REFERENCES merchant_user (organization_id, id)
);

-- The random user handle (WebAuthn) by which devices know a person. Its row serializes concurrent additions of
-- passkeys.
CREATE TABLE signin_passkey_person (
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    handle          bytea NOT NULL CHECK (length(handle) = 32),
    PRIMARY KEY (organization_id, user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES merchant_user (organization_id, id)
);

-- Passkeys. `credential` is WebAuthn's attested credential data: the model of the device, the id and the public key.
CREATE TABLE signin_passkey (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    user_id         uuid NOT NULL,
    name            text NOT NULL,
    credential_id   bytea NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1023),
    credential      bytea NOT NULL,
    sign_count      bigint NOT NULL CHECK (sign_count >= 0),
    backup_eligible boolean NOT NULL,
    backed_up       boolean NOT NULL,
    transports      text NOT NULL,
    added_at        timestamptz NOT NULL,
    used_at         timestamptz,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, credential_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES merchant_user (organization_id, id)
);
CREATE INDEX signin_passkey_user ON signin_passkey (organization_id, user_id);

-- Challenges that were answered, kept until they expire. The table belongs to no organization: an answer may be
-- anyone's.
CREATE TABLE signin_challenge (
    sha256     bytea PRIMARY KEY CHECK (length(sha256) = 32),
    expires_at timestamptz NOT NULL
);
CREATE INDEX signin_challenge_expires ON signin_challenge (expires_at);
