-- Who of an organization made what a program proves itself with, and so knows it: a key, or a secret of a client.
-- Nobody's is what was made on the command line, and what was made before this was kept.
ALTER TABLE auth_api_key
    ADD COLUMN made_by uuid,
    ADD COLUMN made_by_name text,
    ADD CHECK ((made_by IS NULL) = (made_by_name IS NULL));

ALTER TABLE auth_client_secret
    ADD COLUMN made_by uuid,
    ADD COLUMN made_by_name text,
    ADD CHECK ((made_by IS NULL) = (made_by_name IS NULL));

-- The same of the payout that has to be approved: they do not approve what their key paid.
ALTER TABLE disbursement_approval ADD COLUMN key_made_by uuid;
