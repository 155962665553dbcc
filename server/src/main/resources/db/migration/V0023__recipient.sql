-- Stored recipients, and files of them.

-- Personal data other than the name is sealed in one document, stored inline since it does not compress. Beside it are
-- the values that lists filter and search by: the name in lower case, the bank's currency and country, and keyed
-- fingerprints of the e-mail address and of the merchant's reference (empty if there is none). The MAC authenticates
-- where money goes, under a key that the database does not have.
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
    WHERE deleted_at IS NULL AND reference_fingerprint <> '';
-- Recipients whose fingerprint a worker has still to compute; empty otherwise.
CREATE INDEX recipient_reference_unread ON recipient (organization_id, id)
    WHERE deleted_at IS NULL AND reference_fingerprint IS NULL;

-- Number of recipients by currency and country, so that a list's total needs no scan.
CREATE TABLE recipient_tally (
    organization_id uuid NOT NULL,
    bank_currency   text NOT NULL,
    bank_country    text NOT NULL,
    total           bigint NOT NULL CHECK (total >= 0),
    PRIMARY KEY (organization_id, bank_currency, bank_country)
) WITH (fillfactor = 50);

-- Files of recipients. The content of a row is personal data, so it is sealed, together with its errors. Each row that
-- can be stored has a MAC from the reading of the file on, and so has the confirmation.
CREATE TABLE fileimport_recipient_file (
    organization_id   uuid NOT NULL,
    id                uuid NOT NULL,
    name              text NOT NULL,
    state             text NOT NULL CHECK (state IN ('READ', 'CONFIRMED', 'DONE')),
    row_count         integer NOT NULL CHECK (row_count > 0),
    created_by        uuid NOT NULL,
    created_by_name   text NOT NULL,
    created_at        timestamptz NOT NULL,
    confirmed_by      uuid,
    confirmed_by_name text,
    confirmed_at      timestamptz,
    done_at           timestamptz,
    leased_until      timestamptz,
    name_folded       text NOT NULL,
    -- The person who stopped the processing of the confirmed file.
    stopped_by        uuid,
    stopped_by_name   text,
    stopped_at        timestamptz,
    -- The sheet of the workbook that was read.
    sheet             text NOT NULL DEFAULT '',
    mac               bytea,
    PRIMARY KEY (organization_id, id),
    CHECK ((state = 'READ') = (confirmed_at IS NULL)),
    CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
    CHECK ((state = 'DONE') = (done_at IS NOT NULL)),
    CHECK ((stopped_by IS NULL) = (stopped_at IS NULL))
);
CREATE INDEX fileimport_recipient_file_due ON fileimport_recipient_file (confirmed_at) WHERE state = 'CONFIRMED';
CREATE INDEX fileimport_recipient_file_name ON fileimport_recipient_file
    USING gin (name_grams(organization_id, name_folded));

CREATE TABLE fileimport_recipient_row (
    organization_id uuid NOT NULL,
    file_id         uuid NOT NULL,
    number          integer NOT NULL CHECK (number > 0),
    content         bytea NOT NULL,
    state           text NOT NULL
        CHECK (state IN ('READY', 'FAULTY', 'DUPLICATE', 'LEFT_OUT', 'STORED', 'REFUSED')),
    recipient_id    uuid,
    -- True if the workbook hides the row: such rows can be left out.
    hidden          boolean NOT NULL DEFAULT false,
    mac             bytea,
    PRIMARY KEY (organization_id, file_id, number),
    FOREIGN KEY (organization_id, file_id) REFERENCES fileimport_recipient_file (organization_id, id) ON DELETE CASCADE,
    CHECK (state <> 'STORED' OR recipient_id IS NOT NULL),
    CHECK (recipient_id IS NULL OR state IN ('STORED', 'DUPLICATE'))
);
CREATE INDEX fileimport_recipient_row_ready ON fileimport_recipient_row (organization_id, file_id, number)
    WHERE state = 'READY';
