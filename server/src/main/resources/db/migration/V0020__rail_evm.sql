-- The rail to EVM networks. Payouts wait here until they are signed; a signed transaction is kept before anybody is
-- told of it; and a wallet's numbers are given out under a row lock, so that several nodes pay from one wallet.

-- A payout as the rail has it. What becomes of it is written here, so that asking about it is one look-up.
CREATE TABLE rail_evm_payout (
    organization_id uuid NOT NULL,
    payout_id       uuid NOT NULL,
    network         text NOT NULL,
    token           text NOT NULL,
    units           numeric(78, 0) NOT NULL CHECK (units > 0),
    payee           text NOT NULL,
    state           text NOT NULL CHECK (state IN ('queued', 'signed', 'settled', 'rejected', 'stopped')),
    -- Of a queued one: what it waits for, and when it is tried again.
    waits_for       text,
    look_at         timestamptz NOT NULL,
    -- Of a signed one: its place among the wallet's transactions, and the newest or, in the end, the mined one.
    sender          text,
    nonce           bigint,
    hash            text,
    signed_at       timestamptz,
    acknowledged    boolean NOT NULL DEFAULT false,
    gas_estimated   numeric(78, 0),
    gas_charged     numeric(78, 0),
    gas_used        bigint,
    failure_code    text,
    message         text,
    ended_at        timestamptz,
    PRIMARY KEY (organization_id, payout_id),
    CHECK ((state IN ('signed', 'settled')) <= (sender IS NOT NULL AND nonce IS NOT NULL AND hash IS NOT NULL)),
    CHECK ((state = 'rejected') = (failure_code IS NOT NULL)),
    CHECK ((state IN ('settled', 'rejected', 'stopped')) = (ended_at IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX rail_evm_payout_queue ON rail_evm_payout (network, look_at) WHERE state = 'queued';

-- The number of a wallet's next transaction.
CREATE TABLE rail_evm_wallet (
    network    text NOT NULL,
    address    text NOT NULL,
    next_nonce bigint NOT NULL CHECK (next_nonce >= 0),
    PRIMARY KEY (network, address)
);

-- A place among a wallet's transactions: one of the transactions signed for it will be mined, and whichever is takes
-- the place. Without a payout it carries coins for gas to an address that is swept, or nothing, to fill a gap.
CREATE TABLE rail_evm_slot (
    network         text NOT NULL,
    sender          text NOT NULL,
    nonce           bigint NOT NULL,
    organization_id uuid,
    payout_id       uuid,
    token           text NOT NULL,
    units           numeric(78, 0) NOT NULL,
    target          text NOT NULL,
    value           numeric(78, 0) NOT NULL,
    data            text NOT NULL,
    gas_limit       numeric(78, 0) NOT NULL,
    tip             numeric(78, 0) NOT NULL,
    max_fee         numeric(78, 0) NOT NULL,
    hash            text NOT NULL,
    signed_at       timestamptz NOT NULL,
    sent_at         timestamptz,
    acknowledged    boolean NOT NULL DEFAULT false,
    refusals        integer NOT NULL DEFAULT 0,
    missing_since   timestamptz,
    block_number    bigint,
    final           boolean NOT NULL DEFAULT false,
    PRIMARY KEY (network, sender, nonce),
    CHECK ((organization_id IS NULL) = (payout_id IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX rail_evm_slot_open ON rail_evm_slot (network, sender, nonce) WHERE NOT final;
CREATE INDEX rail_evm_slot_mined ON rail_evm_slot (network, sender, block_number) WHERE NOT final;

-- Every transaction ever signed for a place, with its bytes. A filler takes the place of one that no node would have.
CREATE TABLE rail_evm_transaction (
    network   text NOT NULL,
    hash      text NOT NULL,
    sender    text NOT NULL,
    nonce     bigint NOT NULL,
    raw       bytea NOT NULL,
    filler    boolean NOT NULL,
    signed_at timestamptz NOT NULL,
    PRIMARY KEY (network, hash)
);
CREATE INDEX rail_evm_transaction_slot ON rail_evm_transaction (network, sender, nonce);

-- How far a network was watched for deposits, and who watches now.
CREATE TABLE rail_evm_cursor (
    network     text NOT NULL,
    next_block  bigint NOT NULL CHECK (next_block >= 0),
    span        integer NOT NULL CHECK (span > 0),
    leased_to   timestamptz NOT NULL,
    PRIMARY KEY (network)
);

-- Blocks that were seen while watching: should one of them be another one later, the chain was rewritten below it.
CREATE TABLE rail_evm_block (
    network text NOT NULL,
    number  bigint NOT NULL,
    hash    text NOT NULL,
    PRIMARY KEY (network, number)
);

-- The money that was reported to have come in, by its key, and where on the chain it was.
CREATE TABLE rail_evm_credit (
    network      text NOT NULL,
    key          text NOT NULL,
    token        text NOT NULL,
    address      text NOT NULL,
    deposit_id   uuid NOT NULL,
    units        numeric(78, 0) NOT NULL,
    transaction  text NOT NULL,
    block_number bigint NOT NULL,
    seen_at      timestamptz NOT NULL,
    vanished_at  timestamptz,
    PRIMARY KEY (network, key)
);
CREATE INDEX rail_evm_credit_block ON rail_evm_credit (network, block_number);

-- Deposit addresses whose balance of a token is to be moved to the treasury, and the transaction that does it.
CREATE TABLE rail_evm_sweep (
    network     text NOT NULL,
    token       text NOT NULL,
    address     text NOT NULL,
    deposit_id  uuid NOT NULL,
    state       text NOT NULL CHECK (state IN ('found', 'fuelled', 'signed', 'done')),
    look_at     timestamptz NOT NULL,
    fuel_nonce  bigint,
    nonce       bigint,
    hash        text,
    raw         bytea,
    units       numeric(78, 0),
    -- What came in since the sweep was begun is swept next.
    again       boolean NOT NULL DEFAULT false,
    PRIMARY KEY (network, token, address),
    CHECK ((state = 'signed') <= (nonce IS NOT NULL AND hash IS NOT NULL AND raw IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX rail_evm_sweep_due ON rail_evm_sweep (network, look_at) WHERE state <> 'done';
