-- The least deposit of the token when something came to an address that waits to be swept, the lowest of them where
-- more came since: raising it ends no sweep that waits. Coins have none. Sweeps from before go by the least of the day.
ALTER TABLE rail_evm_sweep ADD COLUMN least numeric(78, 0);
