-- Changes that widen who may do what: a second person approves them before they are carried out.
ALTER TABLE merchant_organization ADD COLUMN dual_control boolean NOT NULL DEFAULT false;
-- Null as long as nobody has set the switch: a live deployment then sets it by itself.
ALTER TABLE merchant_organization ADD COLUMN dual_control_set_at timestamptz;

CREATE TABLE change_request (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    -- A keyed digest of the change: who asks for it, and all that they send.
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
