-- What a rail said of a payout that was over already, where it contradicts what the payout is: that it was paid after
-- it had failed, or that it was refused after it had been paid. The payout stays as it is; an operator settles it with
-- the rail.
CREATE TABLE disbursement_discrepancy (
    organization_id uuid NOT NULL,
    disbursement_id uuid NOT NULL,
    said            text NOT NULL CHECK (said IN ('SETTLED', 'REJECTED')),
    rail_reference  text,
    message         text,
    found_at        timestamptz NOT NULL,
    closed_at       timestamptz,
    closed_by       uuid,
    closed_by_name  text,
    reason          text,
    PRIMARY KEY (organization_id, disbursement_id),
    FOREIGN KEY (organization_id, disbursement_id) REFERENCES disbursement (organization_id, id),
    CHECK (num_nulls(closed_at, closed_by, closed_by_name, reason) IN (0, 4))
);
CREATE INDEX disbursement_discrepancy_open ON disbursement_discrepancy (organization_id, disbursement_id)
    WHERE closed_at IS NULL;
