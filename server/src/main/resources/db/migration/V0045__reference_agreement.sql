-- Terms on which an organization departs from those of everybody: of one method of a currency, or of all (no method),
-- or of a token. What is not agreed is as for everybody.
CREATE TABLE reference_agreement (
    organization_id uuid NOT NULL,
    kind            text NOT NULL CHECK (kind IN ('PAYOUT', 'DEPOSIT')),
    asset           text NOT NULL,
    method          text NOT NULL,
    fee_flat        numeric CHECK (fee_flat >= 0),
    fee_percentage  numeric CHECK (fee_percentage >= 0 AND fee_percentage < 100),
    max_amount      numeric CHECK (max_amount > 0),
    edited_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, kind, asset, method),
    CHECK ((fee_flat IS NULL) = (fee_percentage IS NULL)),
    CHECK (fee_flat IS NOT NULL OR max_amount IS NOT NULL)
);
