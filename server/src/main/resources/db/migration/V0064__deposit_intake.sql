-- Files of deposits. What a row says may be personal data, so it is sealed, together with what is wrong with it. The
-- digest is of what a file says, under a key, so that one that was confirmed before is known again.
CREATE TABLE deposit_intake_file (
    organization_id   uuid NOT NULL,
    id                uuid NOT NULL,
    name              text NOT NULL,
    state             text NOT NULL CHECK (state IN ('READ', 'CONFIRMED', 'DONE')),
    row_count         integer NOT NULL CHECK (row_count > 0),
    digest            bytea NOT NULL,
    created_by        uuid NOT NULL,
    created_by_name   text NOT NULL,
    created_at        timestamptz NOT NULL,
    confirmed_by      uuid,
    confirmed_by_name text,
    confirmed_at      timestamptz,
    done_at           timestamptz,
    leased_until      timestamptz,
    PRIMARY KEY (organization_id, id),
    CHECK ((state = 'READ') = (confirmed_at IS NULL)),
    CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
    CHECK ((state = 'DONE') = (done_at IS NOT NULL))
);
CREATE INDEX deposit_intake_file_due ON deposit_intake_file (confirmed_at) WHERE state = 'CONFIRMED';
CREATE INDEX deposit_intake_file_digest ON deposit_intake_file (organization_id, digest);

CREATE TABLE deposit_intake_row (
    organization_id uuid NOT NULL,
    file_id         uuid NOT NULL,
    number          integer NOT NULL CHECK (number > 0),
    content         bytea NOT NULL,
    state           text NOT NULL CHECK (state IN ('READY', 'FAULTY', 'STORED', 'REFUSED')),
    deposit_id      uuid,
    PRIMARY KEY (organization_id, file_id, number),
    FOREIGN KEY (organization_id, file_id) REFERENCES deposit_intake_file (organization_id, id) ON DELETE CASCADE,
    CHECK ((state = 'STORED') = (deposit_id IS NOT NULL))
);
CREATE INDEX deposit_intake_row_ready ON deposit_intake_row (organization_id, file_id, number)
    WHERE state = 'READY';
