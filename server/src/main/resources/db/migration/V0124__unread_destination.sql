-- Whether money has come for a deposit that is to end, and nobody has counted it yet, as it waits for a rate.
CREATE INDEX rail_receipt_unread_destination ON rail_receipt (destination) WHERE read_at IS NULL;
