-- A password that somebody else has seen opens nothing but the page on which its owner sets another, and lapses.
ALTER TABLE merchant_user ADD COLUMN first_password_until timestamptz;
