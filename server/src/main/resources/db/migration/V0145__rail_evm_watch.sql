-- The watch of a network remembers how many blocks an endpoint refused to tell of at once, so that it does not ask for
-- as many again and again; and when it last moved, so that one that does not move any more is reported to operators.
ALTER TABLE rail_evm_cursor
    ADD COLUMN refused_span integer CHECK (refused_span > 0),
    ADD COLUMN refused_at timestamptz,
    ADD COLUMN moved_at timestamptz;
