-- The newest block that is known to have changed what an address holds: where a node has not come as far, what is to be
-- swept is not there by its word. Of sweeps from before it is not known.
ALTER TABLE rail_evm_sweep ADD COLUMN changed_block bigint;
