-- What counts by the hour. Of the month that a rule may look back, only the first hour is read minute by minute;
-- before, all 44,640 minutes were, with the organization's payouts standing still meanwhile. `released` is what may
-- leave in an hour, beside what was made in it: a daily limit counts a payout that waits for an approval on the day on
-- which somebody approves it. What was made before this counts on its day, as it did.
CREATE TABLE policy_use_hour (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    maker           text NOT NULL,
    hour            timestamptz NOT NULL,
    amount          numeric NOT NULL CHECK (amount >= 0),
    payouts         bigint NOT NULL CHECK (payouts >= 0),
    released        numeric NOT NULL CHECK (released >= 0),
    PRIMARY KEY (organization_id, asset, maker, hour)
) WITH (fillfactor = 70);
CREATE INDEX policy_use_hour_age ON policy_use_hour (hour);
INSERT INTO policy_use_hour (organization_id, asset, maker, hour, amount, payouts, released)
SELECT organization_id, asset, maker, date_trunc('hour', minute, 'UTC'), sum(amount), sum(payouts), sum(amount)
FROM policy_use
GROUP BY 1, 2, 3, 4;
-- The minutes of one organization, whatever was paid by whomever.
CREATE INDEX policy_use_minute ON policy_use (organization_id, minute);
