-- Screening against sanctions lists: each payout, recipient or payment that is screened has one check. The party and
-- the matches are sealed. The MAC is over all of a result or a decision, so that a row changed in the database lets
-- nothing pass.
CREATE TABLE screening_check (
    organization_id uuid NOT NULL,
    subject_id      uuid NOT NULL,
    kind            text NOT NULL CHECK (kind IN ('PAYOUT', 'RECIPIENT', 'DEPOSIT')),
    asked           bytea NOT NULL,
    fingerprint     bytea NOT NULL,
    state           text NOT NULL CHECK (state IN ('OPEN', 'CLEAR', 'HIT', 'CLEARED', 'REJECTED', 'DROPPED')),
    created_at      timestamptz NOT NULL,
    -- The time at which the worker queries the provider for an open check, or tells the owner of another one.
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
