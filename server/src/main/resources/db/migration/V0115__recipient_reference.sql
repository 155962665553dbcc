-- A merchant's reference for a payee is sealed; a payee is found by its fingerprint, under a key, as a whole. That of
-- none is empty. Of earlier payees a worker makes it, and the last index has those that it has not read yet. It stays
-- empty afterwards.
ALTER TABLE recipient ADD COLUMN reference_fingerprint bytea;
CREATE INDEX recipient_reference ON recipient (organization_id, reference_fingerprint, id)
    WHERE deleted_at IS NULL AND reference_fingerprint <> '';
CREATE INDEX recipient_reference_unread ON recipient (organization_id, id)
    WHERE deleted_at IS NULL AND reference_fingerprint IS NULL;
