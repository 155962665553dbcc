-- What moved through an account lately is found without what moved before: half of the transfers have a place in the
-- statement and its index by time, and this has the other half.
CREATE INDEX ledger_transfer_aside ON ledger_transfer (organization_id, asset, recorded_at) WHERE position IS NULL;
