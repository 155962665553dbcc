-- Screening: each payout, recipient or payment that is screened has one check. Who was asked about and what was found
-- is sealed. The MAC is over everything that a result or a decision says, so that a row changed in the database lets
-- nothing pass.
CREATE TABLE screening_check (
    organization_id uuid NOT NULL,
    subject_id      uuid NOT NULL,
    kind            text NOT NULL CHECK (kind IN ('PAYOUT', 'RECIPIENT', 'DEPOSIT')),
    asked           bytea NOT NULL,
    fingerprint     bytea NOT NULL,
    state           text NOT NULL CHECK (state IN ('OPEN', 'CLEAR', 'HIT', 'CLEARED', 'REJECTED', 'DROPPED')),
    created_at      timestamptz NOT NULL,
    -- When the worker has something to do: to ask where the check is open, to tell its owner otherwise.
    due_at          timestamptz,
    leased_until    timestamptz,
    attempts        integer NOT NULL CHECK (attempts >= 0),
    trouble         text,
    provider        text,
    reference       text,
    matches         bytea,
    checked_at      timestamptz,
    decided_by      uuid,
    decided_by_name text,
    reason          text,
    decided_at      timestamptz,
    mac             bytea,
    PRIMARY KEY (organization_id, subject_id)
);
CREATE INDEX screening_check_due ON screening_check (organization_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX screening_check_hit ON screening_check (organization_id, subject_id) WHERE state = 'HIT';
CREATE INDEX screening_check_unavailable ON screening_check (organization_id, subject_id)
    WHERE state = 'OPEN' AND attempts > 0;

-- Matches that an operator cleared for a party, so that the same party passes with the same matches.
CREATE TABLE screening_clearance (
    organization_id uuid NOT NULL,
    party           bytea NOT NULL,
    match           bytea NOT NULL,
    cleared_by      uuid NOT NULL,
    cleared_by_name text NOT NULL,
    cleared_at      timestamptz NOT NULL,
    mac             bytea NOT NULL,
    PRIMARY KEY (organization_id, party, match)
);

-- A payout waits for its check before its rail gets it.
ALTER TABLE disbursement_progress DROP CONSTRAINT disbursement_progress_stage_check;
ALTER TABLE disbursement_progress ADD CONSTRAINT disbursement_progress_stage_check
    CHECK (stage IN ('NEEDS_APPROVAL', 'SCREENING', 'QUEUED', 'SUBMITTED', 'UNKNOWN'));

-- Operators are told of hits, and of a provider that cannot tell.
ALTER TABLE notice DROP CONSTRAINT notice_kind_check;
ALTER TABLE notice ADD CONSTRAINT notice_kind_check
    CHECK (kind IN ('BALANCE_LOW', 'PAYOUT_FAILED', 'ENDPOINT_DISABLED', 'APPROVAL_WAITING', 'PAYOUT_REJECTED',
                    'MONEY_UNMATCHED', 'MONEY_MISSING', 'RAIL_CONTRADICTION', 'PAYOUT_STUCK', 'RAIL_STOPPED',
                    'RAIL_ALERT', 'AUDIT_FAULT', 'OWNER_CHANGE', 'SCREENING_HIT',
                    'SCREENING_UNAVAILABLE'));
ALTER TABLE notice DROP CONSTRAINT notice_whose_check;
ALTER TABLE notice ADD CONSTRAINT notice_whose_check
    CHECK ((organization_id = '00000000-0000-0000-0000-000000000000')
           = (kind IN ('MONEY_UNMATCHED', 'MONEY_MISSING', 'RAIL_CONTRADICTION', 'PAYOUT_STUCK', 'RAIL_STOPPED',
                       'RAIL_ALERT', 'AUDIT_FAULT', 'OWNER_CHANGE', 'SCREENING_HIT',
                    'SCREENING_UNAVAILABLE')));
