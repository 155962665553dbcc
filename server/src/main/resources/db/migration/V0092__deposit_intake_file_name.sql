-- Files of deposits are found by a part of their name, as those of payouts are.
ALTER TABLE deposit_intake_file ADD COLUMN name_folded text;
UPDATE deposit_intake_file SET name_folded = lower(name);
ALTER TABLE deposit_intake_file ALTER COLUMN name_folded SET NOT NULL;
CREATE INDEX deposit_intake_file_name ON deposit_intake_file USING gin (name_grams(organization_id, name_folded));
