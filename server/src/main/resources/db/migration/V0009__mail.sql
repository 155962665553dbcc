-- Mail to people, written in the transaction that causes it and sent afterwards. Times are real ones.

-- `topic` is the change that a mail is about: a change to who controls an organization waits until an owner was told.
-- `sent_mac` is a MAC of the delivery under a key that the database does not have, so that nobody who only writes to
-- the database makes a mail look accepted.
CREATE TABLE mail_message (
    organization_id uuid NOT NULL REFERENCES merchant_organization,
    id              uuid NOT NULL,
    -- Recipient, subject and text, which may hold a link that opens something; the seal covers the topic.
    sealed          bytea NOT NULL,
    written_at      timestamptz NOT NULL,
    attempts        integer NOT NULL CHECK (attempts >= 0),
    -- The time of the next attempt; null once the mail is sent or given up.
    due_at          timestamptz,
    sent_at         timestamptz,
    fault           text,
    topic           uuid,
    sent_mac        bytea CHECK (octet_length(sent_mac) = 32),
    PRIMARY KEY (organization_id, id)
);
CREATE INDEX mail_message_due ON mail_message (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mail_message_written ON mail_message (written_at);
CREATE INDEX mail_message_topic ON mail_message (organization_id, topic) WHERE topic IS NOT NULL;
