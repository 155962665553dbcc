-- More than a password: one-time passwords and recovery codes; links by mail; and how often somebody tried.

-- Who was invited has no password yet.
ALTER TABLE merchant_user ALTER COLUMN password_hash DROP NOT NULL;
ALTER TABLE merchant_user ADD COLUMN seen_at timestamptz;

-- Attempts by address and by account, under keyed fingerprints. Belongs to nobody: who tries may be nobody.
CREATE TABLE signin_throttle (
    key      bytea PRIMARY KEY CHECK (length(key) = 16),
    failures integer NOT NULL CHECK (failures >= 0),
    failed_at timestamptz NOT NULL,
    free_at  timestamptz NOT NULL
);

CREATE INDEX signin_throttle_failed ON signin_throttle (failed_at);

-- What opens one thing once: the second step of a sign-in, or a new password.
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

-- One-time passwords by time (RFC 6238); the last step that was used is not taken again.
CREATE TABLE signin_totp (
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    sealed          bytea NOT NULL,
    made_at         timestamptz NOT NULL,
    confirmed_at    timestamptz,
    last_step       bigint NOT NULL,
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
