-- Where merchants want to be told of events, how far each has been told, and what came of it. What has not been begun
-- lies in the outbox alone: an endpoint that is away costs no rows.

CREATE TABLE webhook_endpoint (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    url             text NOT NULL,
    types           text[] NOT NULL,
    description     text,
    status          text NOT NULL CHECK (status IN ('enabled', 'disabled', 'deleted')),
    disabled_reason text,
    disabled_at     timestamptz,
    secret          bytea NOT NULL,
    former_secret   bytea,
    former_until    timestamptz,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    CHECK ((former_secret IS NULL) = (former_until IS NULL))
);

-- How far an endpoint has been told of its organization's feed, and since when it has only failed.
CREATE TABLE webhook_cursor (
    organization_id uuid NOT NULL,
    endpoint_id     uuid NOT NULL,
    position        bigint NOT NULL,
    active          boolean NOT NULL,
    failing_since   timestamptz,
    PRIMARY KEY (organization_id, endpoint_id)
) WITH (fillfactor = 50);

-- One event for one endpoint. Of a test there is no event: it has no position.
CREATE TABLE webhook_delivery (
    organization_id uuid NOT NULL,
    endpoint_id     uuid NOT NULL,
    id              uuid NOT NULL,
    position        bigint,
    event_id        uuid NOT NULL,
    resource_id     uuid NOT NULL,
    type            text NOT NULL,
    status          text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
    attempt         integer NOT NULL,
    first_attempt   integer NOT NULL,
    next_at         timestamptz,
    leased_until    timestamptz,
    attempted_at    timestamptz,
    status_code     integer,
    latency_ms      integer,
    error           text,
    excerpt         bytea,
    created_at      timestamptz NOT NULL,
    ended_at        timestamptz,
    PRIMARY KEY (organization_id, endpoint_id, id),
    CHECK ((status = 'pending') = (next_at IS NOT NULL)),
    CHECK ((status = 'pending') = (ended_at IS NULL))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX webhook_delivery_event ON webhook_delivery (organization_id, endpoint_id, position)
    WHERE position IS NOT NULL;
CREATE INDEX webhook_delivery_due ON webhook_delivery (organization_id, endpoint_id, next_at)
    WHERE status = 'pending';
CREATE INDEX webhook_delivery_created ON webhook_delivery USING brin (created_at);

-- What came of each attempt, where the first was not enough.
CREATE TABLE webhook_attempt (
    organization_id uuid NOT NULL,
    delivery_id     uuid NOT NULL,
    attempt         integer NOT NULL,
    attempted_at    timestamptz NOT NULL,
    status_code     integer,
    latency_ms      integer,
    error           text,
    excerpt         bytea,
    PRIMARY KEY (organization_id, delivery_id, attempt)
);
