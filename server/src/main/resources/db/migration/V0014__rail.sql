-- Data that all rails share. Receipts and notices decide about money: a receipt is credited, and a notice ends a
-- payout. Each has a MAC under a key that the database does not have.

-- Notices that rails send by themselves. Unread ones are few, so the partial index stays small. A notice that the
-- service did not write is postponed until `held_until`.
CREATE TABLE rail_sighting (
    organization_id uuid NOT NULL,
    rail            text NOT NULL,
    key             text NOT NULL,
    payout_id       uuid NOT NULL,
    outcome         text NOT NULL CHECK (outcome IN ('settled', 'rejected', 'stopped', 'returned')),
    rail_reference  text,
    failure_code    text,
    message         text,
    at              timestamptz,
    -- Amount that the rail names: what has come back of a returned payout.
    asset           text,
    exponent        smallint,
    kind            text,
    units           numeric(40, 0),
    seen_at         timestamptz NOT NULL,
    read_at         timestamptz,
    mac             bytea NOT NULL,
    held_until      timestamptz,
    PRIMARY KEY (organization_id, rail, key),
    CHECK (outcome <> 'returned' OR units IS NOT NULL),
    CHECK (num_nulls(asset, exponent, kind, units) IN (0, 4))
);
CREATE INDEX rail_sighting_unread ON rail_sighting (seen_at) WHERE read_at IS NULL;

-- Incoming money as a rail reported it, before its owner is known. A rail may reverse a receipt and report it again:
-- the revision counts its reports.
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
    kind        text NOT NULL CHECK (kind IN ('FIAT', 'CRYPTO')),
    revision    integer NOT NULL CHECK (revision > 0),
    reversed    boolean NOT NULL,
    -- The screening check of the payer that the receipt waits for.
    check_id    uuid,
    mac         bytea,
    PRIMARY KEY (rail, key)
);
CREATE INDEX rail_receipt_unread ON rail_receipt (look_at) WHERE read_at IS NULL;
-- A deposit does not expire while a receipt for it is uncounted, as one that waits for a rate is.
CREATE INDEX rail_receipt_unread_destination ON rail_receipt (destination) WHERE read_at IS NULL;
CREATE INDEX rail_receipt_check ON rail_receipt (check_id) WHERE check_id IS NOT NULL;

-- Charges of chains for transactions other than payouts: coins for gas, sweeps, used nonces; and charges and interest
-- of banks. They are booked as the platform's expense.
CREATE TABLE rail_charge (
    rail       text NOT NULL,
    key        text NOT NULL,
    id         uuid NOT NULL UNIQUE,
    -- Fee of a chain, charge of a bank, or interest.
    kind       text NOT NULL CHECK (kind IN ('gas', 'charge', 'interest')),
    asset      text NOT NULL,
    exponent   smallint NOT NULL,
    -- Negative if the bank paid it, or took it back.
    units      numeric(40, 0) NOT NULL CHECK (units <> 0 AND (units > 0 OR kind <> 'gas')),
    charged_at timestamptz NOT NULL,
    booked_at  timestamptz,
    PRIMARY KEY (rail, key)
);
CREATE INDEX rail_charge_unbooked ON rail_charge (id) WHERE booked_at IS NULL;

-- Rails that an operator stopped or started again: the latest state of each.
CREATE TABLE rail_stop (
    rail       text PRIMARY KEY,
    stopped    boolean NOT NULL,
    reason     text NOT NULL,
    actor      text NOT NULL,
    changed_at timestamptz NOT NULL
);

-- Conditions in which a rail needs an operator, and when each was last reported: any node may find one, and operators
-- are told once, and again while it lasts.
CREATE TABLE rail_alert (
    rail      text NOT NULL,
    condition text NOT NULL,
    message   text NOT NULL,
    raised_at timestamptz NOT NULL,
    PRIMARY KEY (rail, condition)
);
