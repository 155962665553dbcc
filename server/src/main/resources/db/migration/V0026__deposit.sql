-- Money that payers pay in, and files of deposits.

-- The instructions of a deposit, written once; its state is in deposit_progress. The MAC authenticates where payers
-- pay, under a key that the database does not have. A list of days needs no index: ids carry the time of creation, so
-- that a span of time is a span of ids.
CREATE TABLE deposit (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    type            text NOT NULL CHECK (type IN ('fiat', 'crypto')),
    bulk_id         uuid,
    rail            text NOT NULL,
    method          text NOT NULL,
    method_type     text NOT NULL,
    settlement_type text,
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
    quote_id        uuid,
    mac             bytea NOT NULL,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX deposit_bulk ON deposit (organization_id, bulk_id, id) WHERE bulk_id IS NOT NULL;
CREATE INDEX deposit_reference ON deposit (organization_id, reference, id) WHERE reference IS NOT NULL;
CREATE INDEX deposit_asset ON deposit (organization_id, input_asset, id);
-- The number of a virtual account, the reference of a transfer or a code, a wallet, or the memo if deposits share one:
-- it follows the currency and the method in the destination.
CREATE INDEX deposit_number ON deposit
    (organization_id, (coalesce(nullif(split_part(destination, ':', 4), ''), split_part(destination, ':', 3))), id);

-- Instructions that a payer had before they chose another way to pay, with their price: money that still comes by them
-- is credited to the same deposit.
CREATE TABLE deposit_former_instructions (
    organization_id uuid NOT NULL,
    deposit_id      uuid NOT NULL,
    destination     text NOT NULL,
    rail            text NOT NULL,
    method          text NOT NULL,
    method_type     text NOT NULL,
    settlement_type text,
    payment         text NOT NULL,
    input_units     numeric(40, 0) NOT NULL CHECK (input_units > 0),
    output_units    numeric(40, 0) NOT NULL,
    rate            numeric NOT NULL,
    rate_until      timestamptz NOT NULL,
    fee_units       numeric(40, 0) NOT NULL,
    fee_flat        numeric NOT NULL,
    fee_percentage  numeric NOT NULL,
    ended_at        timestamptz NOT NULL,
    mac             bytea NOT NULL,
    PRIMARY KEY (organization_id, deposit_id, destination)
);
CREATE INDEX deposit_former_instructions_number ON deposit_former_instructions
    (organization_id, (coalesce(nullif(split_part(destination, ':', 4), ''), split_part(destination, ':', 3))),
     deposit_id);

-- The state of a deposit. Credited amounts are set once it is completed. The sealed payments, which say to whom a
-- refund goes, are stored inline and have a MAC.
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
    -- Amount that was reversed after it had been spent, as long as the merchant owes it.
    owed_units            numeric(40, 0) NOT NULL DEFAULT 0 CHECK (owed_units >= 0),
    payments_mac          bytea,
    PRIMARY KEY (organization_id, id),
    CHECK ((status = 'completed') = (paid_at IS NOT NULL)),
    CHECK ((paid_at IS NULL) = (received_units IS NULL)),
    CHECK ((paid_at IS NULL) = (credited_fee_units IS NULL)),
    CHECK ((paid_at IS NULL) = (credited_output_units IS NULL)),
    CHECK ((paid_at IS NULL) = (credited_rate IS NULL))
) WITH (fillfactor = 60, toast_tuple_target = 8160);
ALTER TABLE deposit_progress ALTER COLUMN payments SET STORAGE EXTERNAL;
CREATE INDEX deposit_progress_type ON deposit_progress (organization_id, type, id);
CREATE INDEX deposit_progress_status ON deposit_progress (organization_id, status, id);
CREATE INDEX deposit_progress_updated ON deposit_progress (organization_id, updated_at, id);
CREATE INDEX deposit_progress_due ON deposit_progress (expires_at) WHERE status = 'pending';
CREATE INDEX deposit_progress_owed ON deposit_progress (organization_id, id) WHERE owed_units > 0;

-- Every incoming payment, once. `reason` is why it fits no deposit, and `transfers` the number that it booked itself.
-- The MAC, under a key that the database does not have, covers the data that decide whether a receipt counts and
-- whether it is sent back.
CREATE TABLE deposit_payment (
    organization_id       uuid NOT NULL,
    rail                  text NOT NULL,
    key                   text NOT NULL,
    id                    uuid NOT NULL,
    deposit_id            uuid,
    destination           text NOT NULL,
    asset                 text NOT NULL,
    exponent              smallint NOT NULL,
    units                 numeric(40, 0) NOT NULL CHECK (units > 0),
    reason                text,
    transfers             integer NOT NULL,
    paid_at               timestamptz NOT NULL,
    seen_at               timestamptz NOT NULL,
    -- The newest revision of the receipt that was applied. A receipt can be reversed before it was ever booked.
    revision              integer NOT NULL CHECK (revision > 0),
    reversed_at           timestamptz,
    -- The decision about a payment under review. Its own transfers stay its own; a settled one belongs to its deposit,
    -- and a moved one to another deposit, of any organization, which later reports of its rail then concern.
    resolution            text CHECK (resolution IN ('SETTLED', 'REFUNDED', 'MOVED')),
    resolved_at           timestamptz,
    resolved_by           text,
    resolved_reason       text,
    refund_id             uuid,
    moved_organization_id uuid,
    moved_deposit_id      uuid,
    -- The hash of the transaction, which is public on its chain; the payer is sealed.
    transaction_hash      text,
    -- The end of an exception: a payment that was refunded and then reversed is missing until a person closes it.
    closed_at             timestamptz,
    closed_by             text,
    closed_reason         text,
    -- The refunds before the last one: any of them may have arrived after all.
    earlier_refund_ids    uuid[],
    mac                   bytea NOT NULL,
    PRIMARY KEY (organization_id, rail, key),
    CHECK (reason IS NOT NULL OR transfers = 0),
    CHECK (deposit_id IS NOT NULL OR reason IS NOT NULL),
    CHECK (reason IS NULL OR transfers > 0 OR reversed_at IS NOT NULL),
    CHECK (resolution IS NULL OR resolved_at IS NOT NULL),
    CHECK (resolution IS NULL OR resolved_by IS NOT NULL),
    CHECK (resolution IS NULL OR resolved_reason IS NOT NULL),
    CHECK (resolution IS DISTINCT FROM 'REFUNDED' OR refund_id IS NOT NULL),
    CHECK ((resolution IS NOT DISTINCT FROM 'MOVED') = (moved_deposit_id IS NOT NULL)),
    CHECK ((moved_organization_id IS NULL) = (moved_deposit_id IS NULL)),
    CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
    CHECK ((closed_at IS NULL) = (closed_reason IS NULL))
);
CREATE UNIQUE INDEX deposit_payment_id ON deposit_payment (organization_id, id);
CREATE INDEX deposit_payment_review ON deposit_payment (organization_id, paid_at)
    WHERE reason IS NOT NULL AND reversed_at IS NULL;
CREATE INDEX deposit_payment_exception ON deposit_payment (seen_at, organization_id, id) WHERE reason IS NOT NULL;
-- Open exceptions are few and counted every few seconds, while those of all time grow for good.
CREATE INDEX deposit_payment_open_exception ON deposit_payment (seen_at, organization_id, id)
    WHERE reason IS NOT NULL AND resolution IS NULL AND reversed_at IS NULL;
CREATE INDEX deposit_payment_unclosed ON deposit_payment (seen_at, organization_id, id)
    WHERE resolution = 'REFUNDED' AND reversed_at IS NOT NULL AND closed_at IS NULL;
-- Deposits with a payment under review, in the order of the list.
CREATE INDEX deposit_payment_reviewed_deposit ON deposit_payment (organization_id, deposit_id)
    WHERE reason IS NOT NULL AND reversed_at IS NULL AND resolution IS NULL AND deposit_id IS NOT NULL;
CREATE INDEX deposit_payment_hash ON deposit_payment (organization_id, transaction_hash)
    WHERE transaction_hash IS NOT NULL;
-- A moved payment is found in the organization that has it now, too.
CREATE INDEX deposit_payment_moved_hash ON deposit_payment (moved_organization_id, transaction_hash)
    WHERE moved_organization_id IS NOT NULL;
-- Unmatched money is found by where it was paid, as deposits are, even if no deposit has that number.
CREATE INDEX deposit_payment_exception_number ON deposit_payment
    (organization_id, (coalesce(nullif(split_part(destination, ':', 4), ''), split_part(destination, ':', 3))), id)
    WHERE reason IS NOT NULL;

-- Number of deposits by type and status, so that a list's total needs no scan.
CREATE TABLE deposit_tally (
    organization_id uuid NOT NULL,
    type            text NOT NULL,
    status          text NOT NULL,
    total           bigint NOT NULL CHECK (total >= 0),
    PRIMARY KEY (organization_id, type, status)
) WITH (fillfactor = 50);

-- Number and total of deposits by the day of their creation (UTC), as of payouts.
CREATE TABLE deposit_day_tally (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    status          text NOT NULL,
    day             date NOT NULL,
    total           bigint NOT NULL CHECK (total >= 0),
    volume          numeric NOT NULL,
    PRIMARY KEY (organization_id, day, asset, status)
) WITH (fillfactor = 50);
