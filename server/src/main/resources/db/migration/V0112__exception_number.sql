-- Money that fits nothing is found by where it was paid, also where nobody has that.
CREATE INDEX deposit_payment_exception_number ON deposit_payment
    (organization_id, (coalesce(nullif(split_part(destination, ':', 4), ''), split_part(destination, ':', 3))), id)
    WHERE reason IS NOT NULL;
