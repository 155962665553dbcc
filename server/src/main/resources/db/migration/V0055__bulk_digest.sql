-- What a file says, under a key, so that one that was paid before is known again whatever it is called.
ALTER TABLE bulk_file ADD COLUMN digest bytea;
CREATE INDEX bulk_file_digest ON bulk_file (organization_id, digest);
