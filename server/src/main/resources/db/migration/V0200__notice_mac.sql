-- What rails tell by themselves decides about money: a receipt is credited, and a notice ends a payout. Each has a MAC
-- under a key that the database does not have. Rows from before get theirs when the service first starts.
ALTER TABLE rail_receipt ADD COLUMN mac bytea;
ALTER TABLE rail_sighting ADD COLUMN mac bytea;
-- Until when a notice is put off that the service did not write.
ALTER TABLE rail_sighting ADD COLUMN held_until timestamptz;
