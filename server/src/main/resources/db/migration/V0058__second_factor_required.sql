-- Whether people of an organization come in by two factors only.
ALTER TABLE merchant_organization
    ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;
