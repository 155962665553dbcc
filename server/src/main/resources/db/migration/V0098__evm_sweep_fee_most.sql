-- Coins that are not worth the gas of moving them wait for cheaper gas. They are found by the most for a unit of gas at
-- which they are, so that however many wait, none is looked at before gas is that cheap.
ALTER TABLE rail_evm_sweep ADD COLUMN fee_most numeric(78, 0);
ALTER TABLE rail_evm_sweep ADD CHECK (fee_most IS NULL OR state = 'found');
CREATE INDEX rail_evm_sweep_look ON rail_evm_sweep (network, look_at) WHERE state <> 'done' AND fee_most IS NULL;
CREATE INDEX rail_evm_sweep_dear ON rail_evm_sweep (network, fee_most) WHERE fee_most IS NOT NULL;
DROP INDEX rail_evm_sweep_due;

-- The first block after which the number of a sweep was seen to be used while its transaction was nowhere to be seen:
-- it is given up once that block is final.
ALTER TABLE rail_evm_sweep ADD COLUMN used_block bigint;

-- Coins that were left for good because gas was dear when they came are looked at once more.
UPDATE rail_evm_sweep sweep SET state = 'found'
FROM reference_network network
WHERE network.network = sweep.network AND network.native_token = sweep.token AND sweep.state = 'done'
    AND EXISTS (SELECT FROM rail_evm_credit credit
                WHERE credit.network = sweep.network AND credit.token = sweep.token
                    AND credit.address = sweep.address AND credit.vanished_at IS NULL);
