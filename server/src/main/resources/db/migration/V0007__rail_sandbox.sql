-- The books of the sandbox's bank: what it was told to pay, and when that ends. They last like a real bank's, so that a
-- payout is never paid twice. Rows are narrow and carry no personal data: of the account only its behaviour is kept.

CREATE TABLE rail_sandbox_payment (
    organization_id uuid NOT NULL,
    payout_id       uuid NOT NULL,
    currency        text NOT NULL,
    units           numeric NOT NULL CHECK (units > 0),
    behaviour       integer NOT NULL CHECK (behaviour BETWEEN 0 AND 99),
    notices_sent    integer NOT NULL DEFAULT 0,
    -- Null while the bank has not taken the payment: the request was lost on its way.
    accepted_at     timestamptz,
    ends_at         timestamptz CHECK (ends_at >= accepted_at),
    cancelled_at    timestamptz CHECK (cancelled_at < ends_at),
    notice_at       timestamptz CHECK (notice_at >= ends_at),
    PRIMARY KEY (organization_id, payout_id),
    CHECK ((accepted_at IS NULL) = (ends_at IS NULL))
);
-- Notices are rare, so the index of those to come stays small.
CREATE INDEX rail_sandbox_payment_notice ON rail_sandbox_payment (notice_at) WHERE notice_at IS NOT NULL;
