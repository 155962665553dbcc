-- What changes as a payout goes its way stands apart from what it is: a step writes a narrow row and the three indexes
-- on it, where it wrote the whole payout with its sealed payee and five. And whoever takes a payout up leases it in a
-- column that no index has, so that taking up is an update in place.

CREATE TABLE disbursement_progress (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    status          text NOT NULL CHECK (status IN ('pending', 'completed', 'failed', 'cancelled', 'reversed')),
    stage           text CHECK (stage IN ('QUEUED', 'SUBMITTED', 'UNKNOWN')),
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
    PRIMARY KEY (organization_id, id),
    CHECK ((stage IS NOT NULL) = (status = 'pending')),
    CHECK ((failure_code IS NOT NULL) = (status IN ('failed', 'reversed'))),
    CHECK ((completed_at IS NOT NULL) = (status IN ('completed', 'reversed')))
) WITH (fillfactor = 60);

INSERT INTO disbursement_progress
SELECT organization_id, id, status, stage, failure_code, failure_message, state_at, history, rail_reference,
       completed_at, detached, transfers, events, updated_at
FROM disbursement;

CREATE INDEX disbursement_progress_status ON disbursement_progress (organization_id, status, id);
CREATE INDEX disbursement_progress_updated ON disbursement_progress (organization_id, updated_at, id);

ALTER TABLE disbursement
    DROP COLUMN status,
    DROP COLUMN stage,
    DROP COLUMN failure_code,
    DROP COLUMN failure_message,
    DROP COLUMN state_at,
    DROP COLUMN history,
    DROP COLUMN rail_reference,
    DROP COLUMN completed_at,
    DROP COLUMN detached,
    DROP COLUMN transfers,
    DROP COLUMN events,
    DROP COLUMN updated_at,
    SET (fillfactor = 100);

ALTER TABLE disbursement_due ADD COLUMN leased_until timestamptz;

-- What is due says which rail is to be asked, so that asking needs no look at the payout.
ALTER TABLE disbursement_due ADD COLUMN rail text;
UPDATE disbursement_due SET rail = disbursement.rail
FROM disbursement
WHERE disbursement.organization_id = disbursement_due.organization_id
      AND disbursement.id = disbursement_due.disbursement_id;
ALTER TABLE disbursement_due ALTER COLUMN rail SET NOT NULL;
