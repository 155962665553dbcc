-- Payees. Whatever is personal beyond the name lies sealed in one document; what lists filter and search by stands
-- beside it: the name folded to one case, a keyed fingerprint of the e-mail address, the bank's currency and country.

CREATE TABLE recipient (
    organization_id   uuid NOT NULL,
    id                uuid NOT NULL,
    user_id           uuid NOT NULL,
    name              text NOT NULL CHECK (name <> ''),
    name_folded       text NOT NULL,
    email_fingerprint bytea,
    bank_currency     text NOT NULL,
    bank_country      text NOT NULL,
    sealed            bytea NOT NULL,
    sequence          integer NOT NULL CHECK (sequence > 0),
    updated_at        timestamptz NOT NULL,
    deleted_at        timestamptz,
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX recipient_live ON recipient (organization_id, id) WHERE deleted_at IS NULL;
CREATE INDEX recipient_updated ON recipient (organization_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX recipient_bank ON recipient (organization_id, bank_currency, bank_country, id) WHERE deleted_at IS NULL;

-- How many payees there are by currency and country, so that a list's total needs no scan.
CREATE TABLE recipient_tally (
    organization_id uuid NOT NULL,
    bank_currency   text NOT NULL,
    bank_country    text NOT NULL,
    total           bigint NOT NULL CHECK (total >= 0),
    PRIMARY KEY (organization_id, bank_currency, bank_country)
) WITH (fillfactor = 50);
