-- In the order of their age, as answers are (V0071).
CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);
-- What did not arrive is looked for behind millions that did, by lists and to send it again. A test is of no event, so
-- it has no position to be found by.
CREATE INDEX webhook_delivery_failed ON webhook_delivery (organization_id, endpoint_id, id) WHERE status = 'failed';
CREATE INDEX webhook_delivery_tried ON webhook_delivery (organization_id, endpoint_id, event_id) WHERE position IS NULL;
DROP INDEX webhook_delivery_created;
