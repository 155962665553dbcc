-- The rail to EVM networks. Payouts wait here until they are signed; a signed transaction is stored before it is sent;
-- a wallet's nonces are assigned under a row lock, so that several nodes pay from one wallet.

-- Payouts of the rail with their outcome, so that a status query is one look-up.
CREATE TABLE rail_evm_payout (
    organization_id uuid NOT NULL,
    payout_id       uuid NOT NULL,
    network         text NOT NULL,
    token           text NOT NULL,
    units           numeric(78, 0) NOT NULL CHECK (units > 0),
    payee           text NOT NULL,
    state           text NOT NULL CHECK (state IN ('queued', 'signed', 'settled', 'rejected', 'stopped')),
    -- Reason for which a queued payout waits, and the time of its next attempt.
    waits_for       text,
    due_at          timestamptz NOT NULL,
    -- Slot of a signed payout, and its newest transaction or, in the end, the mined one.
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
    -- MAC of the instruction under a key that the database does not have.
    mac             bytea,
    PRIMARY KEY (organization_id, payout_id),
    CHECK ((state IN ('signed', 'settled')) <= (sender IS NOT NULL AND nonce IS NOT NULL AND hash IS NOT NULL)),
    CHECK ((state = 'rejected') = (failure_code IS NOT NULL)),
    CHECK ((state IN ('settled', 'rejected', 'stopped')) = (ended_at IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX rail_evm_payout_queue ON rail_evm_payout (network, due_at) WHERE state = 'queued';
-- Payouts that failed in a final block are checked again for a day: a reorganization of the chain can still pay them.
CREATE INDEX rail_evm_payout_rejected ON rail_evm_payout (network, ended_at)
    WHERE state = 'rejected' AND nonce IS NOT NULL;

-- Payouts that ended before anything was signed for them, and for which nothing is signed any more. The serving role
-- can only add rows (rights.sql).
CREATE TABLE rail_evm_stopped (
    organization_id uuid NOT NULL,
    payout_id       uuid NOT NULL,
    at              timestamptz NOT NULL,
    PRIMARY KEY (organization_id, payout_id)
);

-- The nonce of a wallet's next transaction.
CREATE TABLE rail_evm_wallet (
    network    text NOT NULL,
    address    text NOT NULL,
    next_nonce bigint NOT NULL CHECK (next_nonce >= 0),
    PRIMARY KEY (network, address)
);

-- Slots, one per nonce of a wallet: one of the transactions signed for a slot will be mined. A slot without a payout
-- carries coins for gas to an address that is swept, or nothing, to fill a gap.
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
-- A payout has one slot and keeps it.
CREATE UNIQUE INDEX rail_evm_slot_payout ON rail_evm_slot (organization_id, payout_id) WHERE payout_id IS NOT NULL;
-- Fillers are counted each time that a gap is found, since their number is limited.
CREATE INDEX rail_evm_slot_filler ON rail_evm_slot (network, sender, signed_at) WHERE payout_id IS NULL AND units = 0;
-- Top-ups of gas explain the coins at an address.
CREATE INDEX rail_evm_slot_target ON rail_evm_slot (network, target) WHERE payout_id IS NULL;

-- Every transaction ever signed for a slot, with its bytes. A filler takes the slot of one that no node accepts. The
-- MAC identifies transactions that the service signed: its key is neither in the database nor in the wallet, so that
-- an attacker with the wallet's key who can write to the database creates no slot that counts.
CREATE TABLE rail_evm_transaction (
    network   text NOT NULL,
    hash      text NOT NULL,
    sender    text NOT NULL,
    nonce     bigint NOT NULL,
    raw       bytea NOT NULL,
    filler    boolean NOT NULL,
    signed_at timestamptz NOT NULL,
    mac       bytea NOT NULL,
    PRIMARY KEY (network, hash)
);
CREATE INDEX rail_evm_transaction_slot ON rail_evm_transaction (network, sender, nonce);

-- The position of a network's watch for deposits, and its lease.
CREATE TABLE rail_evm_cursor (
    network         text NOT NULL,
    next_block      bigint NOT NULL CHECK (next_block >= 0),
    span            integer NOT NULL CHECK (span > 0),
    leased_to       timestamptz NOT NULL,
    -- The position of the second look at each block.
    second_pass_block bigint NOT NULL,
    -- The number of blocks that an endpoint refused to tell of at once, so that it is not asked for as many again.
    refused_span    integer CHECK (refused_span > 0),
    refused_at      timestamptz,
    -- The time of the last progress: a watch that makes none is reported to operators.
    moved_at        timestamptz NOT NULL,
    -- The time at which balances were last compared, and the deposit up to which, newest first.
    balances_at     timestamptz,
    balances_before uuid,
    PRIMARY KEY (network)
);

-- Blocks that the watch saw: if one of them is different later, the chain was reorganized below it.
CREATE TABLE rail_evm_block (
    network text NOT NULL,
    number  bigint NOT NULL,
    hash    text NOT NULL,
    PRIMARY KEY (network, number)
);

-- Incoming money that was reported, by its key, and its place on the chain.
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
    -- After a reorganization, the block up to which the payment is looked for again.
    rescan_until bigint,
    PRIMARY KEY (network, key)
);
CREATE INDEX rail_evm_credit_block ON rail_evm_credit (network, block_number);
CREATE INDEX rail_evm_credit_rescan ON rail_evm_credit (network, rescan_until) WHERE rescan_until IS NOT NULL;
-- Credits at an address explain the coins there.
CREATE INDEX rail_evm_credit_address ON rail_evm_credit (network, address);

-- Deposit addresses whose balance of a token is to be moved to the treasury, and the transaction that does it.
CREATE TABLE rail_evm_sweep (
    network       text NOT NULL,
    token         text NOT NULL,
    address       text NOT NULL,
    deposit_id    uuid NOT NULL,
    state         text NOT NULL CHECK (state IN ('found', 'gas_sent', 'signed', 'done')),
    due_at        timestamptz NOT NULL,
    gas_nonce     bigint,
    nonce         bigint,
    hash          text,
    raw           bytea,
    units         numeric(78, 0),
    -- True if money came in since the sweep began, which is swept next.
    repeat_needed boolean NOT NULL DEFAULT false,
    -- The least deposit of the token when money came to the address, the lowest of them if it came more than once:
    -- raising the minimum ends no waiting sweep. Coins have none.
    amount_min    numeric(78, 0),
    -- The highest price of gas at which coins are worth moving: they are not looked at while gas is dearer.
    gas_price_max numeric(78, 0),
    -- The first block after which the sweep's nonce was used while its transaction was missing: the sweep is given up
    -- once that block is final.
    used_block    bigint,
    -- The newest block that is known to have changed the balance: an endpoint that is behind it does not know better.
    changed_block bigint,
    -- Hashes of earlier transactions at the same nonce, whose tip no node accepts; any of them may be mined.
    earlier       text[] NOT NULL DEFAULT '{}',
    -- The number of failures on the chain in a row, each of which costs gas, and the treasury of the last one.
    failures      integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
    failed_to     text,
    PRIMARY KEY (network, token, address),
    CHECK ((state = 'signed') <= (nonce IS NOT NULL AND hash IS NOT NULL AND raw IS NOT NULL)),
    CHECK (gas_price_max IS NULL OR state = 'found')
) WITH (fillfactor = 70);
CREATE INDEX rail_evm_sweep_due ON rail_evm_sweep (network, due_at) WHERE state <> 'done' AND gas_price_max IS NULL;
CREATE INDEX rail_evm_sweep_dear ON rail_evm_sweep (network, gas_price_max) WHERE gas_price_max IS NOT NULL;
CREATE INDEX rail_evm_sweep_failed ON rail_evm_sweep (network) WHERE failures > 0;

-- Coins that sweeps took from deposit addresses. Coins that a contract passes on leave no transaction of their own:
-- they are found by comparing the balance of an address with all that explains it.
CREATE TABLE rail_evm_outflow (
    network      text NOT NULL,
    hash         text NOT NULL,
    address      text NOT NULL,
    -- The coins that were moved, and the fee.
    units        numeric(78, 0) NOT NULL CHECK (units >= 0),
    block_number bigint NOT NULL,
    PRIMARY KEY (network, hash)
);
CREATE INDEX rail_evm_outflow_address ON rail_evm_outflow (network, address);
