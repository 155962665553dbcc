-- Payouts. The row of a payout is written three times in its life: created, accepted by the rail, settled. What has to
-- be done next and when is kept apart, so that the work queue stays small however many payouts there are.

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
    status          text NOT NULL CHECK (status IN ('pending', 'completed', 'failed', 'cancelled', 'reversed')),
    stage           text CHECK (stage IN ('QUEUED', 'SUBMITTED', 'UNKNOWN')),
    failure_code    text,
    failure_message text,
    state_at        timestamptz NOT NULL,
    history         text NOT NULL,
    rail            text NOT NULL,
    rail_reference  text,
    completed_at    timestamptz,
    detached        boolean NOT NULL,
    transfers       integer NOT NULL,
    events          integer NOT NULL,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    CHECK ((stage IS NOT NULL) = (status = 'pending')),
    CHECK ((failure_code IS NOT NULL) = (status IN ('failed', 'reversed'))),
    CHECK ((completed_at IS NOT NULL) = (status IN ('completed', 'reversed')))
) WITH (fillfactor = 85);
CREATE INDEX disbursement_status ON disbursement (organization_id, status, id);
CREATE INDEX disbursement_updated ON disbursement (organization_id, updated_at, id);
CREATE INDEX disbursement_by_reference ON disbursement (organization_id, reference, id) WHERE reference IS NOT NULL;
CREATE INDEX disbursement_group ON disbursement (organization_id, group_id);

-- The work queue: one row per payout that still has to be submitted or asked about. `attempts` is how often a worker
-- has taken it up; at zero it was never handed to a rail and can be cancelled.
CREATE TABLE disbursement_due (
    organization_id uuid NOT NULL,
    disbursement_id uuid NOT NULL,
    due_at          timestamptz NOT NULL,
    attempts        integer NOT NULL,
    PRIMARY KEY (organization_id, disbursement_id)
) WITH (fillfactor = 70);
CREATE INDEX disbursement_due_at ON disbursement_due (due_at);

-- References in use. A claim is made at creation and given up when the payout came to nothing.
CREATE TABLE disbursement_reference (
    organization_id uuid NOT NULL,
    reference       text NOT NULL,
    disbursement_id uuid NOT NULL,
    PRIMARY KEY (organization_id, reference)
);

-- How many payouts there are by currency and status, so that a list's total needs no scan.
CREATE TABLE disbursement_tally (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    status          text NOT NULL,
    total           bigint NOT NULL CHECK (total >= 0),
    PRIMARY KEY (organization_id, asset, status)
) WITH (fillfactor = 50);
