-- Requests of programs and their answers, for developers. Times are real ones: the sandbox's clock ages nothing.
-- Nothing else depends on these rows, and they are deleted within days.
CREATE TABLE requestlog_entry (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    at              timestamptz NOT NULL,
    actor_id        uuid NOT NULL,
    method          text NOT NULL,
    path            text NOT NULL,
    status          integer NOT NULL,
    latency_us      bigint NOT NULL,
    request_id      text NOT NULL,
    address         text NOT NULL,
    code            text,
    message         text,
    details         text,
    string_to_sign  text,
    signature       text,
    signed_at       text,
    PRIMARY KEY (organization_id, id),
    CHECK ((code IS NULL) = (status < 400)),
    CHECK ((signature IS NULL) = (signed_at IS NULL))
);
CREATE INDEX requestlog_entry_age ON requestlog_entry (at);
CREATE INDEX requestlog_entry_request_id ON requestlog_entry (organization_id, request_id, id);

-- The last use of each client and key, which is known for longer than each request.
CREATE TABLE requestlog_use (
    organization_id uuid NOT NULL,
    actor_id        uuid NOT NULL,
    used_at         timestamptz NOT NULL,
    PRIMARY KEY (organization_id, actor_id)
) WITH (fillfactor = 70);
