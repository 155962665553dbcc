-- Top-ups of gas explain the coins at an address.
CREATE INDEX rail_evm_slot_target ON rail_evm_slot (network, target) WHERE payout_id IS NULL;
