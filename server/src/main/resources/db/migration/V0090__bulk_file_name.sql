-- Files are found by a part of their name, as payees are: by every three letters in a row, hashed.
ALTER FUNCTION recipient_grams(uuid, text) RENAME TO name_grams;

ALTER TABLE bulk_file ADD COLUMN name_folded text;
UPDATE bulk_file SET name_folded = lower(name);
ALTER TABLE bulk_file ALTER COLUMN name_folded SET NOT NULL;
CREATE INDEX bulk_file_name ON bulk_file USING gin (name_grams(organization_id, name_folded));
