-- People sign in to the dashboard: what they may do there, and their sessions.

ALTER TABLE merchant_user DROP CONSTRAINT merchant_user_role_check;
UPDATE merchant_user SET role = 'OWNER' WHERE role = 'MERCHANT';
ALTER TABLE merchant_user ADD CONSTRAINT merchant_user_role_check
    CHECK (role IN ('OWNER', 'ADMIN', 'MAKER', 'CHECKER', 'DEVELOPER', 'VIEWER', 'OPERATOR'));

-- Times of sessions are real ones: the sandbox's clock signs nobody out. What a cookie says is kept as a hash alone.
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
