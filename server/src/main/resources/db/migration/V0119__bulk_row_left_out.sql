-- Rows that say the same as others can be left out by whoever confirms their file.
ALTER TABLE bulk_row DROP CONSTRAINT bulk_row_state_check;
ALTER TABLE bulk_row ADD CONSTRAINT bulk_row_state_check
    CHECK (state IN ('READY', 'FAULTY', 'LEFT_OUT', 'MADE', 'REFUSED'));
