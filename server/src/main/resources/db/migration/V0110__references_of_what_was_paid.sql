-- A payout that came to nothing and was paid after all, as its rail says, has its reference again where it is free.
INSERT INTO replay_reference (organization_id, kind, reference, payment_id)
SELECT d.organization_id, CASE WHEN d.receiver IS NULL THEN 'FD' ELSE 'CD' END, d.reference, d.id
FROM disbursement_discrepancy x
JOIN disbursement d ON d.organization_id = x.organization_id AND d.id = x.disbursement_id
WHERE x.said = 'SETTLED' AND d.reference IS NOT NULL
ON CONFLICT DO NOTHING;
