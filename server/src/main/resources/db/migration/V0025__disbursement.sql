-- Payouts of fiat money and of tokens: one queue, one lane, one id to cancel by.

-- The instruction, written once; its state is in disbursement_progress. The sealed payee is stored inline, since it
-- does not compress. `receiver` is the wallet of a payout of tokens, which is public on its chain. The MAC
-- authenticates payer, payee, amount and rail, and whether an approval is needed and who may not give it, under a key
-- that the database does not have.
CREATE TABLE disbursement (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    group_id        uuid NOT NULL,
    asset           text NOT NULL,
    exponent        smallint NOT NULL,
    units           numeric(40, 0) NOT NULL CHECK (units > 0),
    fee_units       numeric(40, 0) NOT NULL CHECK (fee_units >= 0),
    fee_percentage  numeric NOT NULL,
    payee           bytea NOT NULL,
    reference       text,
    note            text,
    actor_id        uuid NOT NULL,
    actor_name      text NOT NULL,
    before_units    numeric(40, 0) NOT NULL,
    after_units     numeric(40, 0) NOT NULL CHECK (after_units >= 0),
    rail            text NOT NULL,
    receiver        text,
    recipient_id    uuid,
    mac             bytea NOT NULL,
    PRIMARY KEY (organization_id, id)
) WITH (toast_tuple_target = 8160, fillfactor = 100);
ALTER TABLE disbursement ALTER COLUMN payee SET STORAGE EXTERNAL;
CREATE INDEX disbursement_by_reference ON disbursement (organization_id, reference, id) WHERE reference IS NOT NULL;
CREATE INDEX disbursement_group ON disbursement (organization_id, group_id);
CREATE INDEX disbursement_asset ON disbursement (organization_id, asset, id);
CREATE INDEX disbursement_crypto ON disbursement (organization_id, id) WHERE receiver IS NOT NULL;
CREATE INDEX disbursement_receiver ON disbursement (organization_id, receiver, id) WHERE receiver IS NOT NULL;
CREATE INDEX disbursement_recipient ON disbursement (organization_id, recipient_id, id)
    WHERE recipient_id IS NOT NULL;

-- The state of a payout, apart from the instruction: a transition writes a narrow row with few indexes.
CREATE TABLE disbursement_progress (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    status          text NOT NULL CHECK (status IN ('pending', 'completed', 'failed', 'cancelled', 'reversed')),
    stage           text CHECK (stage IN ('NEEDS_APPROVAL', 'SCREENING', 'QUEUED', 'SUBMITTED', 'UNKNOWN')),
    failure_code    text,
    failure_message text,
    state_at        timestamptz NOT NULL,
    history         text NOT NULL,
    rail_reference  text,
    completed_at    timestamptz,
    detached        boolean NOT NULL,
    transfers       integer NOT NULL,
    events          integer NOT NULL,
    updated_at      timestamptz NOT NULL,
    on_chain        text,
    -- Amount that came back of a reversed payout: all of it, or less.
    returned_units  numeric(40, 0) CHECK (returned_units > 0),
    PRIMARY KEY (organization_id, id),
    CHECK ((stage IS NOT NULL) = (status = 'pending')),
    CHECK ((failure_code IS NOT NULL) = (status IN ('failed', 'reversed'))),
    CHECK ((completed_at IS NOT NULL) = (status IN ('completed', 'reversed'))),
    CHECK ((returned_units IS NOT NULL) = (status = 'reversed'))
) WITH (fillfactor = 60);
CREATE INDEX disbursement_progress_status ON disbursement_progress (organization_id, status, id);
CREATE INDEX disbursement_progress_updated ON disbursement_progress (organization_id, updated_at, id);
-- The rail's name of a payout: the bank's reference, or the hash of a transaction.
CREATE INDEX disbursement_progress_rail_reference ON disbursement_progress (organization_id, rail_reference)
    WHERE rail_reference IS NOT NULL;
-- Payouts of unknown outcome are few among all that there ever were.
CREATE INDEX disbursement_progress_unknown ON disbursement_progress (id, organization_id) WHERE stage = 'UNKNOWN';
CREATE INDEX disbursement_progress_stuck ON disbursement_progress (state_at, organization_id, id)
    WHERE stage = 'UNKNOWN';

-- The work queue: one row per payout that is still to be submitted or queried. `attempts` is how often a worker has
-- claimed it; at zero it was never handed to a rail and can be cancelled. No index has `leased_until`, so that
-- claiming updates a row in place.
CREATE TABLE disbursement_due (
    organization_id uuid NOT NULL,
    disbursement_id uuid NOT NULL,
    due_at          timestamptz NOT NULL,
    attempts        integer NOT NULL,
    leased_until    timestamptz,
    rail            text NOT NULL,
    -- The reason for which a payout is kept back: its rail is stopped, or its organization frozen. Workers skip it.
    kept_by         text,
    -- The time since which a payout is held because its row was changed, which only the service's key tells.
    held_since      timestamptz,
    PRIMARY KEY (organization_id, disbursement_id)
) WITH (fillfactor = 70);
CREATE INDEX disbursement_due_rail ON disbursement_due (rail, due_at) WHERE kept_by IS NULL;
CREATE INDEX disbursement_due_kept ON disbursement_due (kept_by, rail, due_at) WHERE kept_by IS NOT NULL;
CREATE INDEX disbursement_due_held ON disbursement_due (disbursement_id) WHERE held_since IS NOT NULL;

-- Number of payouts by currency and status, so that a list's total needs no scan.
CREATE TABLE disbursement_tally (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    status          text NOT NULL,
    total           bigint NOT NULL CHECK (total >= 0),
    PRIMARY KEY (organization_id, asset, status)
) WITH (fillfactor = 50);

-- Number and total of payouts by the day of their creation (UTC), so that a chart of a month reads a few hundred rows.
-- A volume is decimal, since a tally does not know its currency's decimals; its sign has no check, since a difference
-- is written.
CREATE TABLE disbursement_day_tally (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    status          text NOT NULL,
    day             date NOT NULL,
    total           bigint NOT NULL CHECK (total >= 0),
    volume          numeric NOT NULL DEFAULT 0,
    PRIMARY KEY (organization_id, day, asset, status)
) WITH (fillfactor = 50);

-- Payouts that need an approval, the rules that ask for it, and the decision. A payout that its maker cancelled has no
-- decider. Asset, amount and maker are those of the payout, to filter and sort by. `key_made_by` is the person who
-- made the key that paid, or sent the file: they may not approve. The approval has a MAC of its own.
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
    key_made_by     uuid,
    asset           text NOT NULL,
    amount          numeric NOT NULL,
    made_by         uuid NOT NULL,
    mac             bytea,
    PRIMARY KEY (organization_id, disbursement_id),
    FOREIGN KEY (organization_id, disbursement_id) REFERENCES disbursement (organization_id, id),
    CHECK ((approved IS NULL) = (decided_by IS NULL)),
    CHECK ((decided_by IS NULL) = (decided_by_name IS NULL)),
    CHECK (approved IS NULL OR ended_at IS NOT NULL)
);
CREATE INDEX disbursement_approval_waiting ON disbursement_approval (organization_id, disbursement_id)
    WHERE ended_at IS NULL;
CREATE INDEX disbursement_approval_amount
    ON disbursement_approval (organization_id, asset, amount DESC, disbursement_id) INCLUDE (made_by)
    WHERE ended_at IS NULL;
CREATE INDEX disbursement_approval_maker ON disbursement_approval (organization_id, made_by, disbursement_id)
    WHERE ended_at IS NULL;

-- Payouts that were cancelled or rejected, for which nothing is sent any more. The serving role can only add rows
-- (rights.sql).
CREATE TABLE disbursement_cancelled (
    organization_id uuid NOT NULL,
    disbursement_id uuid NOT NULL,
    at              timestamptz NOT NULL,
    PRIMARY KEY (organization_id, disbursement_id)
);

-- Contradictions of a rail about a payout that has ended: paid after it had failed, or rejected after it had been
-- paid. The payout keeps its state; an operator settles it with the rail.
CREATE TABLE disbursement_discrepancy (
    organization_id uuid NOT NULL,
    disbursement_id uuid NOT NULL,
    said            text NOT NULL CHECK (said IN ('SETTLED', 'REJECTED')),
    rail_reference  text,
    message         text,
    found_at        timestamptz NOT NULL,
    closed_at       timestamptz,
    closed_by       uuid,
    closed_by_name  text,
    reason          text,
    PRIMARY KEY (organization_id, disbursement_id),
    FOREIGN KEY (organization_id, disbursement_id) REFERENCES disbursement (organization_id, id),
    CHECK (num_nulls(closed_at, closed_by, closed_by_name, reason) IN (0, 4))
);
CREATE INDEX disbursement_discrepancy_open ON disbursement_discrepancy (organization_id, disbursement_id)
    WHERE closed_at IS NULL;
CREATE INDEX disbursement_discrepancy_closed
    ON disbursement_discrepancy (closed_at, organization_id, disbursement_id) WHERE closed_at IS NOT NULL;

-- Payouts by which operators send money back to its payer: only operators stop them, since the organization would keep
-- money that was never its own.
CREATE TABLE disbursement_return (
    organization_id uuid NOT NULL,
    disbursement_id uuid NOT NULL,
    PRIMARY KEY (organization_id, disbursement_id),
    FOREIGN KEY (organization_id, disbursement_id) REFERENCES disbursement (organization_id, id)
);

-- The last payout of unknown outcome that operators were told is stuck, in the order in which they became so; one row.
CREATE TABLE disbursement_stuck (
    organization_id        uuid PRIMARY KEY,
    since                  timestamptz NOT NULL,
    payout_organization_id uuid NOT NULL,
    payout_id              uuid NOT NULL
);
INSERT INTO disbursement_stuck (organization_id, since, payout_organization_id, payout_id)
VALUES ('00000000-0000-0000-0000-000000000000', 'epoch', '00000000-0000-0000-0000-000000000000',
        '00000000-0000-0000-0000-000000000000');
