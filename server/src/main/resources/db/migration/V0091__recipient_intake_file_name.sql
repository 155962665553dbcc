-- Files of payees are found by a part of their name, as those of payouts are.
ALTER TABLE recipient_intake_file ADD COLUMN name_folded text;
UPDATE recipient_intake_file SET name_folded = lower(name);
ALTER TABLE recipient_intake_file ALTER COLUMN name_folded SET NOT NULL;
CREATE INDEX recipient_intake_file_name ON recipient_intake_file USING gin (name_grams(organization_id, name_folded));
