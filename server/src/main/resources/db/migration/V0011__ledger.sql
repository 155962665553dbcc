-- The books. The journal only grows; balances are its cached sums, updated in the same transaction.

-- A balance is credits minus debits. `position` counts the transfers that touched the account (of `available` only):
-- it numbers the lines of the merchant's statement.
CREATE TABLE ledger_account (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    role            text NOT NULL,
    asset_kind      text NOT NULL CHECK (asset_kind IN ('FIAT', 'CRYPTO')),
    exponent        smallint NOT NULL,
    balance         numeric(40, 0) NOT NULL,
    position        bigint NOT NULL,
    PRIMARY KEY (organization_id, asset, role),
    CHECK (balance >= 0 OR role NOT IN ('available', 'held'))
) WITH (fillfactor = 50);

CREATE TABLE ledger_transfer (
    organization_id uuid NOT NULL,
    payment_id      uuid NOT NULL,
    sequence        integer NOT NULL CHECK (sequence > 0),
    asset           text NOT NULL,
    debit           text NOT NULL,
    credit          text NOT NULL,
    units           numeric(40, 0) NOT NULL CHECK (units > 0),
    kind            text NOT NULL,
    position        bigint,
    available_after numeric(40, 0),
    effective_at    timestamptz NOT NULL,
    recorded_at     timestamptz NOT NULL,
    PRIMARY KEY (organization_id, payment_id, sequence),
    CHECK (debit <> credit),
    CHECK ((position IS NULL) = (debit <> 'available' AND credit <> 'available')),
    CHECK ((position IS NULL) = (available_after IS NULL))
);
CREATE UNIQUE INDEX ledger_transfer_statement ON ledger_transfer (organization_id, asset, position)
    WHERE position IS NOT NULL;
-- A span of time in a statement is a span of its lines.
CREATE INDEX ledger_transfer_time ON ledger_transfer (organization_id, asset, recorded_at, position)
    WHERE position IS NOT NULL;
-- The other half of the transfers, so that the latest ones of an account are found without the earlier ones.
CREATE INDEX ledger_transfer_aside ON ledger_transfer (organization_id, asset, recorded_at) WHERE position IS NULL;

-- Proofs of the books that operators asked for. The node of a running proof renews its lease.
CREATE TABLE ledger_proof (
    id           uuid PRIMARY KEY,
    actor        text NOT NULL,
    begun_at     timestamptz NOT NULL,
    ended_at     timestamptz,
    accounts     bigint,
    transfers    bigint,
    payments     bigint,
    faults       text,
    leased_until timestamptz NOT NULL,
    CHECK ((ended_at IS NULL) = (faults IS NULL))
);
