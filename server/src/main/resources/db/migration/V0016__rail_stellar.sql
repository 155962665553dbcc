-- The rail to Stellar: payouts, the accounts that lend their sequence numbers, and the position in the feed of
-- deposits. A signed transaction is stored before it is submitted, so that no crash can make a second one while the
-- first can still be applied. Addresses and memos are public in the network's own ledger.

-- Payments that wait for more of their token than the hot account has are parked: none of them is touched before there
-- is money for it.
CREATE TABLE rail_stellar_payment (
    organization_id uuid NOT NULL,
    payout_id       uuid NOT NULL,
    token           text NOT NULL,
    -- Units of 0.0000001, the network's smallest unit of any asset.
    stroops         bigint NOT NULL CHECK (stroops > 0),
    address         text NOT NULL,
    memo            text,
    state           text NOT NULL CHECK (state IN ('queued', 'signed', 'settled', 'rejected', 'cancelled')),
    accepted_at     timestamptz NOT NULL,
    -- The time of the next attempt at a queued payment.
    due_at          timestamptz NOT NULL,
    -- The reason for which a queued payment waits, if it does.
    waits_for       text,
    -- Hashes of its earlier transactions, none of which can be applied any more.
    expired_hashes  text[] NOT NULL DEFAULT '{}',
    -- The transaction that pays it: at most one that can be applied, ever. A bump is an envelope around the same one.
    source          text,
    sequence        bigint,
    hash            text,
    envelope        text,
    bump            text,
    max_time        timestamptz,
    fee_bid         bigint,
    fee_estimated   bigint,
    submitted_at    timestamptz,
    answer          text,
    ended_at        timestamptz,
    fee_charged     bigint,
    failure_code    text,
    message         text,
    parked          boolean NOT NULL DEFAULT false,
    -- The number of its transactions in a row that expired: only these count as a network that accepts nothing.
    expired         integer NOT NULL DEFAULT 0,
    -- MAC of the instruction under a key that the database does not have.
    mac             bytea,
    PRIMARY KEY (organization_id, payout_id),
    CHECK (state NOT IN ('signed', 'settled') OR (source IS NOT NULL AND sequence IS NOT NULL AND hash IS NOT NULL
        AND envelope IS NOT NULL AND max_time IS NOT NULL AND fee_bid IS NOT NULL AND fee_estimated IS NOT NULL)),
    CHECK (state <> 'settled' OR (ended_at IS NOT NULL AND fee_charged IS NOT NULL)),
    CHECK (state <> 'rejected' OR (failure_code IS NOT NULL AND message IS NOT NULL))
);
CREATE INDEX rail_stellar_payment_next ON rail_stellar_payment (due_at) WHERE state = 'queued' AND NOT parked;
CREATE INDEX rail_stellar_payment_waits ON rail_stellar_payment (parked, token, stroops)
    WHERE state = 'queued' AND waits_for IS NOT NULL;
CREATE INDEX rail_stellar_payment_oldest ON rail_stellar_payment (token, accepted_at)
    WHERE state = 'queued' AND waits_for IS NOT NULL AND parked;

-- Every transaction signed for a payout, by which signing proves that it is not done twice. The serving role can add
-- rows and set `dead` only (rights.sql).
CREATE TABLE rail_stellar_transaction (
    organization_id uuid NOT NULL,
    payout_id       uuid NOT NULL,
    attempt         integer NOT NULL CHECK (attempt > 0),
    -- Null if the row says that no transaction is signed any more.
    hash            text,
    source          text,
    sequence        bigint,
    max_time        timestamptz,
    -- MAC by which the service says that the transaction can never be applied any more.
    dead            bytea,
    written_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, payout_id, attempt)
);

-- Accounts whose sequence numbers transactions use, each with the one payment that uses it now: the network keeps one
-- transaction of an account at a time.
CREATE TABLE rail_stellar_source (
    account         text PRIMARY KEY,
    -- The last number that is known to be used; null if the network has to be asked.
    sequence        bigint,
    organization_id uuid,
    payout_id       uuid,
    hash            text,
    leased_until    timestamptz,
    CHECK ((organization_id IS NULL) = (payout_id IS NULL) AND (payout_id IS NULL) = (hash IS NULL))
);

CREATE TABLE rail_stellar_cursor (
    account  text PRIMARY KEY,
    -- Earlier payments to the account are not ours.
    since    timestamptz NOT NULL,
    position text NOT NULL
);
