-- Payouts that are kept, as their rail is stopped or their organization frozen, stood before all others in the order of
-- the queue, and each worker read past all of them each time. What keeps a payout stands in its row now, so that each
-- is met once; and each rail has an order of its own.
ALTER TABLE disbursement_due ADD COLUMN kept_by text;
CREATE INDEX disbursement_due_rail ON disbursement_due (rail, due_at) WHERE kept_by IS NULL;
CREATE INDEX disbursement_due_kept ON disbursement_due (kept_by, rail, due_at) WHERE kept_by IS NOT NULL;
DROP INDEX disbursement_due_at;
