-- Money that payers pay in. And what payouts had for themselves and deposits need as well: the references in use.

ALTER TABLE disbursement_reference RENAME TO replay_reference;
ALTER TABLE replay_reference RENAME COLUMN disbursement_id TO payment_id;
ALTER TABLE replay_reference ADD COLUMN kind text NOT NULL DEFAULT 'FD';
ALTER TABLE replay_reference ALTER COLUMN kind DROP DEFAULT;
ALTER TABLE replay_reference DROP CONSTRAINT disbursement_reference_pkey;
ALTER TABLE replay_reference ADD PRIMARY KEY (organization_id, kind, reference);

-- A route may lead to a thing inside of the organization, and be given free again.
ALTER TABLE merchant_route ADD COLUMN target_id uuid, ADD COLUMN reusable_at timestamptz;
CREATE INDEX merchant_route_reusable ON merchant_route (reusable_at) WHERE reusable_at IS NOT NULL;

-- Money that came in, as a rail told of it. Whose it is shows later.
CREATE TABLE rail_receipt (
    rail        text NOT NULL,
    key         text NOT NULL,
    destination text NOT NULL,
    asset       text NOT NULL,
    exponent    smallint NOT NULL,
    units       numeric(40, 0) NOT NULL CHECK (units > 0),
    payer       bytea NOT NULL,
    paid_at     timestamptz NOT NULL,
    seen_at     timestamptz NOT NULL,
    look_at     timestamptz NOT NULL,
    read_at     timestamptz,
    PRIMARY KEY (rail, key)
);
CREATE INDEX rail_receipt_unread ON rail_receipt (look_at) WHERE read_at IS NULL;

-- What a deposit is, written once.
CREATE TABLE deposit (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    type            text NOT NULL CHECK (type IN ('fiat', 'crypto')),
    bulk_id         uuid,
    rail            text NOT NULL,
    method          text NOT NULL,
    method_type     text NOT NULL,
    settlement_type text NOT NULL,
    destination     text NOT NULL,
    input_asset     text NOT NULL,
    input_exponent  smallint NOT NULL,
    input_units     numeric(40, 0) NOT NULL CHECK (input_units > 0),
    output_asset    text NOT NULL,
    output_kind     text NOT NULL CHECK (output_kind IN ('FIAT', 'CRYPTO')),
    output_exponent smallint NOT NULL,
    output_units    numeric(40, 0) NOT NULL CHECK (output_units > 0),
    rate            numeric NOT NULL CHECK (rate > 0),
    rate_until      timestamptz NOT NULL,
    fee_units       numeric(40, 0) NOT NULL CHECK (fee_units >= 0),
    fee_flat        numeric NOT NULL,
    fee_percentage  numeric NOT NULL,
    payment         text NOT NULL,
    reference       text,
    note            text,
    user_id         uuid NOT NULL,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX deposit_bulk ON deposit (organization_id, bulk_id, id) WHERE bulk_id IS NOT NULL;
CREATE INDEX deposit_reference ON deposit (organization_id, reference, id) WHERE reference IS NOT NULL;

-- How it stands. Amounts of what came are there once it is completed.
CREATE TABLE deposit_progress (
    organization_id       uuid NOT NULL,
    id                    uuid NOT NULL,
    type                  text NOT NULL,
    status                text NOT NULL CHECK (status IN ('pending', 'completed', 'expired', 'cancelled')),
    state_at              timestamptz NOT NULL,
    expires_at            timestamptz NOT NULL,
    labels                text NOT NULL,
    received_units        numeric(40, 0),
    credited_fee_units    numeric(40, 0),
    credited_output_units numeric(40, 0),
    credited_rate         numeric,
    paid_at               timestamptz,
    payments              bytea,
    refunds               text,
    activities            text NOT NULL,
    detached              boolean NOT NULL,
    transfers             integer NOT NULL,
    events                integer NOT NULL,
    updated_at            timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    CHECK ((status = 'completed') = (paid_at IS NOT NULL)),
    CHECK ((paid_at IS NULL) = (received_units IS NULL)),
    CHECK ((paid_at IS NULL) = (credited_fee_units IS NULL)),
    CHECK ((paid_at IS NULL) = (credited_output_units IS NULL)),
    CHECK ((paid_at IS NULL) = (credited_rate IS NULL))
) WITH (fillfactor = 60);
ALTER TABLE deposit_progress ALTER COLUMN payments SET STORAGE EXTERNAL, SET (toast_tuple_target = 8160);
CREATE INDEX deposit_progress_type ON deposit_progress (organization_id, type, id);
CREATE INDEX deposit_progress_status ON deposit_progress (organization_id, status, id);
CREATE INDEX deposit_progress_updated ON deposit_progress (organization_id, updated_at, id);
CREATE INDEX deposit_progress_due ON deposit_progress (expires_at) WHERE status = 'pending';

-- Every payment that came in, once. Of those that fit no deposit, why; and how many transfers they booked themselves.
CREATE TABLE deposit_payment (
    organization_id uuid NOT NULL,
    rail            text NOT NULL,
    key             text NOT NULL,
    id              uuid NOT NULL,
    deposit_id      uuid,
    destination     text NOT NULL,
    asset           text NOT NULL,
    exponent        smallint NOT NULL,
    units           numeric(40, 0) NOT NULL CHECK (units > 0),
    reason          text,
    transfers       integer NOT NULL,
    paid_at         timestamptz NOT NULL,
    seen_at         timestamptz NOT NULL,
    PRIMARY KEY (organization_id, rail, key),
    CHECK ((reason IS NULL) = (transfers = 0)),
    CHECK (deposit_id IS NOT NULL OR reason IS NOT NULL)
);
CREATE UNIQUE INDEX deposit_payment_id ON deposit_payment (organization_id, id);

-- How many deposits there are by type and status, so that a list's total needs no scan.
CREATE TABLE deposit_tally (
    organization_id uuid NOT NULL,
    type            text NOT NULL,
    status          text NOT NULL,
    total           bigint NOT NULL CHECK (total >= 0),
    PRIMARY KEY (organization_id, type, status)
) WITH (fillfactor = 50);

-- What payers at the sandbox's bank were told to pay, and when the bank tells of it.
CREATE TABLE rail_sandbox_payin (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    destination     text NOT NULL,
    asset           text NOT NULL,
    exponent        smallint NOT NULL,
    units           numeric(40, 0) NOT NULL CHECK (units > 0),
    paid_at         timestamptz NOT NULL,
    notices_left    integer NOT NULL CHECK (notices_left >= 0),
    notice_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX rail_sandbox_payin_notice ON rail_sandbox_payin (notice_at) WHERE notices_left > 0;
