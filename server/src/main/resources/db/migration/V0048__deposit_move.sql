-- A payment that a person moved to another deposit, of whichever organization, names it: what its rail says of it from
-- then on counts there.
ALTER TABLE deposit_payment DROP CONSTRAINT deposit_payment_resolution_check;
ALTER TABLE deposit_payment
    ADD COLUMN moved_organization_id uuid,
    ADD COLUMN moved_deposit_id      uuid,
    ADD CONSTRAINT deposit_payment_resolution_check CHECK (resolution IN ('SETTLED', 'REFUNDED', 'MOVED')),
    ADD CHECK ((resolution IS NOT DISTINCT FROM 'MOVED') = (moved_deposit_id IS NOT NULL)),
    ADD CHECK ((moved_organization_id IS NULL) = (moved_deposit_id IS NULL));
