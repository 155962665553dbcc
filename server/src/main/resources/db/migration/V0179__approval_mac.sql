-- Handing a payout to its rail proves that it needed no approval, or that somebody gave one: the instruction's MAC says
-- which of the two, and who may not give it; an approval has a MAC of its own.
ALTER TABLE disbursement_approval ADD COLUMN mac bytea;

-- MACs of instructions from before do not say that. Open payouts get theirs anew when the service first starts.
UPDATE disbursement SET mac = NULL WHERE mac IS NOT NULL;

-- Payouts that were cancelled or rejected, for which nothing is sent any more. The role that serves adds to it and
-- takes nothing away (rights.sql).
CREATE TABLE disbursement_cancelled (
    organization_id uuid NOT NULL,
    disbursement_id uuid NOT NULL,
    at              timestamptz NOT NULL,
    PRIMARY KEY (organization_id, disbursement_id)
);

INSERT INTO disbursement_cancelled (organization_id, disbursement_id, at)
SELECT organization_id, id, state_at FROM disbursement_progress WHERE status = 'cancelled';
