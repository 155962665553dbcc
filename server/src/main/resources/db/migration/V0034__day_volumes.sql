-- What is paid out and asked for by day, currency and status, kept as it happens, so that a chart of a month reads a
-- few hundred rows however many payments there are. Sums are decimal, since a tally does not know its currency's
-- decimals; they carry no check of their sign, for what is written is a difference.
ALTER TABLE disbursement_day_tally ADD COLUMN volume numeric NOT NULL DEFAULT 0;

UPDATE disbursement_day_tally t SET volume = known.volume
FROM (SELECT d.organization_id, d.asset, p.status,
             (timestamptz 'epoch' AT TIME ZONE 'UTC'
                 + (('x' || substr(replace(d.id::text, '-', ''), 1, 12))::bit(48)::bigint) * interval '1 millisecond')
                 ::date AS day,
             sum(d.units * ('1e-' || d.exponent)::numeric) AS volume
      FROM disbursement d JOIN disbursement_progress p USING (organization_id, id)
      GROUP BY 1, 2, 3, 4) AS known
WHERE t.organization_id = known.organization_id AND t.asset = known.asset AND t.status = known.status
      AND t.day = known.day;

CREATE TABLE deposit_day_tally (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    status          text NOT NULL,
    day             date NOT NULL,
    total           bigint NOT NULL CHECK (total >= 0),
    volume          numeric NOT NULL,
    PRIMARY KEY (organization_id, day, asset, status)
) WITH (fillfactor = 50);

INSERT INTO deposit_day_tally
SELECT d.organization_id, d.input_asset, p.status,
       (timestamptz 'epoch' AT TIME ZONE 'UTC'
           + (('x' || substr(replace(d.id::text, '-', ''), 1, 12))::bit(48)::bigint) * interval '1 millisecond')::date,
       count(*), sum(d.input_units * ('1e-' || d.input_exponent)::numeric)
FROM deposit d JOIN deposit_progress p USING (organization_id, id)
GROUP BY 1, 2, 3, 4;

-- What somebody has to look at is found without reading the payments that are all right.
CREATE INDEX deposit_payment_review ON deposit_payment (organization_id, paid_at)
    WHERE reason IS NOT NULL AND reversed_at IS NULL;
