-- Payments that a person sent back, and that their rail undid after that, are few, and are counted among all that were
-- ever decided about whenever operators look.
CREATE INDEX deposit_payment_missing ON deposit_payment (seen_at, organization_id, id)
    WHERE resolution = 'REFUNDED' AND reversed_at IS NOT NULL;
