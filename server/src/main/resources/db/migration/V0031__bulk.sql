-- Files of payouts. What a row says is personal data, so it is sealed, together with what is wrong with it. A chunk is
-- what is sent in one request: it is fixed when the file is read, so that its request is the same whenever it is sent.
CREATE TABLE bulk_file (
    organization_id   uuid NOT NULL,
    id                uuid NOT NULL,
    kind              text NOT NULL CHECK (kind IN ('FIAT', 'CRYPTO')),
    name              text NOT NULL,
    state             text NOT NULL CHECK (state IN ('READ', 'CONFIRMED', 'DONE')),
    row_count         integer NOT NULL CHECK (row_count > 0),
    faulty_count      integer NOT NULL CHECK (faulty_count BETWEEN 0 AND row_count),
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
CREATE INDEX bulk_file_due ON bulk_file (confirmed_at) WHERE state = 'CONFIRMED';

CREATE TABLE bulk_row (
    organization_id uuid NOT NULL,
    file_id         uuid NOT NULL,
    number          integer NOT NULL CHECK (number > 0),
    content         bytea NOT NULL,
    state           text NOT NULL CHECK (state IN ('READY', 'FAULTY', 'MADE', 'REFUSED')),
    asset           text,
    units           numeric(40, 0),
    fee_units       numeric(40, 0),
    exponent        smallint,
    chunk           integer,
    group_id        uuid,
    payout_id       uuid,
    PRIMARY KEY (organization_id, file_id, number),
    FOREIGN KEY (organization_id, file_id) REFERENCES bulk_file (organization_id, id) ON DELETE CASCADE,
    CHECK ((state = 'FAULTY') = (chunk IS NULL)),
    CHECK ((state = 'FAULTY') = (units IS NULL)),
    CHECK ((state = 'MADE') = (payout_id IS NOT NULL))
);
