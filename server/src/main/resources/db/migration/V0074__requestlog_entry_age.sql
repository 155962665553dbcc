-- In the order of their age, as answers are (V0071).
CREATE INDEX requestlog_entry_age ON requestlog_entry (at);
DROP INDEX requestlog_entry_at;
