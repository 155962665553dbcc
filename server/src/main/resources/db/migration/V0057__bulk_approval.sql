-- Which rows of a file somebody else would have to approve, as it was when the file was read.
ALTER TABLE bulk_row ADD COLUMN needs_approval boolean NOT NULL DEFAULT false;
