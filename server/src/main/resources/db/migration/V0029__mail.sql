-- Mail to people is written in the transaction of what it tells, and sent afterwards. Its times are real ones.

CREATE TABLE mail_message (
    organization_id uuid NOT NULL REFERENCES merchant_organization,
    id              uuid NOT NULL,
    -- To whom, about what, and the text: it may hold a link that opens something.
    sealed          bytea NOT NULL,
    written_at      timestamptz NOT NULL,
    attempts        integer NOT NULL CHECK (attempts >= 0),
    -- When it is tried next; nothing once it is sent or given up.
    due_at          timestamptz,
    sent_at         timestamptz,
    fault           text,
    PRIMARY KEY (organization_id, id)
);

CREATE INDEX mail_message_due ON mail_message (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mail_message_written ON mail_message (written_at);
