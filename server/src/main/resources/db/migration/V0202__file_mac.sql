-- What a person confirms of a file is what is paid or stored: each row that can be has a MAC from its reading on, and
-- the confirmation has one. Files from before that are not worked through have none: those that nobody confirmed are
-- to be sent again, and the rest of those that somebody did is left out.
ALTER TABLE bulk_row ADD COLUMN mac bytea;
ALTER TABLE bulk_file ADD COLUMN mac bytea;
ALTER TABLE recipient_intake_row ADD COLUMN mac bytea;
ALTER TABLE recipient_intake_file ADD COLUMN mac bytea;
ALTER TABLE deposit_intake_row ADD COLUMN mac bytea;
ALTER TABLE deposit_intake_file ADD COLUMN mac bytea;

DELETE FROM bulk_file WHERE state = 'READ';
DELETE FROM recipient_intake_file WHERE state = 'READ';
DELETE FROM deposit_intake_file WHERE state = 'READ';
UPDATE bulk_row r SET state = 'LEFT_OUT' FROM bulk_file f
WHERE f.organization_id = r.organization_id AND f.id = r.file_id AND f.state = 'CONFIRMED' AND r.state = 'READY';
UPDATE recipient_intake_row r SET state = 'LEFT_OUT' FROM recipient_intake_file f
WHERE f.organization_id = r.organization_id AND f.id = r.file_id AND f.state = 'CONFIRMED' AND r.state = 'READY';
UPDATE deposit_intake_row r SET state = 'LEFT_OUT' FROM deposit_intake_file f
WHERE f.organization_id = r.organization_id AND f.id = r.file_id AND f.state = 'CONFIRMED' AND r.state = 'READY';
UPDATE bulk_file SET state = 'DONE', done_at = confirmed_at WHERE state = 'CONFIRMED';
UPDATE recipient_intake_file SET state = 'DONE', done_at = confirmed_at WHERE state = 'CONFIRMED';
UPDATE deposit_intake_file SET state = 'DONE', done_at = confirmed_at WHERE state = 'CONFIRMED';
