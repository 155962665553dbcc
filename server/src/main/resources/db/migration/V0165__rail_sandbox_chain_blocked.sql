-- A payout that the sandbox's chain has never seen can be blocked: such a row has neither a time at which it was taken
-- nor a nonce.
ALTER TABLE rail_sandbox_chain_payout DROP CONSTRAINT rail_sandbox_chain_payout_check2;
ALTER TABLE rail_sandbox_chain_payout ADD CONSTRAINT rail_sandbox_chain_payout_stopped
    CHECK (stopped_at IS NULL OR (accepted_at IS NULL) = (nonce IS NULL));
