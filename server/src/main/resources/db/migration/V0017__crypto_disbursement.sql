-- Payouts of tokens stand beside those of fiat money: one queue, one lane, one id to cancel by. What is told apart is
-- the wallet that is paid, which is public on its chain anyway and is searched by, and what the chain shows.
ALTER TABLE disbursement ADD COLUMN receiver text;
CREATE INDEX disbursement_crypto ON disbursement (organization_id, id) WHERE receiver IS NOT NULL;
CREATE INDEX disbursement_receiver ON disbursement (organization_id, receiver, id) WHERE receiver IS NOT NULL;

ALTER TABLE disbursement_progress ADD COLUMN on_chain text;
CREATE INDEX disbursement_progress_hash ON disbursement_progress (organization_id, rail_reference)
    WHERE on_chain IS NOT NULL;
