-- The books of the sandbox's chain: what it was told to pay, and what payers sent. They last like a real chain's, so
-- that a payout is never paid twice and no nonce is used twice.

-- The next nonce of each wallet that payouts come from. A wallet is the whole deployment's, not an organization's.
CREATE TABLE rail_sandbox_chain_nonce (
    network    text NOT NULL,
    sender     text NOT NULL,
    next_nonce bigint NOT NULL CHECK (next_nonce >= 0),
    PRIMARY KEY (network, sender)
) WITH (fillfactor = 50);

-- Payouts. Of the wallet paid only its behaviour is kept.
CREATE TABLE rail_sandbox_chain_payout (
    organization_id uuid NOT NULL,
    payout_id       uuid NOT NULL,
    network         text NOT NULL,
    asset           text NOT NULL,
    units           numeric(40, 0) NOT NULL CHECK (units > 0),
    behaviour       integer NOT NULL CHECK (behaviour BETWEEN 0 AND 99),
    confirmations   integer NOT NULL CHECK (confirmations > 0),
    -- Null while the payout was not taken: the request was lost on its way.
    accepted_at     timestamptz,
    -- Null where nothing was sent.
    nonce           bigint CHECK (nonce >= 0),
    stopped_at      timestamptz CHECK (stopped_at >= accepted_at),
    PRIMARY KEY (organization_id, payout_id),
    CHECK (nonce IS NULL OR accepted_at IS NOT NULL),
    CHECK (stopped_at IS NULL OR nonce IS NOT NULL)
);

-- What payers were told to send to deposits' addresses, and when the rail tells of it.
CREATE TABLE rail_sandbox_chain_payment (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    destination     text NOT NULL,
    asset           text NOT NULL,
    exponent        smallint NOT NULL,
    units           numeric(40, 0) NOT NULL CHECK (units > 0),
    sender          text NOT NULL,
    hash            text NOT NULL,
    mined_at        timestamptz NOT NULL,
    arrives_at      timestamptz NOT NULL CHECK (arrives_at > mined_at),
    notices_left    integer NOT NULL CHECK (notices_left >= 0),
    notice_at       timestamptz NOT NULL CHECK (notice_at >= arrives_at),
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX rail_sandbox_chain_payment_notice ON rail_sandbox_chain_payment (notice_at) WHERE notices_left > 0;
