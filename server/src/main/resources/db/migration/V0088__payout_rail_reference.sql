-- A payout is found by what its rail calls it: the bank's reference, or the hash of a transaction, which alone had an
-- index.
CREATE INDEX disbursement_progress_rail_reference ON disbursement_progress (organization_id, rail_reference)
    WHERE rail_reference IS NOT NULL;
DROP INDEX disbursement_progress_hash;
