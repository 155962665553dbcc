-- What is forgotten by its age is found in the order of its age. A summary of blocks (BRIN) finds it only until the
-- first rows were forgotten: new ones fill their places, so that each block has old and new ones, and its summary,
-- which never shrinks, fits them all. From then on a sweep read nearly the whole table, every minute, and ended at its
-- time limit.
DROP INDEX replay_answer_created;
-- Without a key they are forgotten sooner, by an index of their own: each row is in one of the two.
CREATE INDEX replay_answer_keyed ON replay_answer (created_at) WHERE idempotency_key IS NOT NULL;

DROP INDEX webhook_delivery_created;
CREATE INDEX webhook_delivery_created ON webhook_delivery (created_at);

DROP INDEX requestlog_entry_at;
CREATE INDEX requestlog_entry_at ON requestlog_entry (at);

DROP INDEX policy_use_minute;
CREATE INDEX policy_use_minute ON policy_use (minute);

-- What did not arrive is looked for behind millions that did, by lists and to send it again. A test is of no event, so
-- it has no position to be found by.
CREATE INDEX webhook_delivery_failed ON webhook_delivery (organization_id, endpoint_id, id) WHERE status = 'failed';
CREATE INDEX webhook_delivery_tried ON webhook_delivery (organization_id, endpoint_id, event_id) WHERE position IS NULL;
