-- What was paid counts for rules that are made afterwards, so it is written down whether there are rules or not. Of the
-- payouts that an organization made without any, those that a window may look back to are taken from the payouts
-- themselves: all but what operators sent back, which no rule counts. Who made one is told by what the person is today;
-- who is no person is a program.
DELETE FROM policy_use;
INSERT INTO policy_use (organization_id, asset, maker, minute, amount, payouts)
SELECT made.organization_id, made.asset, made.maker, date_trunc('minute', made.at, 'UTC'), sum(made.amount), count(*)
FROM (SELECT d.organization_id, d.asset, d.units * ('1e-' || d.exponent)::numeric AS amount,
             timestamptz 'epoch' + (('x' || substr(replace(d.id::text, '-', ''), 1, 12))::bit(48)::bigint)
                 * interval '1 millisecond' AS at,
             CASE WHEN person.role IS NULL THEN 'API'
                  WHEN person.role IN ('OWNER', 'ADMIN') THEN person.role
                  ELSE 'MAKER' END AS maker
      FROM (SELECT DISTINCT organization_id FROM disbursement_tally) o
      JOIN disbursement d
          ON d.organization_id = o.organization_id
          AND d.id >= (rpad(lpad(to_hex((extract(epoch FROM now() - interval '32 days') * 1000)::bigint), 12, '0'),
                            32, '0'))::uuid
      LEFT JOIN merchant_user person ON person.id = d.actor_id
      WHERE person.role IS DISTINCT FROM 'OPERATOR'
            AND NOT EXISTS (SELECT FROM deposit_payment sent_back WHERE sent_back.refund_id = d.id)) AS made
GROUP BY 1, 2, 3, 4;
