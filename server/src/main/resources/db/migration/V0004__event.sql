-- The outbox of events, which only grows.

-- Positions of an organization's events have no gaps and follow the order of commits, so that a reader who continues
-- from a position misses nothing. They are assigned under the lock of the feed's row. An event's id is derived from
-- its position and time.
CREATE TABLE event (
    organization_id uuid NOT NULL,
    resource_id     uuid NOT NULL,
    type            text NOT NULL,
    sequence        integer NOT NULL CHECK (sequence > 0),
    data            bytea NOT NULL,
    created_at      timestamptz NOT NULL,
    position        bigint NOT NULL CHECK (position > 0),
    PRIMARY KEY (organization_id, position)
) WITH (toast_tuple_target = 8160);
-- Sealed documents do not compress; they are stored inline.
ALTER TABLE event ALTER COLUMN data SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX event_resource ON event (organization_id, resource_id, sequence);

CREATE TABLE event_feed (
    organization_id uuid PRIMARY KEY,
    last_position   bigint NOT NULL CHECK (last_position > 0)
) WITH (fillfactor = 50);
