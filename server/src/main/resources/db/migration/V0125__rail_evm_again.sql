-- How far a network was looked at a second time. Where it is not said, as by a node of before, that is as far as it was
-- watched.
ALTER TABLE rail_evm_cursor ADD COLUMN again_block bigint;
