-- The database itself bounds what becomes of the audit log, whoever speaks to it as a node does: an entry is ended once
-- and linked once, a chain goes on from where it ends, and what was sealed is never without a seal again.

-- Whether an entry's details are sealed for that entry alone; those of earlier versions are for their organization.
ALTER TABLE audit_entry ADD COLUMN bound boolean NOT NULL DEFAULT false;

CREATE FUNCTION audit_entry_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.position IS NOT NULL AND NEW IS DISTINCT FROM OLD THEN
        RAISE EXCEPTION 'an entry of the audit log that is linked stays as it is'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    IF OLD.outcome IS NOT NULL
        AND (NEW.outcome IS DISTINCT FROM OLD.outcome OR NEW.sealed IS DISTINCT FROM OLD.sealed) THEN
        RAISE EXCEPTION 'an entry of the audit log is ended once'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER audit_entry_kept BEFORE UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_entry_kept();

CREATE FUNCTION audit_head_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.organization_id <> OLD.organization_id
        OR NEW.position < OLD.position
        OR (NEW.position = OLD.position AND NEW.last_hash <> OLD.last_hash)
        OR (NEW.seal IS NULL AND OLD.seal IS NOT NULL) THEN
        RAISE EXCEPTION 'a chain of the audit log goes on from where it ends'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER audit_head_kept BEFORE UPDATE ON audit_head FOR EACH ROW EXECUTE FUNCTION audit_head_kept();

CREATE FUNCTION audit_register_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.seal IS NOT NULL AND (NEW.seal IS NULL OR NEW.since IS DISTINCT FROM OLD.since) THEN
        RAISE EXCEPTION 'the register of the audit log stays sealed since when it was'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER audit_register_kept BEFORE UPDATE ON audit_register FOR EACH ROW EXECUTE FUNCTION audit_register_kept();
