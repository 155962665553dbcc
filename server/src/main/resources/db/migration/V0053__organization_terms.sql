-- An organization may have terms of its own for a conversion too: `asset` is then the token's symbol and `method` the
-- currency, the fee is in that currency and the limit in the token.
ALTER TABLE reference_agreement DROP CONSTRAINT reference_agreement_kind_check;
ALTER TABLE reference_agreement ADD CONSTRAINT reference_agreement_kind_check
    CHECK (kind IN ('PAYOUT', 'DEPOSIT', 'CONVERSION'));

-- How many requests an organization's programs may make together, where that is not as for everybody: so many in so
-- many seconds that last, and so many at once.
ALTER TABLE merchant_organization
    ADD COLUMN rate_requests integer CHECK (rate_requests > 0),
    ADD COLUMN rate_seconds integer CHECK (rate_seconds IN (1, 60)),
    ADD COLUMN rate_burst integer CHECK (rate_burst > 0),
    ADD CHECK (num_nulls(rate_requests, rate_seconds, rate_burst) IN (0, 3));
