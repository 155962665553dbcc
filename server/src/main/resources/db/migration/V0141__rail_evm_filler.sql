-- Fillers are counted each time that a gap is found, since their number is limited.
CREATE INDEX rail_evm_slot_filler ON rail_evm_slot (network, sender, signed_at) WHERE payout_id IS NULL AND units = 0;
