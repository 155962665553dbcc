-- The rail to Stellar: what it was told to pay, which accounts lend their sequence numbers, and how far deposits were
-- read. A transaction is written down, signed, before it is submitted, so that no crash can make a second one while the
-- first can still be applied. Addresses and memos are public in the ledger of the network itself.

CREATE TABLE rail_stellar_payment (
    organization_id uuid NOT NULL,
    payout_id       uuid NOT NULL,
    token           text NOT NULL,
    -- Of 0.0000001, the network's smallest unit of any asset.
    stroops         bigint NOT NULL CHECK (stroops > 0),
    address         text NOT NULL,
    memo            text,
    state           text NOT NULL CHECK (state IN ('queued', 'signed', 'settled', 'rejected', 'cancelled')),
    accepted_at     timestamptz NOT NULL,
    -- When a queued payment is taken up.
    due_at          timestamptz NOT NULL,
    -- Why a queued payment waits, where it does.
    waits_for       text,
    -- Hashes of its earlier transactions, all of which can certainly never be applied any more.
    buried          text[] NOT NULL DEFAULT '{}',
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
    PRIMARY KEY (organization_id, payout_id),
    CHECK (state NOT IN ('signed', 'settled') OR (source IS NOT NULL AND sequence IS NOT NULL AND hash IS NOT NULL
        AND envelope IS NOT NULL AND max_time IS NOT NULL AND fee_bid IS NOT NULL AND fee_estimated IS NOT NULL)),
    CHECK (state <> 'settled' OR (ended_at IS NOT NULL AND fee_charged IS NOT NULL)),
    CHECK (state <> 'rejected' OR (failure_code IS NOT NULL AND message IS NOT NULL))
);
CREATE INDEX rail_stellar_payment_due ON rail_stellar_payment (due_at) WHERE state = 'queued';

-- An account whose sequence numbers transactions use, and the one payment that uses it now: the network keeps one
-- transaction of an account at a time, and so do we.
CREATE TABLE rail_stellar_source (
    account         text PRIMARY KEY,
    -- The last number that is known to be used up; null where the network has to be asked.
    sequence        bigint,
    organization_id uuid,
    payout_id       uuid,
    hash            text,
    leased_until    timestamptz,
    CHECK ((organization_id IS NULL) = (payout_id IS NULL) AND (payout_id IS NULL) = (hash IS NULL))
);

CREATE TABLE rail_stellar_cursor (
    account  text PRIMARY KEY,
    -- What was paid before is none of ours.
    since    timestamptz NOT NULL,
    position text NOT NULL
);
