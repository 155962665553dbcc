-- A key or client that was inserted or changed in the database must not be accepted: each row gets a MAC.
ALTER TABLE auth_api_key ADD COLUMN mac bytea;
ALTER TABLE auth_client ADD COLUMN mac bytea;
ALTER TABLE auth_client_secret ADD COLUMN mac bytea;
