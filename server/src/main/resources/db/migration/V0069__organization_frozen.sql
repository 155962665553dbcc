-- Whether no money may leave an organization. Few are frozen, and every node asks for them all every few seconds.
ALTER TABLE merchant_organization
    ADD COLUMN frozen boolean NOT NULL DEFAULT false;
CREATE INDEX merchant_organization_frozen ON merchant_organization (organization_id) WHERE frozen;
