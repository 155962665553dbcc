-- The parts that every other table relies on: data keys, the sandbox's clock, and answers that are given again.

CREATE TABLE vault_keyset (
    id        smallint PRIMARY KEY CHECK (id = 1),
    sealing   bytea NOT NULL,
    searching bytea NOT NULL
);

CREATE TABLE clock_offset (
    id            smallint PRIMARY KEY CHECK (id = 1),
    offset_millis bigint NOT NULL CHECK (offset_millis >= 0)
);

-- One row per write that had a key or a signature. A refusal keeps its signature but claims no key.
CREATE TABLE replay_answer (
    organization_id  uuid NOT NULL,
    id               uuid NOT NULL,
    idempotency_key  text,
    signature_digest bytea,
    sent_key         text,
    fingerprint      bytea NOT NULL,
    request_id       text NOT NULL,
    status           integer NOT NULL,
    body             bytea NOT NULL,
    created_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    CHECK (idempotency_key IS NOT NULL OR signature_digest IS NOT NULL)
);
CREATE UNIQUE INDEX replay_answer_key ON replay_answer (organization_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX replay_answer_signature ON replay_answer (organization_id, signature_digest)
    WHERE signature_digest IS NOT NULL;
CREATE INDEX replay_answer_created ON replay_answer USING brin (created_at);
-- What is forgotten within the hour: without it, forgetting would read all that is kept for a month.
CREATE INDEX replay_answer_unkeyed ON replay_answer (created_at) WHERE idempotency_key IS NULL;
