-- Of tables with millions of rows, lists read only what they show and a few rows beside it.

-- Every three letters in a row of an organization's payee, hashed: a part of a name is found by the letters that it
-- has in it. Extensions that do the same cannot be had everywhere.
CREATE FUNCTION recipient_grams(organization uuid, folded text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(
        array_agg(DISTINCT hashtextextended(substr(folded, at, 3), hashtextextended(organization::text, 0))), '{}')
    FROM generate_series(1, length(folded) - 2) AS at
$$;

ALTER TABLE recipient ADD COLUMN name_grams bigint[] NOT NULL
    GENERATED ALWAYS AS (recipient_grams(organization_id, name_folded)) STORED;

CREATE INDEX recipient_name ON recipient USING gin (name_grams) WHERE deleted_at IS NULL;
CREATE INDEX recipient_email ON recipient (organization_id, email_fingerprint)
    WHERE deleted_at IS NULL AND email_fingerprint IS NOT NULL;

-- The days of a span lie together. Last, since every payout writes here, and after payees: locks are taken in the order
-- in which payouts take them, and this one is held for a moment.
ALTER TABLE disbursement_day_tally
    DROP CONSTRAINT disbursement_day_tally_pkey,
    ADD PRIMARY KEY (organization_id, day, asset, status);
