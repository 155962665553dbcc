-- Passkeys (WebAuthn): people sign in with a key that their device keeps.

-- What devices know a person by: chance, which tells nobody who it is. Two additions at once wait for each other here.
CREATE TABLE signin_passkey_person (
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    handle          bytea NOT NULL CHECK (length(handle) = 32),
    PRIMARY KEY (organization_id, user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES merchant_user (organization_id, id)
);

-- The credential is the attested credential data of the specification: whose device model, its id, its public key.
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

-- Challenges that were answered, until they would be too old anyway. Belongs to nobody: who answers may be nobody.
CREATE TABLE signin_challenge (
    sha256     bytea PRIMARY KEY CHECK (length(sha256) = 32),
    expires_at timestamptz NOT NULL
);

CREATE INDEX signin_challenge_expires ON signin_challenge (expires_at);
