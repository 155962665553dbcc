-- What a row says, under a key, so that one that another file had paid lately is known again in this one.
ALTER TABLE bulk_row ADD COLUMN said bytea;
CREATE INDEX bulk_row_said ON bulk_row (organization_id, file_id, said) WHERE said IS NOT NULL;
-- From payouts, which know the group that they were made in, to their file.
CREATE INDEX bulk_row_group ON bulk_row (organization_id, group_id) WHERE group_id IS NOT NULL;
