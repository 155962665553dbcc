-- Stored recipients, and files of them.

-- Personal data other than the name is sealed in one document, stored inline since it does not compress. Beside it are
-- the values that lists filter and search by: the name in lower case, the bank's currency and country, and keyed
-- fingerprints of the e-mail address and of the merchant's reference. The MAC authenticates where money goes, under a
-- key that the database does not have.
CREATE TABLE recipient (
    organization_id       uuid NOT NULL,
    id                    uuid NOT NULL,
    user_id               uuid NOT NULL,
    name                  text NOT NULL CHECK (name <> ''),
    name_folded           text NOT NULL,
    email_fingerprint     bytea,
    bank_currency         text NOT NULL,
    bank_country          text NOT NULL,
    sealed                bytea NOT NULL,
    sequence              integer NOT NULL CHECK (sequence > 0),
    updated_at            timestamptz NOT NULL,
    deleted_at            timestamptz,
    name_grams            bigint[] NOT NULL GENERATED ALWAYS AS (name_grams(organization_id, name_folded)) STORED,
    reference_fingerprint bytea,
    mac                   bytea,
    PRIMARY KEY (organization_id, id)
) WITH (toast_tuple_target = 8160);
ALTER TABLE recipient ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX recipient_live ON recipient (organization_id, id) WHERE deleted_at IS NULL;
CREATE INDEX recipient_updated ON recipient (organization_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX recipient_bank ON recipient (organization_id, bank_currency, bank_country, id) WHERE deleted_at IS NULL;
CREATE INDEX recipient_name ON recipient USING gin (name_grams) WHERE deleted_at IS NULL;
CREATE INDEX recipient_email ON recipient (organization_id, email_fingerprint)
    WHERE deleted_at IS NULL AND email_fingerprint IS NOT NULL;
CREATE INDEX recipient_reference ON recipient (organization_id, reference_fingerprint, id)
    WHERE deleted_at IS NULL AND reference_fingerprint IS NOT NULL;

-- Number of recipients by currency and country, so that a list's total needs no scan.
CREATE TABLE recipient_tally (
    organization_id uuid NOT NULL,
    bank_currency   text NOT NULL,
    bank_country    text NOT NULL,
    total           bigint NOT NULL CHECK (total >= 0),
    PRIMARY KEY (organization_id, bank_currency, bank_country)
) WITH (fillfactor = 50);
