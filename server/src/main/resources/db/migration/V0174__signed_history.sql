-- The history of what was signed for a payout, from which signing proves that it is not done twice. The role that
-- serves adds to it and takes nothing away (rights.sql).

-- A payout has one place among a wallet's transactions, and keeps it.
CREATE UNIQUE INDEX rail_evm_slot_payout ON rail_evm_slot (organization_id, payout_id) WHERE payout_id IS NOT NULL;

-- Payouts that ended before anything was signed for them, and for which nothing is signed any more.
CREATE TABLE rail_evm_stopped (
    organization_id uuid NOT NULL,
    payout_id       uuid NOT NULL,
    at              timestamptz NOT NULL,
    PRIMARY KEY (organization_id, payout_id)
);

CREATE TABLE rail_stellar_transaction (
    organization_id uuid NOT NULL,
    payout_id       uuid NOT NULL,
    attempt         integer NOT NULL CHECK (attempt > 0),
    -- Nothing where the row says that no transaction is signed any more.
    hash            text,
    source          text,
    sequence        bigint,
    max_time        timestamptz,
    -- The service's word, a MAC, that the transaction can never be applied any more.
    dead            bytea,
    written_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, payout_id, attempt)
);
