-- Payouts of which nobody can tell whether the money moved are few, and are looked for among all that there ever were.
CREATE INDEX disbursement_progress_unknown ON disbursement_progress (id, organization_id) WHERE stage = 'UNKNOWN';
