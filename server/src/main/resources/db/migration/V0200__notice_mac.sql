-- Receipts and notices of rails decide about money: a receipt is credited, and a notice ends a payout. Each has a MAC
-- under a key that the database does not have. Existing rows get theirs when the service first starts.
ALTER TABLE rail_receipt ADD COLUMN mac bytea;
ALTER TABLE rail_sighting ADD COLUMN mac bytea;
-- Time until which a notice that the service did not write is postponed.
ALTER TABLE rail_sighting ADD COLUMN held_until timestamptz;
