-- The files of an organization that wait to be confirmed, and those that were confirmed lately, however many there are.
CREATE INDEX bulk_file_read ON bulk_file (organization_id, id) WHERE state = 'READ';
CREATE INDEX bulk_file_confirmed ON bulk_file (organization_id, confirmed_at) WHERE confirmed_at IS NOT NULL;
