-- Offset of the sandbox's clock from real time.
CREATE TABLE clock_offset (
    id            smallint PRIMARY KEY CHECK (id = 1),
    offset_millis bigint NOT NULL CHECK (offset_millis >= 0)
);
