-- What is known of a payment that came in decides whether its receipt counts, and whether it is sent back: each row has
-- a MAC under a key that the database does not have. Rows from before get theirs when the service first starts.
ALTER TABLE deposit_payment ADD COLUMN mac bytea;
