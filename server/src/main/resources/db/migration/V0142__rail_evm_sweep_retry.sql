-- A sweep that no node takes for its tip is signed anew at the same number; whichever is mined counts.
ALTER TABLE rail_evm_sweep ADD COLUMN earlier text[] NOT NULL DEFAULT '{}';

-- A sweep that fails on the chain costs gas each time: how often it failed in a row, and to which treasury.
ALTER TABLE rail_evm_sweep ADD COLUMN failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
    ADD COLUMN failed_to text;
CREATE INDEX rail_evm_sweep_failed ON rail_evm_sweep (network) WHERE failures > 0;
