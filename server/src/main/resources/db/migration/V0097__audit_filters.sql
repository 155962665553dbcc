-- The audit log is narrowed to days and to actions that begin alike; entries are kept for ever, and all of an
-- organization's were read for it.
CREATE INDEX audit_entry_begun ON audit_entry (organization_id, begun_at);
CREATE INDEX audit_entry_action ON audit_entry (organization_id, action text_pattern_ops, id);
