-- A deposit is found by where its payer pays: the number of a virtual account, the reference of a transfer or a code, a
-- wallet, or the memo where deposits share one. It stands after the currency and the method.
CREATE INDEX deposit_number ON deposit
    (organization_id, (coalesce(nullif(split_part(destination, ':', 4), ''), split_part(destination, ':', 3))), id);
