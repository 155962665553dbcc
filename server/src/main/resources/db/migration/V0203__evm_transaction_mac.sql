-- A MAC identifies transactions that the service signed. Its key is neither in the database nor in the wallet, so an
-- attacker with the wallet's key, or with another wallet, who can write to the database creates no slot that counts.
-- Rows are written once, so that existing transactions stay without a MAC: their slots count no more, and have to be
-- final by now.
ALTER TABLE rail_evm_transaction ADD COLUMN mac bytea;
