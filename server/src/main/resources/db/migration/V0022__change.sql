-- Changes that widen permissions: a second person approves each before it is carried out.
CREATE TABLE change_request (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    -- Keyed digest of the change: the requester, and all that they send.
    digest          bytea NOT NULL,
    action          text NOT NULL,
    subject         text,
    requester_id    uuid NOT NULL,
    requester_name  text NOT NULL,
    -- The person who made the key or the secret of a program.
    person_id       uuid,
    sealed          bytea NOT NULL,
    requested_at    timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    state           text NOT NULL
        CHECK (state IN ('WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'CARRIED_OUT')),
    decider_id      uuid,
    decider_name    text,
    decided_at      timestamptz,
    decision_reason text,
    ended_at        timestamptz,
    mac             bytea NOT NULL,
    PRIMARY KEY (organization_id, id),
    CHECK ((decider_id IS NOT NULL) = (decider_name IS NOT NULL)),
    CHECK ((decider_id IS NOT NULL) = (decided_at IS NOT NULL)),
    CHECK (state NOT IN ('APPROVED', 'REJECTED', 'CARRIED_OUT') OR decider_id IS NOT NULL),
    CHECK (decider_id NOT IN (requester_id, person_id)),
    CHECK ((state IN ('WAITING', 'APPROVED')) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX change_request_open ON change_request (organization_id, digest)
    WHERE state IN ('WAITING', 'APPROVED');
