-- A payout's instruction is authenticated: by whom it is to be paid, to whom, what, how much and by which rail is in a
-- MAC under a key that the database does not have. What was open before gets its MAC when the service first starts.
ALTER TABLE disbursement ADD COLUMN mac bytea;
ALTER TABLE rail_evm_payout ADD COLUMN mac bytea;
ALTER TABLE rail_stellar_payment ADD COLUMN mac bytea;

-- When that was done.
CREATE TABLE vault_adoption (
    subject    text PRIMARY KEY,
    adopted_at timestamptz NOT NULL,
    mac        bytea NOT NULL
);
