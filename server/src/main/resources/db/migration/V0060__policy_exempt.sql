-- What was paid on a day (UTC) that no daily limit counts: what operators sent back. A limit that is set later that day
-- leaves it out of what the organization has paid.
CREATE TABLE policy_exempt (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    day             date NOT NULL,
    amount          numeric NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (organization_id, asset, day)
);
