-- The outbox and the books. Both only grow; balances are the cached sums of the journal, kept in the same transaction.

CREATE TABLE event (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    resource_id     uuid NOT NULL,
    type            text NOT NULL,
    sequence        integer NOT NULL CHECK (sequence > 0),
    data            bytea NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX event_resource ON event (organization_id, resource_id, sequence);

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
-- The journal lies in the order of its time, so a span of time is a few pages of it.
CREATE INDEX ledger_transfer_recorded ON ledger_transfer USING brin (recorded_at);
