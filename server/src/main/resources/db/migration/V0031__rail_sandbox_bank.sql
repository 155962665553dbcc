-- The sandbox's bank that exchanges files: its own books of each account. They share nothing with the ledger, so that
-- a payment made twice shows here. Amounts are in the account's smallest printed unit; credits are positive.

-- One account of a customer. Its row is locked by each step, so that nodes work on it one after the other.
CREATE TABLE rail_sandbox_bank_account (
    bank             text PRIMARY KEY,
    seed             bigint NOT NULL,
    open_day         date NOT NULL,
    opening          bigint NOT NULL,
    balance          bigint NOT NULL,
    -- Last number that was given to a file, an order or a booking of this account.
    last_id          bigint NOT NULL DEFAULT 0 CHECK (last_id >= 0),
    statement_year   integer NOT NULL,
    statement_number integer NOT NULL CHECK (statement_number >= 0),
    reported_at      timestamptz NOT NULL
);

-- Closed days. `closing` of a day is `opening` of the next one.
CREATE TABLE rail_sandbox_bank_day (
    bank    text NOT NULL,
    day     date NOT NULL,
    year    integer NOT NULL,
    number  integer NOT NULL CHECK (number > 0),
    opening bigint NOT NULL,
    closing bigint NOT NULL,
    PRIMARY KEY (bank, day)
);

-- Files of the customer, as they arrived.
CREATE TABLE rail_sandbox_bank_received (
    bank        text NOT NULL,
    id          bigint NOT NULL,
    name        text NOT NULL,
    hash        bytea NOT NULL,
    raw         bytea NOT NULL,
    msg_id      text,
    kind        text NOT NULL,
    received_at timestamptz NOT NULL,
    state       text NOT NULL CHECK (state IN ('accepted', 'refused', 'lost', 'empty', 'held')),
    -- Null until the file has left the customer's folder.
    archived_at timestamptz,
    PRIMARY KEY (bank, id)
);
-- An accepted file decides whether a later one is a duplicate. Its MsgId may return once the bank has forgotten it.
CREATE INDEX rail_sandbox_bank_received_msg ON rail_sandbox_bank_received (bank, msg_id);
CREATE INDEX rail_sandbox_bank_received_name ON rail_sandbox_bank_received (bank, name, id);
CREATE INDEX rail_sandbox_bank_received_open ON rail_sandbox_bank_received (bank, id) WHERE archived_at IS NULL;

CREATE TABLE rail_sandbox_bank_order (
    bank             text NOT NULL,
    id               bigint NOT NULL,
    received_id      bigint NOT NULL,
    msg_id           text NOT NULL,
    block            text NOT NULL,
    instruction_id   text,
    end_to_end_id    text NOT NULL,
    uetr             text,
    units            bigint NOT NULL CHECK (units > 0),
    payee_name       text NOT NULL,
    payee_account    text NOT NULL,
    payee_bank       text,
    remittance       text NOT NULL,
    reference        text,
    accepted_at      timestamptz NOT NULL,
    state            text NOT NULL CHECK (state IN ('accepted', 'held', 'booked', 'returned', 'rejected', 'cancelled')),
    due_at           timestamptz NOT NULL,
    -- Code of its refusal at the due time.
    reject_code      text,
    -- Code and time of its return by the payee's bank.
    return_code      text,
    return_at        timestamptz,
    -- 'single', 'details' or 'sum': one entry for the block, with or without its transactions.
    entry_form       text NOT NULL CHECK (entry_form IN ('single', 'details', 'sum')),
    -- 'none', 'twice' or 'normal': status reports of this order.
    answers          text NOT NULL CHECK (answers IN ('none', 'twice', 'normal')),
    PRIMARY KEY (bank, id)
);
CREATE INDEX rail_sandbox_bank_order_id ON rail_sandbox_bank_order (bank, end_to_end_id);
CREATE INDEX rail_sandbox_bank_order_due ON rail_sandbox_bank_order (bank, due_at) WHERE state = 'accepted';
CREATE INDEX rail_sandbox_bank_order_held ON rail_sandbox_bank_order (bank, msg_id) WHERE state = 'held';
CREATE INDEX rail_sandbox_bank_order_return ON rail_sandbox_bank_order (bank, return_at)
    WHERE state = 'booked' AND return_at IS NOT NULL;

CREATE TABLE rail_sandbox_bank_booking (
    bank            text NOT NULL,
    id              bigint NOT NULL,
    day             date NOT NULL,
    booked_at       timestamptz NOT NULL,
    kind            text NOT NULL
        CHECK (kind IN ('payment', 'lump', 'charge', 'interest', 'return', 'credit', 'reversal')),
    units           bigint NOT NULL CHECK (units <> 0),
    -- Balance after this booking.
    balance         bigint NOT NULL,
    -- The bank's reference; null for an entry without references.
    reference       text,
    order_ids       bigint[] NOT NULL,
    has_details     boolean NOT NULL,
    end_to_end_id   text,
    party_name      text,
    party_account   text,
    party_bank      text,
    own_account     text,
    remittance      text NOT NULL,
    payer_reference text,
    return_code     text,
    charges         bigint NOT NULL DEFAULT 0 CHECK (charges >= 0),
    noticed         boolean NOT NULL DEFAULT false,
    reported        boolean NOT NULL DEFAULT false,
    PRIMARY KEY (bank, id)
);
CREATE INDEX rail_sandbox_bank_booking_day ON rail_sandbox_bank_booking (bank, day);
CREATE INDEX rail_sandbox_bank_booking_noticed ON rail_sandbox_bank_booking (bank, id) WHERE NOT noticed;
CREATE INDEX rail_sandbox_bank_booking_reported ON rail_sandbox_bank_booking (bank, id) WHERE NOT reported;

-- Payments of others to the account. The key makes a repeated request harmless.
CREATE TABLE rail_sandbox_bank_credit (
    bank          text NOT NULL,
    key           text NOT NULL,
    units         bigint NOT NULL CHECK (units > 0),
    payer_name    text NOT NULL,
    payer_account text,
    payer_bank    text,
    remittance    text NOT NULL,
    reference     text,
    end_to_end_id text,
    own_account   text,
    asked_at      timestamptz NOT NULL,
    state         text NOT NULL CHECK (state IN ('asked', 'booked', 'reversing', 'reversed')),
    PRIMARY KEY (bank, key)
);
CREATE INDEX rail_sandbox_bank_credit_open ON rail_sandbox_bank_credit (bank, asked_at, key)
    WHERE state IN ('asked', 'reversing');

-- Files for the customer. They are stored before they are written, and written again if nobody knows that they were.
CREATE TABLE rail_sandbox_bank_outgoing (
    bank       text NOT NULL,
    id         bigint NOT NULL,
    kind       text NOT NULL,
    folder     text NOT NULL CHECK (folder IN ('in', 'acks')),
    name       text NOT NULL,
    content    bytea NOT NULL,
    due_at     timestamptz NOT NULL,
    written_at timestamptz,
    PRIMARY KEY (bank, id)
);
CREATE UNIQUE INDEX rail_sandbox_bank_outgoing_name ON rail_sandbox_bank_outgoing (bank, folder, name);
CREATE INDEX rail_sandbox_bank_outgoing_due ON rail_sandbox_bank_outgoing (bank, due_at, id) WHERE written_at IS NULL;

-- Faults that the bank makes: for one subject in a thousand, or for the named ones.
CREATE TABLE rail_sandbox_bank_knob (
    bank      text NOT NULL,
    knob      text NOT NULL,
    per_mille integer NOT NULL CHECK (per_mille BETWEEN 0 AND 1000),
    subjects  text[] NOT NULL,
    PRIMARY KEY (bank, knob)
);
