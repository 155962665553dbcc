-- A person approves changes only some time after they were given their role, access, password or second factor, so that
-- nobody makes a second person for themselves. Null of people from before: their account's creation counts.
ALTER TABLE merchant_user ADD COLUMN entitled_at timestamptz;
-- Two people agreed to it, so no time has to pass.
ALTER TABLE merchant_user ADD COLUMN entitled_by_two boolean NOT NULL DEFAULT false;
ALTER TABLE merchant_user ALTER COLUMN entitled_by_two DROP DEFAULT;
