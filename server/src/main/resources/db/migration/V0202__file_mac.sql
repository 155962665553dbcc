-- The confirmed content of a file is paid or stored. Each row that can be paid or stored has a MAC from the reading
-- of the file on, and the confirmation has one. Existing files that are not finished have none: unconfirmed files
-- must be sent again, and the remaining rows of confirmed files are left out.
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
