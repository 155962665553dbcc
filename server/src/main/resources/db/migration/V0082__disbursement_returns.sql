-- Payouts by which operators send money back to whoever paid it: only operators stop them, since the organization would
-- keep what was never its own. Those that were made before are found by the decisions that made them.
CREATE TABLE disbursement_return (
    organization_id uuid NOT NULL,
    disbursement_id uuid NOT NULL,
    PRIMARY KEY (organization_id, disbursement_id),
    FOREIGN KEY (organization_id, disbursement_id) REFERENCES disbursement (organization_id, id)
);
INSERT INTO disbursement_return (organization_id, disbursement_id)
SELECT DISTINCT organization_id, refund_id FROM deposit_payment WHERE refund_id IS NOT NULL;
