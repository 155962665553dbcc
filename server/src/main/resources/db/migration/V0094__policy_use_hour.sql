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
-- What waits for an approval has not left.
UPDATE policy_use_hour u SET released = greatest(u.released - waiting.amount, 0)
FROM (SELECT d.organization_id, d.asset,
             CASE WHEN person.role IS NULL THEN 'API'
                  WHEN person.role IN ('OWNER', 'ADMIN') THEN person.role
                  ELSE 'MAKER' END AS maker,
             date_trunc('hour', timestamptz 'epoch'
                 + (('x' || substr(replace(d.id::text, '-', ''), 1, 12))::bit(48)::bigint) * interval '1 millisecond',
                 'UTC') AS hour,
             sum(d.units * ('1e-' || d.exponent)::numeric) AS amount
      FROM disbursement_approval a
      JOIN disbursement d ON d.organization_id = a.organization_id AND d.id = a.disbursement_id
      LEFT JOIN merchant_user person ON person.id = d.actor_id
      WHERE a.ended_at IS NULL
      GROUP BY 1, 2, 3, 4) AS waiting
WHERE u.organization_id = waiting.organization_id AND u.asset = waiting.asset AND u.maker = waiting.maker
      AND u.hour = waiting.hour;
-- The minutes of one organization, whatever was paid by whomever.
CREATE INDEX policy_use_minute ON policy_use (organization_id, minute);
