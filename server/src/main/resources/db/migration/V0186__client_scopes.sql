-- A client has scopes as a key has; the clients from before may do everything, as they could.
ALTER TABLE auth_client
    ADD COLUMN scopes text[] NOT NULL DEFAULT '{read,payouts,deposits,convert,recipients,webhooks}'
        CHECK (scopes <@ '{read,payouts,deposits,convert,recipients,webhooks}' AND cardinality(scopes) > 0);
ALTER TABLE auth_client ALTER COLUMN scopes DROP DEFAULT;
