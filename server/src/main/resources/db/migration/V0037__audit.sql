-- Who did what, and whether anybody changed that since: entries of people's deeds, linked afterwards into a chain per
-- organization, each hash over its entry and the hash before it.

CREATE TABLE audit_entry (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    begun_at        timestamptz NOT NULL,
    actor_id        uuid NOT NULL,
    actor_name      text NOT NULL,
    actor_role      text NOT NULL,
    address         text NOT NULL,
    action          text NOT NULL,
    subject         text,
    sealed          bytea NOT NULL,
    outcome         integer,
    position        bigint,
    hash            bytea CHECK (length(hash) = 32),
    PRIMARY KEY (organization_id, id),
    CHECK ((position IS NULL) = (hash IS NULL))
);

CREATE UNIQUE INDEX audit_entry_position ON audit_entry (organization_id, position) WHERE position IS NOT NULL;
CREATE INDEX audit_entry_loose ON audit_entry (organization_id, id) WHERE position IS NULL;
CREATE INDEX audit_entry_actor ON audit_entry (organization_id, actor_id, id);
CREATE INDEX audit_entry_subject ON audit_entry (organization_id, subject, id) WHERE subject IS NOT NULL;

-- The end of each chain, so that entries cannot be cut off it.
CREATE TABLE audit_head (
    organization_id uuid PRIMARY KEY,
    position        bigint NOT NULL,
    hash            bytea NOT NULL CHECK (length(hash) = 32)
);
