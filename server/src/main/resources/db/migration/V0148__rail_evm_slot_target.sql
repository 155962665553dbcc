-- What was sent to an address for gas explains the coins there.
CREATE INDEX rail_evm_slot_target ON rail_evm_slot (network, target) WHERE payout_id IS NULL;
