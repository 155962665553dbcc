-- Whoever sent a file approves none of its payouts, as whoever made the key that paid one. So they stand beside what
-- waits of files that were confirmed before, too.
UPDATE disbursement_approval a
SET key_made_by = f.created_by
FROM disbursement d
JOIN bulk_row r ON r.organization_id = d.organization_id AND r.group_id = d.group_id AND r.payout_id = d.id
JOIN bulk_file f ON f.organization_id = r.organization_id AND f.id = r.file_id
WHERE a.ended_at IS NULL AND a.key_made_by IS NULL
    AND d.organization_id = a.organization_id AND d.id = a.disbursement_id;
