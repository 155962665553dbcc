-- Payouts by files at banks. An order belongs to one file for life, unless that file is void, and a file never changes
-- after it is sealed: a resend sends the same bytes under the same name.

-- Payouts that a bank account pays.
CREATE TABLE rail_iso20022_order (
    organization_id uuid NOT NULL,
    payout_id       uuid NOT NULL,
    -- The profile's id.
    bank            text NOT NULL,
    end_to_end_id   text NOT NULL,
    asset           text NOT NULL,
    exponent        smallint NOT NULL,
    units           numeric(40, 0) NOT NULL CHECK (units > 0),
    -- The payee, its address and the text for the payee, sealed.
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
    -- The file that asks the bank to cancel it, and the bank's answer.
    recall_id       uuid,
    recall_answer   text,
    -- All that has come back of a returned order.
    returned_units  numeric(40, 0) CHECK (returned_units > 0 AND returned_units <= units),
    PRIMARY KEY (organization_id, payout_id),
    CHECK ((returned_units IS NOT NULL) = (state = 'returned')),
    -- People can resolve an order without a file, after a bank booked one that this database never sent.
    CHECK (state IN ('queued', 'cancelled', 'rejected', 'settled') OR file_id IS NOT NULL),
    CHECK (state <> 'settled' OR (ended_at IS NOT NULL AND bank_reference IS NOT NULL)),
    CHECK (state NOT IN ('rejected', 'returned') OR (failure_code IS NOT NULL AND message IS NOT NULL))
);
CREATE INDEX rail_iso20022_order_end_to_end ON rail_iso20022_order (end_to_end_id);
CREATE INDEX rail_iso20022_order_due ON rail_iso20022_order (bank, due_at) WHERE state = 'queued';
-- Orders that the bank accepted with a change.
CREATE INDEX rail_iso20022_order_changed ON rail_iso20022_order (bank) WHERE status = 'ACWC';
CREATE INDEX rail_iso20022_order_file ON rail_iso20022_order (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX rail_iso20022_order_recall ON rail_iso20022_order (recall_id) WHERE recall_id IS NOT NULL;

-- Files for banks. The content is sealed; its hash and the MAC are checked before each upload.
CREATE TABLE rail_iso20022_file (
    id           uuid PRIMARY KEY,
    bank         text NOT NULL,
    -- Transfers, or a request to cancel some of another file.
    kind         text NOT NULL CHECK (kind IN ('payment', 'recall')),
    msg_id       text NOT NULL UNIQUE,
    name         text NOT NULL,
    asset        text NOT NULL,
    exponent     smallint NOT NULL,
    units        numeric(40, 0) NOT NULL CHECK (units > 0),
    transfers    integer NOT NULL CHECK (transfers > 0),
    content      bytea NOT NULL,
    sha256       bytea NOT NULL,
    mac          bytea NOT NULL,
    state        text NOT NULL
        CHECK (state IN ('sealed', 'uploading', 'ready', 'delivered', 'doubtful', 'taken', 'void')),
    -- Number of attempts that were begun.
    attempt      integer NOT NULL DEFAULT 0,
    -- The first time before its rename.
    ready_at     timestamptz,
    -- The bank may have more than one copy: it was doubtful, sent again or taken by a person. It stays so.
    maybe_twice  boolean NOT NULL DEFAULT false,
    -- The uploader by hand.
    taken_by     text,
    taken_at     timestamptz,
    -- Why its orders may enter another file, with a MAC under a key that the database does not have.
    void_reason  text,
    voided_at    timestamptz,
    void_mac     bytea,
    sealed_at    timestamptz NOT NULL,
    -- The day on which it counts against the profile's limit, in the profile's zone.
    sealed_on    date NOT NULL,
    due_at       timestamptz NOT NULL,
    delivered_at timestamptz,
    -- When the bank's acknowledgement was found, if the profile has a folder for them.
    acknowledged_at timestamptz,
    -- The bank's latest status of the whole file.
    status       text,
    status_at    timestamptz,
    CHECK (state <> 'delivered' OR delivered_at IS NOT NULL),
    CHECK (state <> 'taken' OR (taken_by IS NOT NULL AND taken_at IS NOT NULL AND maybe_twice)),
    CHECK (state <> 'doubtful' OR maybe_twice),
    CHECK (num_nonnulls(void_reason, voided_at, void_mac) IN (0, 3)),
    CHECK (state <> 'void' OR void_mac IS NOT NULL)
);
CREATE INDEX rail_iso20022_file_due
    ON rail_iso20022_file (bank, due_at) WHERE state IN ('sealed', 'uploading', 'ready', 'doubtful');
CREATE INDEX rail_iso20022_file_day ON rail_iso20022_file (bank, sealed_on);
-- Delivered files to which the bank has not answered.
CREATE INDEX rail_iso20022_file_unanswered ON rail_iso20022_file (bank, delivered_at)
    WHERE state = 'delivered' AND acknowledged_at IS NULL AND status IS NULL;

-- Every transfer that a file contains, by which sealing proves that an order enters one file only, or a second one
-- after a void one. The serving role can only add rows and set the entry (rights.sql).
CREATE TABLE rail_iso20022_transfer (
    end_to_end_id text NOT NULL,
    -- The void file that contained it before; zero for its first file.
    after_id      uuid NOT NULL,
    file_id       uuid NOT NULL,
    units         numeric(40, 0) NOT NULL,
    -- The entry of the account that books it.
    entry_id      uuid,
    PRIMARY KEY (end_to_end_id, after_id)
);
CREATE INDEX rail_iso20022_transfer_file ON rail_iso20022_transfer (file_id);
CREATE INDEX rail_iso20022_transfer_entry ON rail_iso20022_transfer (entry_id) WHERE entry_id IS NOT NULL;
-- Transfers that no entry has booked.
CREATE INDEX rail_iso20022_transfer_unbooked ON rail_iso20022_transfer (file_id) WHERE entry_id IS NULL;

-- Attempts to deliver a file. The serving role can add rows, and set the end of one.
CREATE TABLE rail_iso20022_attempt (
    file_id    uuid NOT NULL,
    attempt    integer NOT NULL CHECK (attempt > 0),
    started_at timestamptz NOT NULL,
    ended_at   timestamptz,
    result     text CHECK (result IN ('delivered', 'failed', 'doubtful')),
    message    text,
    PRIMARY KEY (file_id, attempt)
);

-- Files at banks that this database never sent, because it was restored from a backup. Each of them stops the rail
-- once. The serving role can only add rows.
CREATE TABLE rail_iso20022_unknown_file (
    -- The profile's id.
    bank     text NOT NULL,
    msg_id   text NOT NULL,
    name     text NOT NULL,
    found_at timestamptz NOT NULL,
    PRIMARY KEY (bank, msg_id)
);

-- Decisions of people about bank accounts: one person requests, and a different one confirms. The serving role can
-- only add rows and end them.
CREATE TABLE rail_iso20022_decision (
    id              uuid PRIMARY KEY,
    account         text NOT NULL,
    kind            text NOT NULL CHECK (kind IN ('resolve_payout', 'release_file', 'requeue_orders', 'void_file',
                                                  'match_entry', 'lift_limit')),
    -- A payout, a file or an entry, as the kind says.
    subject         text NOT NULL,
    verdict         text NOT NULL,
    evidence        text NOT NULL,
    requested_by_id text NOT NULL,
    requested_by    text NOT NULL,
    requested_from  text NOT NULL CHECK (requested_from IN ('dashboard', 'command_line')),
    requested_at    timestamptz NOT NULL,
    state           text NOT NULL CHECK (state IN ('waiting', 'confirmed', 'refused', 'withdrawn')),
    decided_by_id   text,
    decided_by      text,
    decided_from    text CHECK (decided_from IN ('dashboard', 'command_line')),
    decided_at      timestamptz,
    decided_note    text,
    mac             bytea NOT NULL,
    CHECK ((state = 'waiting') = (decided_at IS NULL)),
    CHECK (num_nonnulls(decided_by_id, decided_by, decided_from, decided_at) IN (0, 4)),
    -- One person is enough to lift a limit, and to match a small entry.
    CHECK (state <> 'confirmed' OR kind IN ('lift_limit', 'match_entry') OR decided_by_id <> requested_by_id)
);
CREATE UNIQUE INDEX rail_iso20022_decision_waiting
    ON rail_iso20022_decision (account, kind, subject) WHERE state = 'waiting';
CREATE INDEX rail_iso20022_decision_subject ON rail_iso20022_decision (subject);

-- Files that banks send, and what they say about our accounts. Rows decide about money: each has a MAC under a key that
-- the database does not have.

-- Accounts at banks, by the id of their profile. The row is the lock under which files of the account are applied, and
-- the lease of the node that fetches them.
CREATE TABLE rail_iso20022_account (
    account   text PRIMARY KEY,
    leased_to timestamptz NOT NULL
);

-- Inbound files. A file is a row by its hash before it is parsed. The content is compressed and sealed.
CREATE TABLE rail_iso20022_inbound (
    id          uuid PRIMARY KEY,
    account     text NOT NULL,
    name        text NOT NULL,
    sha256      text NOT NULL,
    size        integer NOT NULL,
    received_at timestamptz NOT NULL,
    content     bytea NOT NULL,
    state       text NOT NULL CHECK (state IN ('received', 'applied', 'held', 'unreadable', 'rejected')),
    kind        text,
    message_ids text[] NOT NULL,
    -- Why it is held, unreadable or rejected.
    reason      text,
    -- Kind of the break that holds it, if it is one.
    break_kind  text,
    -- Amount that is missing or too much, in the currency of the account.
    difference  numeric,
    decided_by  text,
    second_by   text,
    decided_at  timestamptz,
    applied_at  timestamptz,
    mac         bytea NOT NULL,
    UNIQUE (account, sha256),
    CHECK ((state = 'applied') = (applied_at IS NOT NULL)),
    CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
    CHECK (state NOT IN ('held', 'unreadable', 'rejected') OR reason IS NOT NULL)
);
CREATE INDEX rail_iso20022_inbound_waiting
    ON rail_iso20022_inbound (account, received_at) WHERE state IN ('received', 'held');
CREATE INDEX rail_iso20022_inbound_newest ON rail_iso20022_inbound (account, received_at);
-- A second file with the same identifier of a message is held.
CREATE INDEX rail_iso20022_inbound_message ON rail_iso20022_inbound USING gin (message_ids) WHERE state = 'applied';

-- Pages of statements whose balances are chained, by the class of their kind (camt.053, mt940).
CREATE TABLE rail_iso20022_statement (
    id             uuid PRIMARY KEY,
    account        text NOT NULL,
    kind           text NOT NULL,
    -- Day of the closing balance. Numbers restart each year.
    day            date NOT NULL,
    year           integer NOT NULL CHECK (year > 0),
    number         text,
    statement_id   text,
    -- First booking day in it.
    from_day       date NOT NULL,
    asset          text NOT NULL,
    exponent       smallint NOT NULL,
    opening        numeric(40, 0) NOT NULL,
    closing        numeric(40, 0) NOT NULL,
    -- True if the page before or the next one belongs to the same statement.
    continued      boolean NOT NULL,
    continues      boolean NOT NULL,
    file_id        uuid NOT NULL,
    page           integer NOT NULL,
    applied_at     timestamptz NOT NULL,
    mac            bytea NOT NULL,
    UNIQUE (file_id, page)
);
CREATE INDEX rail_iso20022_statement_day ON rail_iso20022_statement (account, kind, day);

-- Entries of the accounts: one for each detail if the details add up, else one for the bank's entry.
CREATE TABLE rail_iso20022_entry (
    id                     uuid PRIMARY KEY,
    account                text NOT NULL,
    key                    text NOT NULL,
    -- The entry at the bank that it is a part of, its number in it, and the whole amount.
    booking_id             uuid NOT NULL,
    part                   integer NOT NULL,
    parts                  integer NOT NULL CHECK (parts > part AND part >= 0),
    whole_units            numeric(40, 0) NOT NULL,
    -- The bank's references of the part and of the whole.
    bank_reference         text,
    entry_reference        text,
    units                  numeric(40, 0) NOT NULL CHECK (units >= 0),
    asset                  text NOT NULL,
    exponent               smallint NOT NULL,
    credit                 boolean NOT NULL,
    creditable             boolean NOT NULL,
    -- A replaced entry was divided into its details later.
    status                 text NOT NULL CHECK (status IN ('booked', 'pending', 'info', 'replaced')),
    booked_on              date NOT NULL,
    value_on               date,
    end_to_end_id          text,
    message_id             text,
    payment_information_id text,
    instruction_id         text,
    uetr                   text,
    return_code            text,
    details                integer NOT NULL,
    code                   text NOT NULL,
    -- Other side, text, own account and charges.
    sealed                 bytea NOT NULL,
    -- Sources that named it, each with its kind, time, statement and file.
    sources                text[] NOT NULL,
    stated_at              timestamptz,
    -- Day of the statement that named it first.
    stated_on              date,
    seen_at                timestamptz NOT NULL,
    match_kind             text CHECK (match_kind IN ('payout', 'return', 'deposit', 'reversal', 'charge', 'interest',
                                                      'transfer', 'ambiguous')),
    match_subject          text,
    fault                  text,
    credited_at            timestamptz,
    -- The entry that takes the credit back.
    reversed_by            uuid,
    mac                    bytea NOT NULL,
    UNIQUE (account, key),
    CHECK (reversed_by IS NULL OR credited_at IS NOT NULL)
);
CREATE INDEX rail_iso20022_entry_day ON rail_iso20022_entry (account, booked_on);
CREATE INDEX rail_iso20022_entry_reference
    ON rail_iso20022_entry (account, bank_reference) WHERE bank_reference IS NOT NULL;
CREATE INDEX rail_iso20022_entry_whole
    ON rail_iso20022_entry (account, entry_reference) WHERE entry_reference IS NOT NULL;
CREATE INDEX rail_iso20022_entry_end_to_end
    ON rail_iso20022_entry (account, end_to_end_id) WHERE end_to_end_id IS NOT NULL;
-- Reversals of credits that are not known yet.
CREATE INDEX rail_iso20022_entry_reversal
    ON rail_iso20022_entry (account) WHERE return_code IS NOT NULL AND match_kind IS NULL;
CREATE INDEX rail_iso20022_entry_pending ON rail_iso20022_entry (account, value_on) WHERE status = 'pending';
-- Entries that nothing explains.
CREATE INDEX rail_iso20022_entry_open ON rail_iso20022_entry (account, booked_on)
    WHERE status = 'booked' AND (match_kind IS NULL OR match_kind IN ('transfer', 'ambiguous')
                                 OR (credit AND match_kind IN ('charge', 'interest')));
-- Credits that no statement has confirmed yet.
CREATE INDEX rail_iso20022_entry_unstated ON rail_iso20022_entry (account, booked_on)
    WHERE credited_at IS NOT NULL AND stated_at IS NULL;

-- Entries by the day of their statement, and those that no statement has named.
CREATE INDEX rail_iso20022_entry_stated ON rail_iso20022_entry (account, stated_on);

-- Differences between the books, the orders and the bank. They close when their cause is gone, or by a person.
CREATE TABLE rail_iso20022_break (
    id            uuid PRIMARY KEY,
    account       text NOT NULL,
    kind          text NOT NULL,
    -- Subject, such as `entry:<id>`, `file:<id>`, `statement:<id>`, `day:<date>`, `payout:<id>`.
    subject       text NOT NULL,
    note          text NOT NULL,
    amount        numeric NOT NULL,
    -- Day of its cause, from which its age counts.
    since         date NOT NULL,
    opened_at     timestamptz NOT NULL,
    closed_at     timestamptz,
    closed_reason text,
    closed_by     text,
    mac           bytea NOT NULL,
    CHECK ((closed_at IS NULL) = (closed_reason IS NULL))
);
CREATE UNIQUE INDEX rail_iso20022_break_open ON rail_iso20022_break (account, kind, subject) WHERE closed_at IS NULL;
CREATE INDEX rail_iso20022_break_subject ON rail_iso20022_break (account, subject);

-- Rehearsals with the banks' test platforms. A deployment in live accepts a profile whose hash has a passed one.
CREATE TABLE rail_iso20022_rehearsal (
    id           uuid PRIMARY KEY,
    -- The profile's id and hash.
    account      text NOT NULL,
    profile_hash text NOT NULL,
    state        text NOT NULL CHECK (state IN ('open', 'passed', 'failed', 'abandoned')),
    started_at   timestamptz NOT NULL,
    started_by   text NOT NULL,
    -- True if the rename at the test platform keeps an existing file; null until the trial.
    rename_keeps boolean,
    renamed_at   timestamptz,
    ended_at     timestamptz,
    ended_by     text,
    -- Steps with their results and evidence, as JSON.
    report       text,
    -- Lease of the command that plays it.
    leased_to    timestamptz NOT NULL,
    mac          bytea NOT NULL,
    CHECK ((state = 'open') = (ended_at IS NULL)),
    CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
    CHECK (state NOT IN ('passed', 'failed') OR report IS NOT NULL),
    CHECK ((rename_keeps IS NULL) = (renamed_at IS NULL))
);
CREATE UNIQUE INDEX rail_iso20022_rehearsal_open ON rail_iso20022_rehearsal (account) WHERE state = 'open';
CREATE INDEX rail_iso20022_rehearsal_hash ON rail_iso20022_rehearsal (account, profile_hash, started_at);

-- Files of rehearsals. They are no payouts, and nothing of them is applied to the books.
CREATE TABLE rail_iso20022_rehearsal_file (
    id           uuid PRIMARY KEY,
    rehearsal_id uuid NOT NULL,
    -- The test that a file for the bank belongs to; 'answer' for a file of the bank.
    purpose      text NOT NULL,
    name         text NOT NULL,
    msg_id       text,
    sha256       text NOT NULL,
    -- Sealed.
    content      bytea NOT NULL,
    state        text NOT NULL CHECK (state IN ('sealed', 'uploading', 'ready', 'delivered', 'received')),
    attempt      integer NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL,
    -- Time of its delivery, or of its receipt.
    exchanged_at timestamptz,
    mac          bytea NOT NULL,
    CHECK ((purpose = 'answer') = (state = 'received')),
    CHECK ((state IN ('delivered', 'received')) = (exchanged_at IS NOT NULL)),
    CHECK ((purpose = 'answer') = (msg_id IS NULL))
);
CREATE UNIQUE INDEX rail_iso20022_rehearsal_file_purpose
    ON rail_iso20022_rehearsal_file (rehearsal_id, purpose) WHERE purpose <> 'answer';
CREATE UNIQUE INDEX rail_iso20022_rehearsal_file_answer
    ON rail_iso20022_rehearsal_file (rehearsal_id, sha256) WHERE purpose = 'answer';
