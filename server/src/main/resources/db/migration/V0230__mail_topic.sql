-- A change to who controls an organization waits until an owner was told. The topic of a mail is the change that it is
-- about; the mail's seal covers it. The MAC is that of the delivery, under a key that the database does not have, so
-- that nobody who only writes here makes a mail look accepted.
ALTER TABLE mail_message ADD COLUMN topic uuid;
ALTER TABLE mail_message ADD COLUMN sent_mac bytea CHECK (octet_length(sent_mac) = 32);
CREATE INDEX mail_message_topic ON mail_message (organization_id, topic) WHERE topic IS NOT NULL;
