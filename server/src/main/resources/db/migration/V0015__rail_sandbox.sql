-- The sandbox's bank and chain. Their books last like those of real ones, so that a payout is never paid twice and no
-- nonce is used twice. Rows are narrow and have no personal data: of an account or wallet only its behaviour is kept.

-- Payouts at the sandbox's bank, and when each ends.
CREATE TABLE rail_sandbox_payment (
    organization_id uuid NOT NULL,
    payout_id       uuid NOT NULL,
    currency        text NOT NULL,
    exponent        smallint NOT NULL,
    units           numeric NOT NULL CHECK (units > 0),
    behaviour       integer NOT NULL CHECK (behaviour BETWEEN 0 AND 99),
    notices_sent    integer NOT NULL DEFAULT 0,
    -- Null while the bank has not accepted the payment: the request was lost on its way.
    accepted_at     timestamptz,
    ends_at         timestamptz CHECK (ends_at >= accepted_at),
    cancelled_at    timestamptz CHECK (cancelled_at < ends_at),
    notice_at       timestamptz CHECK (notice_at >= ends_at),
    PRIMARY KEY (organization_id, payout_id),
    CHECK ((accepted_at IS NULL) = (ends_at IS NULL))
);
-- Notices are rare, so the index of those to come stays small.
CREATE INDEX rail_sandbox_payment_notice ON rail_sandbox_payment (notice_at) WHERE notice_at IS NOT NULL;

-- Payments that payers at the sandbox's bank were told to make, and when the bank reports each.
CREATE TABLE rail_sandbox_payin (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    destination     text NOT NULL,
    asset           text NOT NULL,
    exponent        smallint NOT NULL,
    units           numeric(40, 0) NOT NULL CHECK (units > 0),
    paid_at         timestamptz NOT NULL,
    notices_left    integer NOT NULL CHECK (notices_left >= 0),
    notice_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX rail_sandbox_payin_notice ON rail_sandbox_payin (notice_at) WHERE notices_left > 0;

-- The next nonce of each wallet that payouts come from. A wallet is the whole deployment's, not an organization's.
CREATE TABLE rail_sandbox_chain_nonce (
    network    text NOT NULL,
    sender     text NOT NULL,
    next_nonce bigint NOT NULL CHECK (next_nonce >= 0),
    PRIMARY KEY (network, sender)
) WITH (fillfactor = 50);

-- Payouts on the sandbox's chain. A payout that it has never seen can be blocked: such a row has neither a time of
-- acceptance nor a nonce.
CREATE TABLE rail_sandbox_chain_payout (
    organization_id uuid NOT NULL,
    payout_id       uuid NOT NULL,
    network         text NOT NULL,
    asset           text NOT NULL,
    units           numeric(40, 0) NOT NULL CHECK (units > 0),
    behaviour       integer NOT NULL CHECK (behaviour BETWEEN 0 AND 99),
    confirmations   integer NOT NULL CHECK (confirmations > 0),
    -- Null while the payout was not accepted: the request was lost on its way.
    accepted_at     timestamptz,
    -- Null if nothing was sent.
    nonce           bigint CHECK (nonce >= 0),
    stopped_at      timestamptz CHECK (stopped_at >= accepted_at),
    PRIMARY KEY (organization_id, payout_id),
    CHECK (nonce IS NULL OR accepted_at IS NOT NULL),
    CONSTRAINT rail_sandbox_chain_payout_stopped
        CHECK (stopped_at IS NULL OR (accepted_at IS NULL) = (nonce IS NULL))
);

-- Payments that payers were told to send to deposits' addresses, and when the rail reports each. If a payment
-- vanishes, the next notice reverses it, provided that the last one reported it (`told`).
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
    vanishes        boolean NOT NULL,
    told            boolean NOT NULL,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX rail_sandbox_chain_payment_notice ON rail_sandbox_chain_payment (notice_at) WHERE notices_left > 0;
