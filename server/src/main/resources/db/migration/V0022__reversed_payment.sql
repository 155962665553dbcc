-- Payments that came in and are gone again: their chain was rewritten deeper than its confirmations.

-- A rail may take back what it told of, and tell of it again. The revision counts how often it changed its word.
ALTER TABLE rail_receipt ADD COLUMN revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
    ADD COLUMN reversed boolean NOT NULL DEFAULT false;
ALTER TABLE rail_receipt ALTER COLUMN revision DROP DEFAULT, ALTER COLUMN reversed DROP DEFAULT;

-- After a rewrite, the block up to which a payment is looked for again.
ALTER TABLE rail_evm_credit ADD COLUMN sought_to bigint;
CREATE INDEX rail_evm_credit_sought ON rail_evm_credit (network, sought_to) WHERE sought_to IS NOT NULL;

-- The newest revision that was applied. One that is reversed before it was ever booked is known all the same.
ALTER TABLE deposit_payment ADD COLUMN revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
    ADD COLUMN reversed_at timestamptz;
ALTER TABLE deposit_payment ALTER COLUMN revision DROP DEFAULT;
ALTER TABLE deposit_payment DROP CONSTRAINT deposit_payment_check;
ALTER TABLE deposit_payment ADD CHECK (reason IS NOT NULL OR transfers = 0),
    ADD CHECK (reason IS NULL OR transfers > 0 OR reversed_at IS NOT NULL);

-- What was taken back and had been spent, as long as the merchant owes it.
ALTER TABLE deposit_progress ADD COLUMN owed_units numeric(40, 0) NOT NULL DEFAULT 0 CHECK (owed_units >= 0);
CREATE INDEX deposit_progress_owed ON deposit_progress (organization_id, id) WHERE owed_units > 0;

-- Payments that vanish: the next notice says so where the last one told of it.
ALTER TABLE rail_sandbox_chain_payment ADD COLUMN vanishes boolean NOT NULL DEFAULT false,
    ADD COLUMN told boolean NOT NULL DEFAULT false;
ALTER TABLE rail_sandbox_chain_payment ALTER COLUMN vanishes DROP DEFAULT, ALTER COLUMN told DROP DEFAULT;
