-- Rails that an operator has stopped, and started again: the newest word on each.
CREATE TABLE rail_stop (
    rail       text PRIMARY KEY,
    stopped    boolean NOT NULL,
    reason     text NOT NULL,
    actor      text NOT NULL,
    changed_at timestamptz NOT NULL
);

-- Proofs of the books that operators asked for. One that never ended was cut short with its node.
CREATE TABLE ledger_proof (
    id        uuid PRIMARY KEY,
    actor     text NOT NULL,
    begun_at  timestamptz NOT NULL,
    ended_at  timestamptz,
    accounts  bigint,
    transfers bigint,
    payments  bigint,
    faults    text,
    CHECK ((ended_at IS NULL) = (faults IS NULL))
);
