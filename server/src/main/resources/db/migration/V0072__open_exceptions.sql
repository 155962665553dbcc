-- What waits for a decision is little, and is counted every few seconds; what was ever decided about grows for good.
CREATE INDEX deposit_payment_open_exception ON deposit_payment (seen_at, organization_id, id)
    WHERE reason IS NOT NULL AND resolution IS NULL AND reversed_at IS NULL;
