-- Each entry of the audit log has a MAC of what it says, made with a key that the database has not. A row without one
-- that is not linked yet is of an earlier version: the first node of this version links those, notes when it was done,
-- and no node links such a row after that.

ALTER TABLE audit_entry ADD COLUMN mac bytea CHECK (length(mac) = 32);
ALTER TABLE audit_register ADD COLUMN macs_since timestamptz;

-- Not unique: a row that somebody put at the next position must not keep the entry that belongs there from it.
CREATE INDEX audit_entry_place ON audit_entry (organization_id, position, id) WHERE position IS NOT NULL;

CREATE OR REPLACE FUNCTION audit_entry_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.mac IS NULL OR NEW.position IS NOT NULL THEN
            RAISE EXCEPTION 'an entry of the audit log has a MAC, and is linked later'
                USING ERRCODE = 'object_not_in_prerequisite_state';
        END IF;
        -- A larger row could end the service that reads it, and no page shows a time that never comes.
        IF octet_length(NEW.sealed) > 300000 OR octet_length(NEW.subject) > 10000
            OR octet_length(NEW.actor_name) > 10000 OR octet_length(NEW.actor_role) > 10000
            OR octet_length(NEW.address) > 10000 OR octet_length(NEW.action) > 10000
            OR NOT isfinite(NEW.begun_at) THEN
            RAISE EXCEPTION 'an entry of the audit log is too large, or of no time'
                USING ERRCODE = 'object_not_in_prerequisite_state';
        END IF;
        RETURN NEW;
    END IF;
    IF OLD.position IS NOT NULL AND NEW IS DISTINCT FROM OLD THEN
        RAISE EXCEPTION 'an entry of the audit log that is linked stays as it is'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    IF OLD.outcome IS NOT NULL
        AND (NEW.outcome IS DISTINCT FROM OLD.outcome OR NEW.sealed IS DISTINCT FROM OLD.sealed
            OR NEW.subject IS DISTINCT FROM OLD.subject OR NEW.mac IS DISTINCT FROM OLD.mac) THEN
        RAISE EXCEPTION 'an entry of the audit log is ended once'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    IF OLD.subject IS NOT NULL AND NEW.subject IS DISTINCT FROM OLD.subject THEN
        RAISE EXCEPTION 'an entry of the audit log keeps what it is about'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    IF NEW.mac IS NULL AND OLD.mac IS NOT NULL THEN
        RAISE EXCEPTION 'an entry of the audit log keeps a MAC'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    IF (NEW.sealed IS DISTINCT FROM OLD.sealed AND octet_length(NEW.sealed) > 300000)
        OR (NEW.subject IS DISTINCT FROM OLD.subject AND octet_length(NEW.subject) > 10000) THEN
        RAISE EXCEPTION 'an entry of the audit log is too large' USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN NEW;
END
$$;

DROP TRIGGER audit_entry_kept ON audit_entry;
CREATE TRIGGER audit_entry_kept BEFORE INSERT OR UPDATE ON audit_entry
    FOR EACH ROW EXECUTE FUNCTION audit_entry_kept();

CREATE OR REPLACE FUNCTION audit_register_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (OLD.seal IS NOT NULL AND (NEW.seal IS NULL OR NEW.since IS DISTINCT FROM OLD.since))
        OR (OLD.macs_since IS NOT NULL AND NEW.macs_since IS DISTINCT FROM OLD.macs_since) THEN
        RAISE EXCEPTION 'the register of the audit log stays sealed since when it was'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN NEW;
END
$$;

-- How many rows no chain has, by organization and reason, when operators were last told: they are told of more only.
CREATE TABLE audit_stray (
    organization_id uuid NOT NULL,
    why             text NOT NULL CHECK (why IN ('FORGED', 'WAITING', 'BEYOND', 'DOUBLE')),
    number          bigint NOT NULL,
    PRIMARY KEY (organization_id, why)
);

DROP INDEX audit_entry_position;
