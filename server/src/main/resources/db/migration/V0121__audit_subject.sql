-- An entry of what makes something is given the id of that when it ends: once, and no other entry another one.

CREATE OR REPLACE FUNCTION audit_entry_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.position IS NOT NULL AND NEW IS DISTINCT FROM OLD THEN
        RAISE EXCEPTION 'an entry of the audit log that is linked stays as it is'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    IF OLD.outcome IS NOT NULL
        AND (NEW.outcome IS DISTINCT FROM OLD.outcome OR NEW.sealed IS DISTINCT FROM OLD.sealed
            OR NEW.subject IS DISTINCT FROM OLD.subject) THEN
        RAISE EXCEPTION 'an entry of the audit log is ended once'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    IF OLD.subject IS NOT NULL AND NEW.subject IS DISTINCT FROM OLD.subject THEN
        RAISE EXCEPTION 'an entry of the audit log keeps what it is about'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN NEW;
END
$$;
