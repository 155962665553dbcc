-- A request is found by the id that its answer gave it, without reading the others.
CREATE INDEX requestlog_entry_request_id ON requestlog_entry (organization_id, request_id, id);
