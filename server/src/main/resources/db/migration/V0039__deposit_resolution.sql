-- What a person decided about a payment under review. Its own transfers stay its own; a settled one is its deposit's
-- from then on, whatever it was under review for.
ALTER TABLE deposit_payment
    ADD COLUMN resolution      text CHECK (resolution IN ('SETTLED', 'REFUNDED')),
    ADD COLUMN resolved_at     timestamptz,
    ADD COLUMN resolved_by     text,
    ADD COLUMN resolved_reason text,
    ADD COLUMN refund_id       uuid,
    ADD CHECK (resolution IS NULL OR resolved_at IS NOT NULL),
    ADD CHECK (resolution IS NULL OR resolved_by IS NOT NULL),
    ADD CHECK (resolution IS NULL OR resolved_reason IS NOT NULL),
    ADD CHECK (resolution IS DISTINCT FROM 'REFUNDED' OR refund_id IS NOT NULL);
CREATE INDEX deposit_payment_exception ON deposit_payment (seen_at, organization_id, id) WHERE reason IS NOT NULL;
