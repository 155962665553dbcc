-- The audit log: entries of people's actions, linked afterwards into a chain per organization, each hash over its
-- entry and the hash before it. The triggers bound what a role that writes as a node does can do to the log: an entry
-- ends once and is linked once, a chain continues from its end, and a seal is never removed.

CREATE TABLE audit_entry (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    begun_at        timestamptz NOT NULL,
    actor_id        uuid NOT NULL,
    actor_name      text NOT NULL,
    actor_role      text NOT NULL,
    address         text NOT NULL,
    action          text NOT NULL,
    -- The id of what the action creates is set when the entry ends.
    subject         text,
    sealed          bytea NOT NULL,
    outcome         integer,
    position        bigint,
    hash            bytea CHECK (length(hash) = 32),
    -- MAC of the entry's content under a key that the database does not have.
    mac             bytea NOT NULL CHECK (length(mac) = 32),
    PRIMARY KEY (organization_id, id),
    CHECK ((position IS NULL) = (hash IS NULL))
);
CREATE INDEX audit_entry_loose ON audit_entry (organization_id, id) WHERE position IS NULL;
CREATE INDEX audit_entry_actor ON audit_entry (organization_id, actor_id, id);
CREATE INDEX audit_entry_subject ON audit_entry (organization_id, subject, id) WHERE subject IS NOT NULL;
CREATE INDEX audit_entry_begun ON audit_entry (organization_id, begun_at);
CREATE INDEX audit_entry_action ON audit_entry (organization_id, action text_pattern_ops, id);
-- Not unique: a row that somebody put at the next position must not keep out the entry that belongs there.
CREATE INDEX audit_entry_place ON audit_entry (organization_id, position, id) WHERE position IS NOT NULL;

CREATE FUNCTION audit_entry_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.position IS NOT NULL THEN
            RAISE EXCEPTION 'an entry of the audit log is linked later'
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
    IF (NEW.sealed IS DISTINCT FROM OLD.sealed AND octet_length(NEW.sealed) > 300000)
        OR (NEW.subject IS DISTINCT FROM OLD.subject AND octet_length(NEW.subject) > 10000) THEN
        RAISE EXCEPTION 'an entry of the audit log is too large' USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER audit_entry_kept BEFORE INSERT OR UPDATE ON audit_entry
    FOR EACH ROW EXECUTE FUNCTION audit_entry_kept();

-- The end of each chain, sealed by a key, so that entries cannot be cut off it.
CREATE TABLE audit_head (
    organization_id uuid PRIMARY KEY,
    position        bigint NOT NULL,
    last_hash       bytea NOT NULL CHECK (length(last_hash) = 32),
    seal            bytea CHECK (length(seal) = 32)
);

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

-- The seal over the ends of all chains, so that none can be set back or removed; one row.
CREATE TABLE audit_register (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    since    timestamptz,
    seal     bytea CHECK (length(seal) = 32),
    CHECK ((since IS NULL) = (seal IS NULL))
);
INSERT INTO audit_register (only_one) VALUES (true);

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

-- Number of rows outside every chain, by organization and reason, at the last notice: operators are told of more only.
CREATE TABLE audit_unlinked (
    organization_id uuid NOT NULL,
    reason          text NOT NULL CHECK (reason IN ('FORGED', 'WAITING', 'BEYOND', 'DOUBLE')),
    number          bigint NOT NULL,
    PRIMARY KEY (organization_id, reason)
);
