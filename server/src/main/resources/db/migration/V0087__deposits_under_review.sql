-- The list of deposits with a payment under review looked at the latest 10,000 such payments, and so counted no more.
-- This index has those deposits alone, in the order of the list.
CREATE INDEX deposit_payment_reviewed_deposit ON deposit_payment (organization_id, deposit_id)
    WHERE reason IS NOT NULL AND reversed_at IS NULL AND resolution IS NULL AND deposit_id IS NOT NULL;
