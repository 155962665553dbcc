-- Whoever has the reference of a payment page finds it by that.
CREATE INDEX checkout_reference ON checkout (organization_id, reference, id) WHERE reference IS NOT NULL;
