-- A payment that a person sent back, and that its rail undid after that, is missing until a person closes it and says
-- how it was settled.
ALTER TABLE deposit_payment
    ADD COLUMN closed_at     timestamptz,
    ADD COLUMN closed_by     text,
    ADD COLUMN closed_reason text,
    ADD CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
    ADD CHECK ((closed_at IS NULL) = (closed_reason IS NULL));
CREATE INDEX deposit_payment_unclosed ON deposit_payment (seen_at, organization_id, id)
    WHERE resolution = 'REFUNDED' AND reversed_at IS NOT NULL AND closed_at IS NULL;
DROP INDEX deposit_payment_missing;
