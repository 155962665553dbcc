-- The sheet of a workbook that was read, and the rows that it hides, which can be left out of a file. A row that pays a
-- stored payee names their revision when it was read: times of change tell nothing of a change that was under way.
ALTER TABLE bulk_file ADD COLUMN sheet text NOT NULL DEFAULT '';
ALTER TABLE bulk_row ADD COLUMN hidden boolean NOT NULL DEFAULT false;
ALTER TABLE bulk_row ADD COLUMN payee_revision integer NOT NULL DEFAULT 0;

ALTER TABLE recipient_intake_file ADD COLUMN sheet text NOT NULL DEFAULT '';
ALTER TABLE recipient_intake_row ADD COLUMN hidden boolean NOT NULL DEFAULT false;
ALTER TABLE recipient_intake_row DROP CONSTRAINT recipient_intake_row_state_check;
ALTER TABLE recipient_intake_row ADD CONSTRAINT recipient_intake_row_state_check
    CHECK (state IN ('READY', 'FAULTY', 'DUPLICATE', 'LEFT_OUT', 'STORED', 'REFUSED'));

ALTER TABLE deposit_intake_file ADD COLUMN sheet text NOT NULL DEFAULT '';
ALTER TABLE deposit_intake_row ADD COLUMN hidden boolean NOT NULL DEFAULT false;
ALTER TABLE deposit_intake_row DROP CONSTRAINT deposit_intake_row_state_check;
ALTER TABLE deposit_intake_row ADD CONSTRAINT deposit_intake_row_state_check
    CHECK (state IN ('READY', 'FAULTY', 'LEFT_OUT', 'STORED', 'REFUSED'));
