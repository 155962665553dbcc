-- What waits for an approval is narrowed and ordered by what is paid, how much, and by whom it was made. That stands
-- beside it: payouts are many more than wait. What was decided on before has none of it, and nobody looks for that.
ALTER TABLE disbursement_approval
    ADD COLUMN asset   text,
    ADD COLUMN amount  numeric,
    ADD COLUMN made_by uuid;
UPDATE disbursement_approval a
SET asset = d.asset, amount = d.units * ('1e-' || d.exponent)::numeric, made_by = d.actor_id
FROM disbursement d
WHERE a.ended_at IS NULL AND d.organization_id = a.organization_id AND d.id = a.disbursement_id;
ALTER TABLE disbursement_approval
    ADD CHECK (ended_at IS NOT NULL OR asset IS NOT NULL),
    ADD CHECK (ended_at IS NOT NULL OR amount IS NOT NULL),
    ADD CHECK (ended_at IS NOT NULL OR made_by IS NOT NULL);
CREATE INDEX disbursement_approval_amount
    ON disbursement_approval (organization_id, asset, amount DESC, disbursement_id) INCLUDE (made_by)
    WHERE ended_at IS NULL;
CREATE INDEX disbursement_approval_maker ON disbursement_approval (organization_id, made_by, disbursement_id)
    WHERE ended_at IS NULL;
