-- An organization's policy of payouts. The row of `policy` is there with the first rule: whoever makes payouts locks
-- it, so that what a rule counts is exact whichever nodes make them.
CREATE TABLE policy (
    organization_id uuid NOT NULL,
    changed_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id)
);

CREATE TABLE policy_rule (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    kind            text NOT NULL
        CHECK (kind IN ('PAYOUT_AMOUNT', 'TOTAL_AMOUNT', 'PAYOUT_COUNT', 'WALLET_ALLOWLIST', 'NEW_PAYEE')),
    effect          text NOT NULL CHECK (effect IN ('APPROVE', 'REFUSE')),
    asset           text,
    maker           text CHECK (maker IN ('API', 'OWNER', 'ADMIN', 'MAKER')),
    amount          numeric CHECK (amount >= 0),
    payouts         integer CHECK (payouts >= 0),
    minutes         integer CHECK (minutes > 0),
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id) REFERENCES policy (organization_id),
    CHECK ((amount IS NOT NULL) = (kind IN ('PAYOUT_AMOUNT', 'TOTAL_AMOUNT'))),
    CHECK ((payouts IS NOT NULL) = (kind = 'PAYOUT_COUNT')),
    CHECK ((minutes IS NOT NULL) = (kind IN ('TOTAL_AMOUNT', 'PAYOUT_COUNT', 'NEW_PAYEE'))),
    CHECK (asset IS NOT NULL OR amount IS NULL)
);

-- Wallets that may be paid without further ado.
CREATE TABLE policy_wallet (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    network         text NOT NULL,
    address         text NOT NULL,
    address_key     text NOT NULL,
    label           text NOT NULL,
    added_by        uuid NOT NULL,
    added_by_name   text NOT NULL,
    added_at        timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, network, address_key)
);

-- What was paid, minute by minute, where there is a policy; forgotten once no rule can count it.
CREATE TABLE policy_use (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    maker           text NOT NULL,
    minute          timestamptz NOT NULL,
    amount          numeric NOT NULL CHECK (amount >= 0),
    payouts         integer NOT NULL CHECK (payouts > 0),
    PRIMARY KEY (organization_id, asset, maker, minute)
) WITH (fillfactor = 70);
CREATE INDEX policy_use_minute ON policy_use USING brin (minute);

-- A payout that somebody has to approve, why, and what became of that. One that was cancelled by whoever made it was
-- decided by nobody.
ALTER TABLE disbursement_progress DROP CONSTRAINT disbursement_progress_stage_check;
ALTER TABLE disbursement_progress ADD CONSTRAINT disbursement_progress_stage_check
    CHECK (stage IN ('NEEDS_APPROVAL', 'QUEUED', 'SUBMITTED', 'UNKNOWN'));

CREATE TABLE disbursement_approval (
    organization_id uuid NOT NULL,
    disbursement_id uuid NOT NULL,
    rules           text NOT NULL,
    asked_at        timestamptz NOT NULL,
    ended_at        timestamptz,
    approved        boolean,
    decided_by      uuid,
    decided_by_name text,
    reason          text,
    PRIMARY KEY (organization_id, disbursement_id),
    FOREIGN KEY (organization_id, disbursement_id) REFERENCES disbursement (organization_id, id),
    CHECK ((approved IS NULL) = (decided_by IS NULL)),
    CHECK ((decided_by IS NULL) = (decided_by_name IS NULL)),
    CHECK (approved IS NULL OR ended_at IS NOT NULL)
);
CREATE INDEX disbursement_approval_waiting ON disbursement_approval (organization_id, disbursement_id)
    WHERE ended_at IS NULL;
