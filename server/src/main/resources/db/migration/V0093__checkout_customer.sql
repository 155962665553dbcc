-- The name of a customer is sealed; a payment page is found by its fingerprint, under a key, as a whole. Of earlier
-- pages a worker makes it, and the last index has those that it has not read yet. It stays empty afterwards.
ALTER TABLE checkout ADD COLUMN customer_fingerprint bytea;
CREATE INDEX checkout_customer ON checkout (organization_id, customer_fingerprint, id)
    WHERE customer_fingerprint IS NOT NULL;
CREATE INDEX checkout_customer_unread ON checkout (organization_id, id)
    WHERE customer_name IS NOT NULL AND customer_fingerprint IS NULL;
