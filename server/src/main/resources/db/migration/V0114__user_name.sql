-- Operators find people of whichever organization by a part of their name or address, as payees are found; the one
-- organization in the hashes is nobody's.
CREATE INDEX merchant_user_name ON merchant_user
    USING gin (name_grams('00000000-0000-0000-0000-000000000000', lower(name || ' ' || email)));
