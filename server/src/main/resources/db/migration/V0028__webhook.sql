-- Webhook endpoints, their position in the feed of events, and deliveries. An event that is not yet being delivered is
-- in the outbox alone: an endpoint that is down costs no rows.

-- The MAC authenticates where events go, under a key that the database does not have.
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
    -- A replaced secret is in use for 24 hours more.
    former_secret   bytea,
    former_until    timestamptz,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    -- The secrets before the former one, sealed together, each with the time until which it is used.
    earlier_secrets bytea,
    -- Type of amounts in deliveries: strings are for programs without exact numbers.
    amounts         text NOT NULL CHECK (amounts IN ('number', 'string')),
    mac             bytea NOT NULL,
    PRIMARY KEY (organization_id, id),
    CHECK ((former_secret IS NULL) = (former_until IS NULL))
);

-- The position of an endpoint in its organization's feed. `failing_since` is the first failure since the last success;
-- it starts anew if the last failure is long ago.
CREATE TABLE webhook_cursor (
    organization_id uuid NOT NULL,
    endpoint_id     uuid NOT NULL,
    position        bigint NOT NULL,
    active          boolean NOT NULL,
    failing_since   timestamptz,
    failed_at       timestamptz,
    PRIMARY KEY (organization_id, endpoint_id)
) WITH (fillfactor = 50);

-- Deliveries: one event to one endpoint. A test has no event and so no position.
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
CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);
-- Failed deliveries are found among millions that succeeded, for lists and redelivery.
CREATE INDEX webhook_delivery_failed ON webhook_delivery (organization_id, endpoint_id, id) WHERE status = 'failed';
CREATE INDEX webhook_delivery_tried ON webhook_delivery (organization_id, endpoint_id, event_id)
    WHERE position IS NULL;

-- Results of the attempts of a delivery that needed more than one.
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
