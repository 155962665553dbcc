-- Payments that wait for more of their token than the hot account has are parked: however many there are, none is
-- touched before there is money for it. They are found by what they are of.
ALTER TABLE rail_stellar_payment ADD COLUMN parked boolean NOT NULL DEFAULT false;
CREATE INDEX rail_stellar_payment_next ON rail_stellar_payment (due_at) WHERE state = 'queued' AND NOT parked;
CREATE INDEX rail_stellar_payment_waits ON rail_stellar_payment (parked, token, stroops)
    WHERE state = 'queued' AND waits_for IS NOT NULL;
CREATE INDEX rail_stellar_payment_oldest ON rail_stellar_payment (token, accepted_at)
    WHERE state = 'queued' AND waits_for IS NOT NULL AND parked;
DROP INDEX rail_stellar_payment_due;

-- How many transactions of a payment expired, one after the other: only that counts as a network that takes nothing.
ALTER TABLE rail_stellar_payment ADD COLUMN expired integer NOT NULL DEFAULT 0;
