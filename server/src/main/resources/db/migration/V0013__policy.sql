-- Payout rules of an organization, and the totals that they count.

-- The row exists from the first rule on. A transaction that creates payouts locks it, so that totals are exact
-- whichever nodes create them.
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

-- The allowlist of wallets. An exchange tells its customers apart by the memo, since they share one wallet: an entry
-- with a memo is for that memo, one without is for payouts without a memo, unless any memo is allowed.
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
    memo            text NOT NULL DEFAULT '',
    any_memo        boolean NOT NULL DEFAULT false,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT policy_wallet_memo_check CHECK (memo = '' OR NOT any_memo),
    CONSTRAINT policy_wallet_listed_once UNIQUE (organization_id, network, address_key, memo, any_memo)
);

-- Payouts by minute, counted with or without rules, since they count for later rules too; deleted once no rule can
-- count them.
CREATE TABLE policy_use (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    maker           text NOT NULL,
    minute          timestamptz NOT NULL,
    amount          numeric NOT NULL CHECK (amount >= 0),
    payouts         integer NOT NULL CHECK (payouts > 0),
    PRIMARY KEY (organization_id, asset, maker, minute)
) WITH (fillfactor = 70);
CREATE INDEX policy_use_age ON policy_use (minute);
-- The minutes of one organization, for all assets and makers.
CREATE INDEX policy_use_minute ON policy_use (organization_id, minute);

-- Payouts by hour, so that a rule over a month reads only its first hour minute by minute. `released` is the amount
-- that may leave in an hour: a daily limit counts a payout that waits for an approval on the day of the approval.
CREATE TABLE policy_use_hour (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    maker           text NOT NULL,
    hour            timestamptz NOT NULL,
    amount          numeric NOT NULL CHECK (amount >= 0),
    payouts         bigint NOT NULL CHECK (payouts >= 0),
    released        numeric NOT NULL CHECK (released >= 0),
    PRIMARY KEY (organization_id, asset, maker, hour)
) WITH (fillfactor = 70);
CREATE INDEX policy_use_hour_age ON policy_use_hour (hour);

-- Limits, set by operators, on what an organization may pay out in one currency or token within a day (UTC).
CREATE TABLE policy_day_limit (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    amount_max      numeric NOT NULL CHECK (amount_max >= 0),
    edited_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, asset),
    FOREIGN KEY (organization_id) REFERENCES policy (organization_id)
);
