-- What rails contradicted and somebody settled is listed too, the latest first.
CREATE INDEX disbursement_discrepancy_closed
    ON disbursement_discrepancy (closed_at, organization_id, disbursement_id) WHERE closed_at IS NOT NULL;
