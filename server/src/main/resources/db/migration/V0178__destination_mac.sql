-- The rows that decide where money or events go are authenticated: stored recipients, the instructions of deposits, and
-- webhook endpoints each have a MAC under a key that the database does not have. Rows from before get theirs when the
-- service first starts.
ALTER TABLE recipient ADD COLUMN mac bytea;
ALTER TABLE webhook_endpoint ADD COLUMN mac bytea;
ALTER TABLE deposit ADD COLUMN mac bytea;
-- The payments of a deposit say to whom a refund goes.
ALTER TABLE deposit_progress ADD COLUMN payments_mac bytea;
ALTER TABLE deposit_former_instructions ADD COLUMN mac bytea;
