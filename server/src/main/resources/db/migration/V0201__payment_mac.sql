-- Stored data of an incoming payment decides whether its receipt counts and whether it is sent back. Each row has a
-- MAC under a key that the database does not have. Existing rows get theirs when the service first starts.
ALTER TABLE deposit_payment ADD COLUMN mac bytea;
