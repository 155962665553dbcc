-- A receipt that waits for a check of its payer knows the check, so that it is looked at again once that is answered.
ALTER TABLE rail_receipt ADD COLUMN check_id uuid;
CREATE INDEX rail_receipt_check ON rail_receipt (check_id) WHERE check_id IS NOT NULL;
