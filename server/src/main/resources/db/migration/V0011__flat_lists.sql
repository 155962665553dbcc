-- What a list shows on its first page, and how many there are in all, costs the same however many there are.

-- How many payouts there are by the day of their creation (UTC), so that counting a span of time counts no payouts.
CREATE TABLE disbursement_day_tally (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    status          text NOT NULL,
    day             date NOT NULL,
    total           bigint NOT NULL CHECK (total >= 0),
    PRIMARY KEY (organization_id, asset, status, day)
) WITH (fillfactor = 50);

INSERT INTO disbursement_day_tally
SELECT organization_id, asset, status,
       (timestamptz 'epoch' AT TIME ZONE 'UTC'
           + (('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint) * interval '1 millisecond')::date,
       count(*)
FROM disbursement JOIN disbursement_progress USING (organization_id, id)
GROUP BY 1, 2, 3, 4;

-- A currency that few payouts have is found without reading the others.
CREATE INDEX disbursement_asset ON disbursement (organization_id, asset, id);

-- A span of time in a statement is a span of its lines.
CREATE INDEX ledger_transfer_time ON ledger_transfer (organization_id, asset, recorded_at, position)
    WHERE position IS NOT NULL;
DROP INDEX ledger_transfer_recorded;
