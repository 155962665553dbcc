-- Payouts by files at banks. An order belongs to one file for life, and a file never changes after it is sealed: a
-- resend sends the same bytes under the same name.

-- Payouts that a bank account pays.
CREATE TABLE rail_bank_order (
    organization_id uuid NOT NULL,
    payout_id       uuid NOT NULL,
    -- The profile's id.
    bank            text NOT NULL,
    end_to_end_id   text NOT NULL UNIQUE,
    asset           text NOT NULL,
    exponent        smallint NOT NULL,
    units           numeric(40, 0) NOT NULL CHECK (units > 0),
    -- The payee and the text for the payee, sealed.
    transfer        bytea NOT NULL,
    -- MAC of the instruction under a key that the database does not have.
    mac             bytea NOT NULL,
    state           text NOT NULL
        CHECK (state IN ('queued', 'sealed', 'settled', 'rejected', 'cancelled', 'returned')),
    accepted_at     timestamptz NOT NULL,
    due_at          timestamptz NOT NULL,
    -- The reason for which a queued order waits, if it does.
    waits_for       text,
    -- The file that contains it.
    file_id         uuid,
    -- The bank's latest status of the order, its reason code and text.
    status          text,
    status_reason   text,
    status_text     text,
    status_at       timestamptz,
    -- The outcome is uncertain, whatever the status says: the reason as a sentence.
    doubt           text,
    ended_at        timestamptz,
    bank_reference  text,
    failure_code    text,
    message         text,
    PRIMARY KEY (organization_id, payout_id),
    CHECK ((state IN ('queued', 'cancelled')) OR state = 'rejected' OR file_id IS NOT NULL),
    CHECK (state <> 'settled' OR (ended_at IS NOT NULL AND bank_reference IS NOT NULL)),
    CHECK (state NOT IN ('rejected', 'returned') OR (failure_code IS NOT NULL AND message IS NOT NULL))
);
CREATE INDEX rail_bank_order_due ON rail_bank_order (bank, due_at) WHERE state = 'queued';
CREATE INDEX rail_bank_order_file ON rail_bank_order (file_id) WHERE file_id IS NOT NULL;

-- Files for banks. The content is sealed; its hash and the MAC are checked before each upload.
CREATE TABLE rail_bank_file (
    id           uuid PRIMARY KEY,
    bank         text NOT NULL,
    msg_id       text NOT NULL UNIQUE,
    name         text NOT NULL,
    asset        text NOT NULL,
    units        numeric(40, 0) NOT NULL CHECK (units > 0),
    transfers    integer NOT NULL CHECK (transfers > 0),
    content      bytea NOT NULL,
    sha256       bytea NOT NULL,
    mac          bytea NOT NULL,
    state        text NOT NULL CHECK (state IN ('sealed', 'uploading', 'ready', 'delivered', 'doubtful')),
    -- Number of attempts that were begun.
    attempt      integer NOT NULL DEFAULT 0,
    sealed_at    timestamptz NOT NULL,
    -- The day on which it counts against the profile's limit, in the profile's zone.
    sealed_on    date NOT NULL,
    due_at       timestamptz NOT NULL,
    delivered_at timestamptz,
    -- The bank's latest status of the whole file.
    status       text,
    status_at    timestamptz,
    CHECK (state <> 'delivered' OR delivered_at IS NOT NULL)
);
CREATE INDEX rail_bank_file_due ON rail_bank_file (bank, due_at) WHERE state NOT IN ('delivered', 'doubtful');
CREATE INDEX rail_bank_file_day ON rail_bank_file (bank, sealed_on);

-- Every transfer that a file contains, by which sealing proves that an order enters one file only. The serving role can
-- only add rows and set the entry (rights.sql).
CREATE TABLE rail_bank_transfer (
    end_to_end_id text PRIMARY KEY,
    file_id       uuid NOT NULL,
    units         numeric(40, 0) NOT NULL,
    -- The entry of the account that books it.
    entry_id      uuid
);
CREATE INDEX rail_bank_transfer_file ON rail_bank_transfer (file_id);

-- Attempts to deliver a file. The serving role can add rows, and set the end of one.
CREATE TABLE rail_bank_attempt (
    file_id    uuid NOT NULL,
    attempt    integer NOT NULL CHECK (attempt > 0),
    started_at timestamptz NOT NULL,
    ended_at   timestamptz,
    result     text CHECK (result IN ('delivered', 'failed', 'doubtful')),
    message    text,
    PRIMARY KEY (file_id, attempt)
);
