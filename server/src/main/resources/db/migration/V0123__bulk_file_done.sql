-- The files of an organization that are paid now, or were lately, however long ago they were confirmed.
CREATE INDEX bulk_file_paid ON bulk_file (organization_id, COALESCE(done_at, 'infinity'))
    WHERE confirmed_at IS NOT NULL;

DROP INDEX bulk_file_confirmed;
