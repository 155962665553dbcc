-- An organization may have terms of its own for a conversion too: `asset` is then the token's symbol and `method` the
-- currency, the fee is in that currency and the limit in the token.
ALTER TABLE reference_agreement DROP CONSTRAINT reference_agreement_kind_check;
ALTER TABLE reference_agreement ADD CONSTRAINT reference_agreement_kind_check
    CHECK (kind IN ('PAYOUT', 'DEPOSIT', 'CONVERSION'));
