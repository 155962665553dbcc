-- Rules may be about what somebody is, so it is kept with whoever confirms a file.
ALTER TABLE bulk_file ADD COLUMN confirmed_by_role text;
