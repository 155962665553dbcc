-- Answers to writes, so that a retried request gets its first answer again; and the references in use.

-- One row per write that had a key or a signature. A refusal keeps its signature but claims no key. Sealed documents
-- do not compress, so the body is stored inline and uncompressed: one read gets it.
CREATE TABLE idempotency_answer (
    organization_id  uuid NOT NULL,
    idempotency_key  text,
    signature_digest bytea NOT NULL,
    sent_key         text,
    fingerprint      bytea NOT NULL,
    request_id       text NOT NULL,
    status           integer NOT NULL,
    body             bytea NOT NULL,
    created_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, signature_digest)
) WITH (toast_tuple_target = 8160);
ALTER TABLE idempotency_answer ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX idempotency_answer_key ON idempotency_answer (organization_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL;
-- Sweeps delete rows in the order of their age. Rows without a key expire within the hour, rows with one after a
-- month, and each is in one of two indexes. A BRIN index does not serve here: new rows fill the places of deleted
-- ones, so that each block's summary soon matches every age, and a sweep reads the whole table.
CREATE INDEX idempotency_answer_unkeyed ON idempotency_answer (created_at) WHERE idempotency_key IS NULL;
CREATE INDEX idempotency_answer_keyed ON idempotency_answer (created_at) WHERE idempotency_key IS NOT NULL;

-- References of payments in use. A claim is made at creation and released when the payment came to nothing.
CREATE TABLE idempotency_reference (
    organization_id uuid NOT NULL,
    reference       text NOT NULL,
    payment_id      uuid NOT NULL,
    kind            text NOT NULL,
    PRIMARY KEY (organization_id, kind, reference)
);
