-- Payouts that failed in a final block are looked at again for a day: a rewrite of the chain can pay them after all.
CREATE INDEX rail_evm_payout_rejected ON rail_evm_payout (network, ended_at)
    WHERE state = 'rejected' AND nonce IS NOT NULL;
