-- Operators list payouts that are held because their rows were changed. Only the service's key tells which these are,
-- so the queue says since when a payout has been held.
ALTER TABLE disbursement_due ADD COLUMN held_since timestamptz;
CREATE INDEX disbursement_due_held ON disbursement_due (disbursement_id) WHERE held_since IS NOT NULL;
