-- What may leave in a minute, beside what was made in it: a daily limit counts a payout that waits for an approval on
-- the day on which somebody approves it. What was made before this counts on its day, as it did.
ALTER TABLE policy_use
    ADD COLUMN released numeric NOT NULL DEFAULT 0 CHECK (released >= 0),
    DROP CONSTRAINT policy_use_payouts_check,
    ADD CONSTRAINT policy_use_payouts_check CHECK (payouts >= 0);
UPDATE policy_use SET released = amount WHERE minute >= now() - interval '1 day';
